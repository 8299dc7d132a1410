import CheckerKit
import Testing

@testable import BinaryChecker

/// A bundle, and what must be found in it: each finding starts with one of the lines, in order.
struct Case: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let expected: [String]
  let options: @Sendable (inout BinaryOptions) -> Void
  let change: @Sendable (inout MemoryBundle) -> Void

  init(
    _ name: String, finds expected: String...,
    with options: @escaping @Sendable (inout BinaryOptions) -> Void = { _ in },
    of change: @escaping @Sendable (inout MemoryBundle) -> Void
  ) {
    testDescription = name
    self.expected = expected
    self.options = options
    self.change = change
  }

  func run() throws {
    let found = try MemoryBundle(change).judged(options)
    #expect(found.count == expected.count, "\(found.joined(separator: "\n"))")
    for (line, start) in zip(found, expected) {
      #expect(line.hasPrefix(start), "\(line)")
    }
  }
}
