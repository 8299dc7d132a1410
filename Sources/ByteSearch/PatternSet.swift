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
    if patterns.isEmpty { throw PatternError(.empty) }
    if patterns.count > Self.limits.count || size > Self.limits.total {
      throw PatternError(.tooMany, count: patterns.count, size: size)
    }
    guard let search = byte_search_create() else { throw PatternError(.memory) }
    self.search = search
    self.patterns = patterns
    for (number, pattern) in patterns.enumerated() {
      guard pattern.utf8.count <= Self.limits.pattern else { throw PatternError(.tooLong, number: number, pattern) }
      guard !pattern.isEmpty else { throw PatternError(.empty, number: number, pattern) }
      var (start, end) = (0, 0)
      var text = pattern
      let fault = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.map { byte_search_add(search, $0, text.count, &start, &end) } ?? BYTE_SEARCH_MEMORY
        }
      }
      guard fault == BYTE_SEARCH_OK else {
        throw PatternError(Self.problem(fault), number: number, pattern, part: start..<end)
      }
    }
    switch byte_search_compile(search) {
    case BYTE_SEARCH_OK: break
    case BYTE_SEARCH_MEMORY: throw PatternError(.memory)
    default: throw PatternError(.tooMany, count: patterns.count, size: size)
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
      default: throw PatternError(.memory)
      }
    }
    return nil
  }

  private static func problem(_ fault: byte_search_fault) -> PatternError.Problem {
    switch fault {
    case BYTE_SEARCH_ESCAPE: .escape
    case BYTE_SEARCH_CLASS, BYTE_SEARCH_RANGE: .characterClass
    case BYTE_SEARCH_BRACKET: .bracket
    case BYTE_SEARCH_PARENTHESIS: .parenthesis
    case BYTE_SEARCH_EXTRA_PARENTHESIS: .extraParenthesis
    case BYTE_SEARCH_BACKSLASH: .backslash
    case BYTE_SEARCH_NOTHING_TO_REPEAT: .nothingToRepeat
    case BYTE_SEARCH_REPETITION: .repetition
    case BYTE_SEARCH_DOUBLE_REPETITION: .doubleRepetition
    case BYTE_SEARCH_GROUP: .group
    case BYTE_SEARCH_MEMORY: .memory
    default: .tooLarge
    }
  }
}

package struct PatternError: Error {
  enum Problem: Hashable {
    case empty, tooMany, tooLong, tooLarge, memory
    case escape, characterClass, bracket, parenthesis, extraParenthesis, backslash
    case nothingToRepeat, repetition, doubleRepetition, group
  }

  let problem: Problem
  /// The pattern's position in the set, from 0; nil for all patterns together.
  package let number: Int?
  package let message: String
  /// Whether the patterns are correct but ask for too much.
  package var isLimit: Bool { [.tooMany, .tooLong, .tooLarge, .memory].contains(problem) }

  init(_ problem: Problem, number: Int, _ pattern: String, part: Range<Int> = 0..<0) {
    (self.problem, self.number) = (problem, number)
    let shown = pattern.utf8.count > 100 ? pattern.prefix(80) + "…" : pattern[...]
    let text = String(decoding: pattern.utf8.dropFirst(part.lowerBound).prefix(min(part.count, 100)), as: UTF8.self)
    let place = part.isEmpty ? "" : ", byte \(part.lowerBound + 1)"
    message = "'\(shown)'\(place): " + Self.sentence(problem, text)
  }

  init(_ problem: Problem, count: Int = 0, size: Int = 0) {
    (self.problem, number) = (problem, nil)
    switch problem {
    case .empty: message = "there are no patterns"
    case .memory: message = "there is not enough memory for the patterns; search for fewer at a time"
    default:
      message =
        "\(counted(count, "pattern")) of \(counted(size, "byte")) are too many or too large; search for fewer at a time, at most "
        + "\(PatternSet.limits.count) of \(PatternSet.limits.total >> 10) KiB"
    }
  }

  private static func sentence(_ problem: Problem, _ part: String) -> String {
    switch problem {
    case .empty: "the pattern is empty, so it would match everywhere"
    case .tooMany, .tooLarge: "the pattern is too large; use smaller repetitions, or split it"
    case .tooLong: "the pattern has more than \(PatternSet.limits.pattern) bytes; split it"
    case .memory: "there is not enough memory for the pattern; use smaller repetitions, or split it"
    case .escape:
      "'\(part)' is not an escape sequence; write '\\\\' for a backslash, and compare parts in Lua instead of a backreference"
    case .characterClass:
      "'\(part)' is not a class or range of characters; write ranges from the lower to the higher character"
    case .bracket: "'\(part)' has no ']'; write '\\[' for a bracket"
    case .parenthesis: "a '(' has no ')'; write '\\(' for a parenthesis"
    case .extraParenthesis: "a ')' has no '('; write '\\)' for a parenthesis"
    case .backslash: "a backslash is at the end; write '\\\\' for a backslash"
    case .nothingToRepeat: "there is nothing before '\(part)' to repeat; write '\\\(part.prefix(1))' for the character"
    case .repetition: "'\(part)' is not a valid number of repetitions; write at most {1000} in all"
    case .doubleRepetition: "'\(part)' repeats a repetition; put the inner one in (?:…)"
    case .group: "'\(part)' is not available: there is no looking ahead or back; test the text around a match in Lua"
    }
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
