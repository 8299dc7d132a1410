/// Finds what a misspelt word was meant to be.
///
/// The distance is the number of insertions, deletions, replacements and exchanges of neighbouring bytes
/// (optimal string alignment), with ASCII letters compared without case. Candidates more than two away are not
/// offered, nor more than one away for words of under eight bytes: a wild guess is worse than none.
package struct SpellingCorrector {
  /// Longer words are machine-made or an attack, not misspelt.
  private static let longestWord = 128

  private let word: [UInt8]
  private let folded: [UInt8]
  private let limit: Int
  private let letters: Letters
  private var bestRank: Rank?
  private var bestBytes: [UInt8] = []

  /// The position given with the closest candidate considered so far.
  package private(set) var best: Int?

  /// Case-blind distance first, then the distance with case, so that `cfbundleversion` means `CFBundleVersion`.
  private struct Rank {
    var folded: Int
    var exact: Int
  }

  /// The candidate closest to a word, or `nil` when none is close. Independent of the order of the candidates: of
  /// equally close ones, the first by UTF-8 bytes wins. O(candidates × length).
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

  /// The end of a message about a word that is not known: `; did you mean 'x'?`, or nothing when no candidate is close.
  package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String {
    nearest(to: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  package init(word: String) {
    self.word = Array(word.utf8.prefix(Self.longestWord + 1))
    folded = self.word.map(Self.fold)
    limit = self.word.count < 8 ? 1 : 2
    letters = folded.withUnsafeBufferPointer(Letters.init)
  }

  /// Which bytes a word has, whatever their case, and how many: enough to pass over most words that are not near.
  package struct Letters {
    let mask: UInt64
    let count: Int

    package init(_ word: UnsafeBufferPointer<UInt8>) {
      mask = word.reduce(0) { $0 | 1 << UInt64(SpellingCorrector.fold($1) & 63) }
      count = word.count
    }
  }

  /// Whether a word with these letters can be near: each edit adds one and takes one away at most.
  package func mayBeNear(_ other: Letters) -> Bool {
    abs(other.count - letters.count) <= limit && (other.mask ^ letters.mask).nonzeroBitCount <= 2 * limit
  }

  /// Weighs one candidate and keeps it when it is closer than the best so far.
  package mutating func consider(_ candidate: UnsafeBufferPointer<UInt8>, at position: Int) {
    guard !word.isEmpty, word.count <= Self.longestWord, mayBeNear(Letters(candidate)) else { return }
    let near = Self.distance(folded, candidate.map(Self.fold), limit: limit)
    guard near <= limit, near <= bestRank?.folded ?? limit else { return }
    // A short word that shares nothing with the candidate is not a misspelling of it: `ab` is not `cb`.
    guard near * 3 <= max(word.count, candidate.count) else { return }
    let rank = Rank(folded: near, exact: Self.distance(word, Array(candidate), limit: Self.longestWord))
    if let bestRank {
      if (rank.folded, rank.exact) > (bestRank.folded, bestRank.exact) { return }
      if (rank.folded, rank.exact) == (bestRank.folded, bestRank.exact),
        !candidate.lexicographicallyPrecedes(bestBytes)
      {
        return
      }
    }
    bestRank = rank
    bestBytes = Array(candidate)
    best = position
  }

  private static func fold(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// The distance between two words, or `limit + 1` as soon as it is known to be above `limit`.
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
      // An exchange looks two rows back, so one row above the limit doesn't end the search yet; two in a row would.
      if smallest > limit, last.allSatisfy({ $0 > limit }) { return limit + 1 }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return min(last[b.count], limit + 1)
  }
}
