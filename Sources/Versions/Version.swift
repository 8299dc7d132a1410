/// How the text of a version is read and ordered. A policy chooses; nothing is guessed.
package enum VersionDialect: String, CaseIterable, Hashable, Sendable {
  /// Numbers separated by periods, with an optional development stage `d`, `a`, `b` or `fc` and its number
  /// (Information Property List Key Reference, `CFBundleVersion`). Numbers may have any size: form is another rule's business.
  case apple
  /// Runs of digits and letters; what follows the first `-` is ignored; `1.0b1` comes before `1.0` (Sparkle).
  case sparkle
  /// Semantic Versioning 2.0.0, ordered by its section 11.
  case semver
}

/// A version that a dialect could read.
package struct Version: Hashable, Sendable {
  /// As it was read.
  package let text: String
  /// What it was read as.
  package let dialect: VersionDialect
  let form: Form

  enum Form: Hashable, Sendable {
    case apple(AppleVersion)
    case sparkle(SparkleVersion)
    case semver(SemanticVersion)
  }

  /// Bytes of the longest text that is a version. The platform's have at most 18 characters; numbers may be as large as this has room.
  package static let maximumLength = 65_536

  /// Nil when the text is not a version of this dialect, or longer than any.
  package init?(_ text: String, dialect: VersionDialect) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    let form: Form?
    switch dialect {
    case .apple: form = AppleVersion(text).map(Form.apple)
    case .sparkle: form = SparkleVersion(text).map(Form.sparkle)
    case .semver: form = SemanticVersion(text).map(Form.semver)
    }
    guard let form else { return nil }
    self.text = text
    self.dialect = dialect
    self.form = form
  }

  /// The order of two versions of one dialect: negative, 0 or positive; nil for different dialects.
  package func compare(to other: Version) -> Int? {
    switch (form, other.form) {
    case (.apple(let left), .apple(let right)): left.compare(to: right)
    case (.sparkle(let left), .sparkle(let right)): left.compare(to: right)
    case (.semver(let left), .semver(let right)): left.compare(to: right)
    default: nil
    }
  }

  /// The leading numbers, as text without leading zeros (numbers may be too large for an integer).
  package var numbers: [String] {
    switch form {
    case .apple(let version): version.numbers.map(\.digits)
    case .sparkle(let version): version.leadingNumbers.map(\.digits)
    case .semver(let version): version.core.map(\.digits)
    }
  }

  /// The development stage or pre-release part, if there is one.
  package var stage: String? {
    switch form {
    case .apple(let version): version.stage.map { $0.name + version.stageNumber.digits }
    case .sparkle(let version): version.stage
    case .semver(let version): version.prerelease.isEmpty ? nil : version.prerelease.map(\.text).joined(separator: ".")
    }
  }
}
