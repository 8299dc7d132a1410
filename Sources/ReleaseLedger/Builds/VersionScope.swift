package import Basics
package import Bundles

/// The earlier builds that a version is compared with.
package enum VersionScope: String, Hashable, Sendable, CaseIterable {
  /// All builds with the same identifier.
  case identifier
  /// The builds for the same platform, if both platforms are known.
  case platform = "identifier+platform"
  /// The builds for the same platform and of the same release: build numbers may start again with each release.
  case release = "identifier+platform+short-version"
}

extension VersionScope {
  /// Whether two builds of one identifier are compared. A platform that is unknown may be any.
  package func relates(_ bundle: Bundle, to other: Bundle) -> Bool {
    switch self {
    case .identifier: true
    case .platform: bundle.platform == nil || other.platform == nil || bundle.platform == other.platform
    case .release:
      Self.platform.relates(bundle, to: other)
        && Self.isSameRelease(bundle.string("CFBundleShortVersionString"), other.string("CFBundleShortVersionString"))
    }
  }

  /// Whether two versions are of one release, as `1.0` and `1.0.0` are.
  private static func isSameRelease(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == right }
    if let one = Version(left, dialect: .apple), let other = Version(right, dialect: .apple) {
      return one.compare(to: other) == 0
    }
    return left.utf8.elementsEqual(right.utf8)
  }
}

/// A version in a row.
package enum VersionField: String, Hashable, Sendable, CaseIterable {
  /// `CFBundleVersion`.
  case build = "CFBundleVersion"
  /// `CFBundleShortVersionString`.
  case shortVersion = "CFBundleShortVersionString"
}

/// A bundle of a product, as a ledger distinguishes bundles.
package struct LedgerSubject: Hashable, Sendable {
  /// The identifier of the outer bundle.
  package var product: String
  /// The identifier of the bundle itself.
  package var identifier: String
  /// The platform; nil if it is unknown.
  package var platform: String?
  package var shortVersion: String?
  /// The path in the product; empty for the product itself.
  package var path: String

  /// The platforms that builds are distinguished by.
  package static let platforms = Bundle.Platform.allCases.map(\.rawValue)

  package init(
    product: String, identifier: String, platform: String?, shortVersion: String?, path: String = ""
  ) {
    self.product = product
    self.identifier = identifier
    self.platform = platform
    self.shortVersion = shortVersion
    self.path = path
  }

  /// Whether it is nested in the product.
  package var isPart: Bool { !path.isEmpty }

  var key: BundleKey { BundleKey(product: product, identifier: identifier, path: path) }
}

/// A query for earlier builds by their version.
package struct VersionQuestion: Hashable, Sendable {
  package var subject: LedgerSubject
  package var field: VersionField
  /// How the version is read and ordered.
  package var dialect: VersionDialect
  package var scope: VersionScope
  /// Only rows before this one count; nil for all.
  package var before: Int64?
  /// Only versions up to this one count, which must be of the same dialect; nil for all.
  package var upTo: Version?
  package var selection = Selection.standing

  /// The builds that count.
  package enum Selection: Hashable, Sendable {
    /// Builds that were not withdrawn.
    case standing
    /// Standing builds that were marked as shipped.
    case shipped
    /// Builds whose number no other build may have, withdrawn ones among them.
    case withTakenNumbers
  }

  package init(
    _ subject: LedgerSubject, field: VersionField, dialect: VersionDialect, scope: VersionScope, before: Int64? = nil
  ) {
    self.subject = subject
    self.field = field
    self.dialect = dialect
    self.scope = scope
    self.before = before
  }
}
