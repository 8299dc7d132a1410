import Basics
import ByteSearch
import PropertyLists
import ReferenceSearch

/// libFuzzer's entry point: any patterns must be found where a backtracking matcher finds them, in windows of any size, and any text must
/// be searched or rejected as a pattern. `Scripts/fuzz` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzByteSearch(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var rest = Array(UnsafeBufferPointer(start: bytes, count: count))[...]
  let windowSize = Int(rest.popFirst() ?? 1) % 32 + 1
  let kind = rest.popFirst() ?? 0
  if kind % 4 == 0 { return searchText(Array(rest)) }
  let patterns = (0...Int(kind >> 2) % 3).map { _ in ReferencePattern(&rest) }
  let text = Array(rest.prefix(2_000))
  var expected: [ByteMatch] = []
  for (number, pattern) in patterns.enumerated() {
    guard let ranges = pattern.matches(in: text) else { return 0 }
    if ranges.count > ByteSearchChoice.highestLimit || ranges.contains(where: { $0.count > ByteMatch.longest }) {
      return 0
    }
    expected += ranges.map { ByteMatch(pattern: number, offset: $0.lowerBound, text: Array(text[$0])) }
  }
  expected.sort { ($0.offset ?? 0, $0.pattern) < ($1.offset ?? 0, $1.pattern) }
  var choice = ByteSearchChoice()
  choice.limit = ByteSearchChoice.highestLimit
  choice.includesRepetitions = true
  do {
    let set = try PatternSet(patterns.map(\.text))
    // A part of a file has no lines, and is not decoded.
    let found = try set.matches(in: ByteArray(text), 0..<text.count, file: "x", choice, windowSize: windowSize)
    precondition(found.matches == expected, "\(patterns.map(\.text)): \(found.matches) instead of \(expected)")
  } catch {
    fatalError("\(patterns.map(\.text)): \(error)")
  }
  return 0
}

/// Uses the bytes before the first zero as a pattern, and searches the others, in any format.
private func searchText(_ bytes: [UInt8]) -> CInt {
  let pattern = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  let file = bytes.drop { $0 != 0 }.dropFirst()
  do throws(PatternError) {
    let set = try PatternSet([pattern, "[a-z]+"])
    guard let found = try? set.matches(in: ByteArray(Array(file)), file: "x") else { return 0 }
    for match in found.matches {
      precondition(!match.text.isEmpty && match.offset ?? 0 < file.count, "a match outside the file")
    }
  } catch {
    precondition(!error.message.isEmpty, "an error without a message")
  }
  return 0
}
