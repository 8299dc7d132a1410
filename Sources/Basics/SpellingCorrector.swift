/// Finds the intended word for a misspelled one.
///
/// The distance is the number of insertions, deletions, replacements and exchanges of adjacent bytes (optimal string alignment), ignoring
/// the case of ASCII letters. Candidates at a distance of more than two are not suggested, nor more than one for words of fewer than eight
/// bytes: a wild guess is worse than none.
package struct SpellingCorrector {
  /// Longer words are generated or malicious rather than misspelled.
  private static let longestWord = 128

  private let word: [UInt8]
  private let folded: [UInt8]
  private let limit: Int
  private let letters: Letters
  /// The case-insensitive distance precedes the case-sensitive one, so that `cfbundleversion` gives `CFBundleVersion`.
  private var bestRank: (folded: Int, exact: Int)?
  private var bestBytes: [UInt8] = []

  package private(set) var best: Int?

  /// Returns the candidate closest to a word, or nil if none is close. Independent of the order of the candidates: of equally close ones,
  /// the first by UTF-8 bytes is returned. O(candidates × length).
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    var search = SpellingCorrector(word: word)
    var kept: String?
    for (position, candidate) in candidates.enumerated() {
      var candidate = candidate
      candidate.withUTF8 { search.consider($0, at: position) }
      if search.best == position { kept = candidate }
    }
    return kept
  }

  /// The end of a message about an unknown word: `; did you mean 'x'?`, or nothing if no candidate is close.
  package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String {
    nearest(to: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The misspelled word and its correction that a message names: the last word in quotes before `did you mean 'x'?`. `hint` may contain
  /// the suggestion instead. Nil if nothing is suggested.
  package static func correction(in message: String, hint: String? = nil) -> (word: String, replacement: String)? {
    for text in [message, hint ?? ""] {
      guard let start = text.firstRange(of: "did you mean '") else { continue }
      guard
        let replacement = text[start.upperBound...].firstRange(of: "'?").map({ text[start.upperBound..<$0.lowerBound] }
        ),
        let word = quoted(in: text == message ? String(text[..<start.lowerBound]) : message).last
      else { return nil }
      return (word, String(replacement))
    }
    return nil
  }

  package static func quoted(in message: String) -> [String] {
    let characters = Array(message)
    var words: [String] = []
    var start: Int?
    for (position, character) in characters.enumerated() where character == "'" {
      if let open = start {
        // An apostrophe is between two letters.
        let next = position + 1 < characters.count ? characters[position + 1] : " "
        if next.isLetter { continue }
        words.append(String(characters[(open + 1)..<position]))
        start = nil
      } else if position == 0 || !characters[position - 1].isLetter {
        start = position
      }
    }
    return words
  }

  package init(word: String) {
    self.word = Array(word.utf8.prefix(Self.longestWord + 1))
    folded = self.word.map(Self.fold)
    limit = self.word.count < 8 ? 1 : 2
    letters = folded.withUnsafeBufferPointer(Letters.init)
  }

  /// A summary of a word's bytes, ignoring case, and its length, which rules out most distant words.
  package struct Letters {
    let mask: UInt64
    let count: Int

    package init(_ word: UnsafeBufferPointer<UInt8>) {
      mask = word.reduce(0) { $0 | 1 << UInt64(SpellingCorrector.fold($1) & 63) }
      count = word.count
    }
  }

  /// Whether a word with these letters can be close: each edit adds and removes at most one letter.
  package func mayBeNear(_ other: Letters) -> Bool {
    abs(other.count - letters.count) <= limit && (other.mask ^ letters.mask).nonzeroBitCount <= 2 * limit
  }

  /// Compares a candidate and keeps it if it is closer than the best so far.
  package mutating func consider(_ candidate: UnsafeBufferPointer<UInt8>, at position: Int) {
    guard !word.isEmpty, word.count <= Self.longestWord, mayBeNear(Letters(candidate)) else { return }
    let near = Self.distance(folded, candidate.map(Self.fold), limit: limit)
    guard near <= limit, near <= bestRank?.folded ?? limit else { return }
    // A short word with little in common is not a misspelling: `ab` is not `cb`.
    guard near * 3 <= max(word.count, candidate.count) else { return }
    let rank = (folded: near, exact: Self.distance(word, Array(candidate), limit: Self.longestWord))
    if let bestRank, rank > bestRank || rank == bestRank && !candidate.lexicographicallyPrecedes(bestBytes) { return }
    bestRank = rank
    bestBytes = Array(candidate)
    best = position
  }

  private static func fold(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// The distance between two words, or `limit + 1` if it is above `limit`.
  package static func distance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int {
    if a == b { return 0 }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var current = last
    for i in 0..<a.count {
      current[0] = i + 1
      var smallest = current[0]
      for j in 0..<b.count {
        let cost = a[i] == b[j] ? 0 : 1
        var value = min(last[j + 1] + 1, current[j] + 1, last[j] + cost)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { value = min(value, beforeLast[j - 1] + 1) }
        current[j + 1] = value
        smallest = min(smallest, value)
      }
      // An exchange uses two rows back, so a single row above the limit is not enough to stop.
      if smallest > limit, last.allSatisfy({ $0 > limit }) { return limit + 1 }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return min(last[b.count], limit + 1)
  }
}
