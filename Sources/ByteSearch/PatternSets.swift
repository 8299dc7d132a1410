/// The sets of patterns that rules last searched for: compiling them takes a while.
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
