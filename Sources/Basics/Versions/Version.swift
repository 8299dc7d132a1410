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

package struct Version: Hashable, Sendable {
  package let text: String
  package let dialect: VersionDialect
  let form: Form

  enum Form: Hashable, Sendable {
    case apple(AppleVersion)
    case sparkle(SparkleVersion)
    case semver(SemanticVersion)
  }

  /// The maximum length of a version, in bytes. Apple's have at most 18 characters; here only the length limits the size of numbers.
  package static let maximumLength = 65_536

  /// Fails if the text is not a version of this dialect, or too long.
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

  /// Compares two versions of one dialect: negative, 0 or positive; nil for different dialects.
  package func compare(to other: Version) -> Int? {
    switch (form, other.form) {
    case (.apple(let left), .apple(let right)): left.compare(to: right)
    case (.sparkle(let left), .sparkle(let right)): left.compare(to: right)
    case (.semver(let left), .semver(let right)): left.compare(to: right)
    default: nil
    }
  }

  /// The leading numbers without leading zeros, as strings because they may exceed any integer type.
  package var numbers: [String] {
    switch form {
    case .apple(let version): version.numbers.map(\.digits)
    case .sparkle(let version): version.leadingNumbers.map(\.digits)
    case .semver(let version): version.core.map(\.digits)
    }
  }

  package var stage: String? {
    switch form {
    case .apple(let version): version.stage.map { $0.name + version.stageNumber.digits }
    case .sparkle(let version): version.stage
    case .semver(let version): version.prerelease.isEmpty ? nil : version.prerelease.map(\.text).joined(separator: ".")
    }
  }
}

extension Version {
  /// Bytes that sort like the versions of one dialect, and are equal for equal versions.
  ///
  /// Each number takes about two bytes more than it has digits.
  package var sortKey: [UInt8] {
    switch form {
    case .apple(let version): version.sortKey
    case .sparkle(let version): version.sortKey
    case .semver(let version): version.sortKey
    }
  }
}

extension Version {
  /// The next version: the last number, or the stage's number, increased by one. The successor of a pre-release of Semantic Versioning is
  /// its release. Nil if the dialect has none.
  ///
  /// In the dialect `apple` there are at most three numbers. A version within the documented limits, 9999.99.99 with a stage number up to
  /// 255 (Information Property List Key Reference, `CFBundleVersion`), has a successor within them: 1.2.99 is followed by 1.3.0, 9999 by
  /// 9999.1, 1.0b255 by 1.0fc1. Other versions have at most the 18 characters that the App Store accepts (Technical Note TN2420). The
  /// numbers of `sparkle` have 64 bits.
  package var successor: String? {
    switch form {
    case .apple(let version): return version.successor
    case .sparkle(let version):
      let numbers = version.leadingNumbers.map(\.digits)
      // The part after the numbers makes a version an earlier one, or is ignored; without it the same numbers sort later.
      let next = version.stage == nil ? Self.raised(numbers) : numbers.joined(separator: ".")
      // The range that its comparator can read (SUStandardVersionComparator.m).
      return next.split(separator: ".").allSatisfy { Int64($0) != nil } ? next : nil
    case .semver(let version):
      let numbers = version.core.map(\.digits)
      return version.prerelease.isEmpty ? Self.raised(numbers) : numbers.joined(separator: ".")
    }
  }

  private static func raised(_ numbers: [String]) -> String {
    let last = numbers.last.flatMap { DecimalNumber($0) } ?? .zero
    return (numbers.dropLast() + [last.successor]).joined(separator: ".")
  }
}

extension AppleVersion {
  private static let largest = [9999, 99, 99]
  private static let largestOfStage = 255
  /// The maximum length that the App Store accepts, in characters.
  private static let longest = 18

  fileprivate var successor: String? {
    let next = stage == nil ? nextNumbers : nextStage
    guard let next, next.utf8.count <= Self.longest else { return nil }
    return next
  }

  /// The numbers, if they are within the documented maximum.
  private var small: [Int]? {
    let small = zip(numbers, Self.largest).compactMap { number, largest in
      Int(number.digits).flatMap { $0 <= largest ? $0 : nil }
    }
    return small.count == numbers.count ? small : nil
  }

  private var nextNumbers: String? {
    // If there are too many numbers, the first ones are the significant ones.
    let first = numbers.prefix(Self.largest.count)
    guard var next = small else {
      return (first.dropLast().map(\.digits) + [first.last?.successor ?? "1"]).joined(separator: ".")
    }
    for position in next.indices.reversed() {
      if next[position] < Self.largest[position] {
        next[position] += 1
        return next.map(String.init).joined(separator: ".")
      }
      next[position] = 0
    }
    // All numbers are at their maximum: append one if there is room.
    guard numbers.count < Self.largest.count else { return nil }
    return (numbers.map(\.digits) + ["1"]).joined(separator: ".")
  }

  private var nextStage: String? {
    guard let stage, numbers.count <= Self.largest.count else {
      return AppleVersion(numbers.map(\.digits).joined(separator: "."))?.nextNumbers
    }
    let release = numbers.map(\.digits).joined(separator: ".")
    if let number = Int(stageNumber.digits), number < Self.largestOfStage {
      return release + stage.name + String(number + 1)
    }
    guard let later = Stage(rawValue: stage.rawValue + 1) else { return release }
    return release + later.name + "1"
  }
}

extension DecimalNumber {
  fileprivate var successor: String {
    var digits = Array(digits.utf8)
    var position = digits.count
    while position > 0 {
      position -= 1
      if digits[position] < UInt8(ascii: "9") {
        digits[position] += 1
        return String(decoding: digits, as: UTF8.self)
      }
      digits[position] = UInt8(ascii: "0")
    }
    return "1" + String(decoding: digits, as: UTF8.self)
  }
}
