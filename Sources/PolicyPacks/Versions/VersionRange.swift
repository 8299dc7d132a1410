package import Basics

/// The versions of a pack that a project accepts, in the notation of npm: `^1.2`, `~1.2.3`, `>=1.2 <2`, `1.2.3`.
///
/// Everything in it is compared and nothing is added to: numbers may be of any size.
package struct VersionRange: Hashable, Sendable {
  /// As it was written.
  package let text: String
  private let comparators: [Comparator]

  /// Bytes of the longest text, and of the longest version.
  static let limit = 256
  /// The most comparators.
  private static let maximumCount = 8

  fileprivate enum Operator: String, CaseIterable {
    // Those of two characters come first, because the others begin them.
    case notLess = ">="
    case notGreater = "<="
    case greater = ">"
    case less = "<"
    case equal = "="
    /// Nothing before the first number that is not zero may change.
    case caret = "^"
    /// The first two numbers may not change.
    case tilde = "~"
  }

  fileprivate struct Comparator: Hashable, Sendable {
    let relation: Operator
    /// One to three, without leading zeros.
    let numbers: [String]
    /// The whole version; nil where numbers are left out.
    let version: Version?
  }

  private static let hint = "write ^1.2, ~1.2.3, '>=1.2 <2' or 1.2.3 (docs/packs.md, Versions)"

  /// Reads a range. Throws for what is none, or for a notation that npm has and this has not.
  package init(_ text: String) throws(PackError) {
    func refuse(_ what: String) -> PackError {
      PackError(.source, "'\(text.shortened(to: 80))' is not a range of versions: \(what)", hint: Self.hint)
    }
    if text.utf8.count > Self.limit { throw refuse("it has more than \(Self.limit) bytes") }
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      // A blank may follow the sign.
      if let last = words.last, Operator(rawValue: String(last)) != nil {
        words[words.count - 1] = Substring(last + word)
      } else {
        words.append(word)
      }
    }
    if words.isEmpty { throw refuse("it is empty") }
    if words.count > Self.maximumCount { throw refuse("it has more than \(Self.maximumCount) parts") }
    self.text = text
    var comparators: [Comparator] = []
    for word in words {
      let relation = Operator.allCases.first { word.hasPrefix($0.rawValue) }
      let rest = String(word.dropFirst(relation?.rawValue.utf8.count ?? 0))
      if rest.contains("|") || rest.contains("*") || rest.contains(",") || rest == "-" {
        throw refuse("'\(word)' is not supported; parts are separated by spaces, and all of them must hold")
      }
      if let version = Version(rest, dialect: .semver) {
        comparators.append(Comparator(relation: relation ?? .equal, numbers: version.numbers, version: version))
        continue
      }
      let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
      // A version that is filled up with zeros has the same numbers.
      guard let relation, relation != .equal, 1...2 ~= parts.count,
        let filled = Version(rest + String(repeating: ".0", count: 3 - parts.count), dialect: .semver),
        filled.stage == nil, !rest.contains("+"), !rest.contains("-")
      else {
        throw refuse("'\(word)' is not a version of three numbers, such as 1.2.3")
      }
      comparators.append(
        Comparator(relation: relation, numbers: Array(filled.numbers.prefix(parts.count)), version: nil))
    }
    self.comparators = comparators
  }

  /// Whether a text that stands where a ref could is meant as a range: it starts with a sign that no ref starts with.
  package static func isMeant(by text: some StringProtocol) -> Bool {
    text.utf8.first.map { "^~<>=".utf8.contains($0) } ?? false
  }

  /// Whether a version is one of those. A pre-release is only if it is asked for: if a part names a pre-release of the same three numbers.
  package func contains(_ version: Version) -> Bool {
    if version.stage != nil {
      let isNamed = comparators.contains { $0.version?.stage != nil && $0.numbers == version.numbers }
      if !isNamed { return false }
    }
    return comparators.allSatisfy { $0.admits(version) }
  }
}

extension VersionRange.Comparator {
  /// The order of a version and this one, as far as numbers are given.
  private func order(of other: Version) -> Int {
    if let version, let order = other.compare(to: version) { return order }
    return Self.compare(other.numbers.prefix(numbers.count), numbers[...])
  }

  fileprivate func admits(_ other: Version) -> Bool {
    let order = order(of: other)
    switch relation {
    case .notLess: return order >= 0
    case .notGreater: return order <= 0
    case .greater: return order > 0
    case .less: return order < 0
    case .equal: return order == 0
    case .caret:
      let first = numbers.firstIndex { $0 != "0" } ?? numbers.count - 1
      return order >= 0 && other.numbers.prefix(first + 1) == numbers.prefix(first + 1)
    case .tilde: return order >= 0 && other.numbers.prefix(2).starts(with: numbers.prefix(2))
    }
  }

  /// Numbers without leading zeros are ordered by their lengths, then by their digits.
  private static func compare(_ left: ArraySlice<String>, _ right: ArraySlice<String>) -> Int {
    for (one, other) in zip(left, right) where one != other {
      if one.utf8.count != other.utf8.count { return one.utf8.count < other.utf8.count ? -1 : 1 }
      return one.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
    }
    return 0
  }
}
