@testable import PolicyMutation
@testable import PolicyTesting
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The policies that come with the program: every fault is noticed, and each test is needed for that.
@Suite struct ShippedMutationTests {
  private static func source(_ name: String) throws -> [UInt8] {
    try TemporaryFolder.bytes(of: "Policies/\(name)")
  }

  private static func trial(_ policy: [UInt8], _ tests: [UInt8]) throws -> MutationTest {
    let folder = try TemporaryFolder()
    try folder.write("org.lua", policy)
    try folder.write("org_test.lua", tests)
    let day = try #require(CalendarDate("2026-06-15"))
    var test = MutationTest(.init(asOf: day))
    try test.run(PolicyTestSuite(policy: folder("org.lua"), tests: [folder("org_test.lua")]))
    return test
  }

  @Test func everyFaultIsNoticed() throws {
    let test = try Self.trial(Self.source("org.lua"), Self.source("org_test.lua"))
    #expect(test.failures.isEmpty)
    #expect(test.mutants.filter { !$0.isNoticed }.map(\.change) == [])
    #expect(test.percent == 100 && test.mutants.count >= 30, "\(test.mutants.count)")
    #expect(Set(test.mutants.compactMap(\.rule)).count == 4)
  }

  /// The bytes of each element of the lists `pass` and `fail`, with the comma after it.
  private static func examples(_ source: [UInt8]) -> [Range<Int>] {
    let outline = LuaOutline(source)
    var found: [Range<Int>] = []
    for position in outline.tokens.indices
    where (outline.isWord(position, "pass") || outline.isWord(position, "fail")) && outline.isSymbol(position + 1, "=")
    {
      guard let end = outline.end(ofBracket: position + 2) else { continue }
      var next = position + 3
      while next < end, let close = outline.end(ofBracket: next) {
        let last = outline.isSymbol(close + 1, ",") ? close + 1 : close
        found.append(outline.tokens[next].range.lowerBound..<outline.tokens[last].range.upperBound)
        next = last + 1
      }
    }
    return found
  }

  /// The bytes of each `test "…" { … }`.
  private static func tests(_ source: [UInt8]) -> [Range<Int>] {
    let outline = LuaOutline(source)
    return outline.tokens.indices.compactMap { position in
      guard outline.isWord(position, "test"), let end = outline.end(ofBracket: position + 2) else { return nil }
      return outline.tokens[position].range.lowerBound..<outline.tokens[end].range.upperBound
    }
  }

  private static func without(_ range: Range<Int>, _ source: [UInt8]) -> [UInt8] {
    Array(source[..<range.lowerBound]) + Array(source[range.upperBound...])
  }

  @Test func eachTestIsNeeded() throws {
    let (policy, tests) = (try Self.source("org.lua"), try Self.source("org_test.lua"))
    let (examples, whole) = (Self.examples(policy), Self.tests(tests))
    let all = try Self.trial(policy, tests)
    #expect(examples.count + whole.count == all.testCount, "\(examples.count) \(whole.count) \(all.testCount)")
    for range in examples {
      let test = try Self.trial(Self.without(range, policy), tests)
      let text = String(decoding: policy[range], as: UTF8.self)
      #expect(test.failures.isEmpty && test.testCount == all.testCount - 1, "\(text)")
      #expect(test.percent < 100, "nothing needs the example \(text)")
    }
    for range in whole {
      let test = try Self.trial(policy, Self.without(range, tests))
      let text = String(decoding: tests[range], as: UTF8.self)
      #expect(test.failures.isEmpty && test.testCount == all.testCount - 1, "\(text)")
      #expect(test.percent < 100, "nothing needs \(text)")
    }
  }
}
