/// A syntax and order of versions. The policy chooses one; there is no detection.
package enum VersionDialect: String, CaseIterable, Hashable, Sendable {
  /// Numbers separated by periods, with an optional development stage `d`, `a`, `b` or `fc` and its number (Information Property List Key
  /// Reference, `CFBundleVersion`). Numbers may have any size; other rules limit the form.
  case apple
  /// Runs of digits and letters; everything from the first `-` is ignored; `1.0b1` comes before `1.0` (Sparkle).
  case sparkle
  /// Semantic Versioning 2.0.0, ordered by its section 11.
  case semver
}

/// A version as its dialect reads it.
protocol VersionForm: Sendable {
  init?(_ text: String)
  var numbers: [DecimalNumber] { get }
  var stage: String? { get }
  var sortKey: [UInt8] { get }
  var successor: String? { get }
}

package struct Version: Hashable, Sendable {
  package let text: String
  package let dialect: VersionDialect
  private let form: any VersionForm

  /// The maximum length of a version, in bytes. Apple's have at most 18 characters; here only the length limits the size of numbers.
  package static let maximumLength = 65_536

  /// Fails if the text is not a version of this dialect, or too long.
  package init?(_ text: String, dialect: VersionDialect) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    let form: (any VersionForm)? =
      switch dialect {
      case .apple: AppleVersion(text)
      case .sparkle: SparkleVersion(text)
      case .semver: SemanticVersion(text)
      }
    guard let form else { return nil }
    (self.text, self.dialect, self.form) = (text, dialect, form)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.text == right.text && left.dialect == right.dialect
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Compares two versions of one dialect: negative, 0 or positive; nil for different dialects.
  package func compare(to other: Version) -> Int? {
    guard dialect == other.dialect else { return nil }
    let (left, right) = (sortKey, other.sortKey)
    return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  /// The leading numbers without leading zeros, as strings because they may exceed any integer type.
  package var numbers: [String] { form.numbers.map(\.digits) }

  package var stage: String? { form.stage }

  /// Bytes that sort like the versions of one dialect, and are equal for equal versions.
  ///
  /// Each number takes about two bytes more than it has digits.
  package var sortKey: [UInt8] { form.sortKey }

  /// The next version: the last number, or the stage's number, increased by one. The successor of a pre-release of Semantic Versioning is
  /// its release. Nil if the dialect has none.
  ///
  /// In the dialect `apple` there are at most three numbers. A version within the documented limits, 9999.99.99 with a stage number up to
  /// 255 (Information Property List Key Reference, `CFBundleVersion`), has a successor within them: 1.2.99 is followed by 1.3.0, 9999 by
  /// 9999.1, 1.0b255 by 1.0fc1. Other versions have at most the 18 characters that the App Store accepts (Technical Note TN2420). The
  /// numbers of `sparkle` have 64 bits.
  package var successor: String? { form.successor }
}
