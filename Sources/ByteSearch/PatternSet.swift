import Basics
internal import CByteSearch

/// Regular expressions that are searched for together, in one pass over the bytes. The time is proportional to their number.
///
/// The syntax is RE2's, with one byte a character: no backreferences and no looking ahead or back. Used by one thread at a time.
package final class PatternSet {
  /// The maximum number of patterns, and of bytes in one of them and in all.
  package static let limits = (count: 1_000, pattern: 4_096, total: 64 << 10)

  package let patterns: [String]
  private let search: OpaquePointer

  /// Throws if one of them is not a pattern, or if they are too many or too large together.
  package init(_ patterns: [String]) throws(PatternError) {
    let size = patterns.reduce(0) { $0 + $1.utf8.count }
    if patterns.isEmpty { throw PatternError(message: "there are no patterns") }
    func tooMany() -> PatternError {
      PatternError(
        message:
          "\(counted(patterns.count, "pattern")) of \(counted(size, "byte")) are too many or too large; search for fewer at a time, at most "
          + "\(Self.limits.count) of \(Self.limits.total >> 10) KiB", isLimit: true)
    }
    if patterns.count > Self.limits.count || size > Self.limits.total { throw tooMany() }
    guard let search = byte_search_create() else { throw .noMemory }
    self.search = search
    self.patterns = patterns
    for (number, pattern) in patterns.enumerated() {
      guard pattern.utf8.count <= Self.limits.pattern else {
        throw PatternError(
          number, pattern, "the pattern has more than \(Self.limits.pattern) bytes; split it", isLimit: true)
      }
      guard !pattern.isEmpty else {
        throw PatternError(number, pattern, "the pattern is empty, so it would match everywhere")
      }
      var (start, end) = (0, 0)
      var text = pattern
      let fault = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.map { byte_search_add(search, $0, text.count, &start, &end) } ?? BYTE_SEARCH_MEMORY
        }
      }
      guard fault == BYTE_SEARCH_OK else { throw PatternError(number, pattern, fault, part: start..<end) }
    }
    switch byte_search_compile(search) {
    case BYTE_SEARCH_OK: break
    case BYTE_SEARCH_MEMORY: throw .noMemory
    default: throw tooMany()
    }
  }

  deinit { byte_search_free(search) }

  /// Sets the flags of the patterns that may match in these bytes; returns whether there are any.
  func scan(_ text: UnsafeBufferPointer<UInt8>, _ found: inout [Bool]) -> Bool {
    guard let start = text.baseAddress else { return false }
    return found.withUnsafeMutableBufferPointer { flags in
      flags.baseAddress.map { byte_search_scan(search, start, text.count, $0) } ?? false
    }
  }

  /// The first match of a pattern within a range of these bytes that is not empty.
  func next(
    _ pattern: Int, in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(PatternError) -> Range<Int>? {
    guard let base = text.baseAddress else { return nil }
    var from = range.lowerBound
    while from < range.upperBound {
      var (start, end) = (0, 0)
      switch byte_search_next(search, pattern, base, text.count, from, range.upperBound, &start, &end) {
      case 1 where start < end: return start..<end
      case 1: from = start + 1
      case 0: return nil
      default: throw .noMemory
      }
    }
    return nil
  }
}

package struct PatternError: Error {
  /// The pattern's position in the set, from 0; nil for all patterns together.
  package var number: Int?
  package let message: String
  /// Whether the patterns are correct but ask for too much.
  package var isLimit = false
}

extension PatternError {
  fileprivate static let noMemory = PatternError(
    message: "there is not enough memory for the patterns; search for fewer at a time", isLimit: true)

  fileprivate init(
    _ number: Int, _ pattern: String, _ sentence: String, part: Range<Int> = 0..<0, isLimit: Bool = false
  ) {
    let shown = pattern.utf8.count > 100 ? pattern.prefix(80) + "…" : pattern[...]
    let place = part.isEmpty ? "" : ", byte \(part.lowerBound + 1)"
    self.init(number: number, message: "'\(shown)'\(place): \(sentence)", isLimit: isLimit)
  }

  fileprivate init(_ number: Int, _ pattern: String, _ fault: byte_search_fault, part: Range<Int>) {
    let text = String(decoding: pattern.utf8.dropFirst(part.lowerBound).prefix(min(part.count, 100)), as: UTF8.self)
    var isLimit = false
    let sentence: String
    switch fault {
    case BYTE_SEARCH_ESCAPE:
      sentence =
        "'\(text)' is not an escape sequence; write '\\\\' for a backslash, and compare parts in Lua instead of a backreference"
    case BYTE_SEARCH_CLASS, BYTE_SEARCH_RANGE:
      sentence =
        "'\(text)' is not a class or range of characters; write ranges from the lower to the higher character"
    case BYTE_SEARCH_BRACKET: sentence = "'\(text)' has no ']'; write '\\[' for a bracket"
    case BYTE_SEARCH_PARENTHESIS: sentence = "a '(' has no ')'; write '\\(' for a parenthesis"
    case BYTE_SEARCH_EXTRA_PARENTHESIS: sentence = "a ')' has no '('; write '\\)' for a parenthesis"
    case BYTE_SEARCH_BACKSLASH: sentence = "a backslash is at the end; write '\\\\' for a backslash"
    case BYTE_SEARCH_NOTHING_TO_REPEAT:
      sentence = "there is nothing before '\(text)' to repeat; write '\\\(text.prefix(1))' for the character"
    case BYTE_SEARCH_REPETITION:
      sentence = "'\(text)' is not a valid number of repetitions; write at most {1000} in all"
    case BYTE_SEARCH_DOUBLE_REPETITION: sentence = "'\(text)' repeats a repetition; put the inner one in (?:…)"
    case BYTE_SEARCH_GROUP:
      sentence = "'\(text)' is not available: there is no looking ahead or back; test the text around a match in Lua"
    case BYTE_SEARCH_MEMORY:
      (sentence, isLimit) = ("there is not enough memory for the pattern; use smaller repetitions, or split it", true)
    default: (sentence, isLimit) = ("the pattern is too large; use smaller repetitions, or split it", true)
    }
    self.init(number, pattern, sentence, part: part, isLimit: isLimit)
  }
}

package struct PatternSets {
  private var sets: [(number: Int, patterns: PatternSet)] = []
  private var count = 0

  private static let limit = 8

  package init() {}

  /// A set and its number, which no other set gets.
  package mutating func set(_ patterns: [String]) throws(PatternError) -> (number: Int, patterns: PatternSet) {
    if let position = sets.firstIndex(where: { $0.patterns.patterns == patterns }) {
      let known = sets.remove(at: position)
      sets.append(known)
      return known
    }
    let new = (count, try PatternSet(patterns))
    count += 1
    if sets.count == Self.limit { sets.removeFirst() }
    sets.append(new)
    return new
  }
}
