package import Basics

/// A range of versions in npm's notation: `^1.2`, `~1.2.3`, `>=1.2 <2`, `1.2.3`.
///
/// Numbers are compared as text and may have any size.
package struct VersionRange: Hashable, Sendable {
  package let text: String
  private let comparators: [Comparator]

  static let limit = 256
  private static let maximumCount = 8

  fileprivate enum Operator: String, CaseIterable {
    // Two-character operators come first, because one-character operators are prefixes of them.
    case notLess = ">="
    case notGreater = "<="
    case greater = ">"
    case less = "<"
    case equal = "="
    /// The first nonzero number and all numbers before it must stay the same.
    case caret = "^"
    /// The first two numbers must stay the same.
    case tilde = "~"
  }

  fileprivate struct Comparator: Hashable, Sendable {
    let relation: Operator
    /// One to three numbers, without leading zeros.
    let numbers: [String]
    /// The whole version; nil if numbers are omitted.
    let version: Version?
  }

  private static let hint = "write ^1.2, ~1.2.3, '>=1.2 <2' or 1.2.3 (docs/packs.md, Versions)"

  package init(_ text: String) throws(PackError) {
    func refuse(_ what: String) -> PackError {
      PackError(.source, "'\(text.shortened(to: 80))' is not a range of versions: \(what)", hint: Self.hint)
    }
    if text.utf8.count > Self.limit { throw refuse("it has more than \(Self.limit) bytes") }
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      // Spaces may follow the operator.
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
      // Padding the version with zeros leaves the given numbers unchanged.
      guard let relation, relation != .equal, 1...2 ~= parts.count,
        let filled = Version(rest + String(repeating: ".0", count: 3 - parts.count), dialect: .semver),
        filled.stage == nil, !rest.contains("+"), !rest.contains("-")
      else { throw refuse("'\(word)' is not a version of three numbers, such as 1.2.3") }
      comparators.append(
        Comparator(relation: relation, numbers: Array(filled.numbers.prefix(parts.count)), version: nil))
    }
    self.comparators = comparators
  }

  /// Whether a text in the place of a ref is meant as a range: it starts with a character that no ref starts with.
  package static func isRange(_ text: some StringProtocol) -> Bool {
    text.utf8.first.map { "^~<>=".utf8.contains($0) } ?? false
  }

  /// Whether a version is in the range. A pre-release is only if a comparator names a pre-release of the same three numbers.
  package func contains(_ version: Version) -> Bool {
    if version.stage != nil {
      if !comparators.contains(where: { $0.version?.stage != nil && $0.numbers == version.numbers }) { return false }
    }
    return comparators.allSatisfy { $0.admits(version) }
  }
}

extension VersionRange.Comparator {
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

  /// Numbers without leading zeros compare by length, then by digits.
  private static func compare(_ left: ArraySlice<String>, _ right: ArraySlice<String>) -> Int {
    for (one, other) in zip(left, right) where one != other {
      if one.utf8.count != other.utf8.count { return one.utf8.count < other.utf8.count ? -1 : 1 }
      return one.precedesInBytes(other) ? -1 : 1
    }
    return 0
  }
}
