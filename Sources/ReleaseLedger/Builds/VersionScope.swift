package import Basics
package import Bundles

package enum VersionScope: String, Hashable, Sendable, CaseIterable {
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
        && BuildSummary.isSame(bundle.string("CFBundleShortVersionString"), other.string("CFBundleShortVersionString"))
    }
  }

}

package enum VersionField: String, Hashable, Sendable, CaseIterable {
  case build = "CFBundleVersion"
  case shortVersion = "CFBundleShortVersionString"
}

package struct LedgerSubject: Hashable, Sendable {
  package var product: String
  package var identifier: String
  package var platform: String?
  package var shortVersion: String?
  /// The path in the product; empty for the product itself.
  package var path: String

  /// The platforms that builds are distinguished by.
  package static let platforms = Bundle.Platform.allCases.map(\.rawValue)

  package init(
    product: String, identifier: String, platform: String?, shortVersion: String?, path: String = ""
  ) {
    (self.product, self.identifier, self.platform) = (product, identifier, platform)
    (self.shortVersion, self.path) = (shortVersion, path)
  }

  package var isPart: Bool { !path.isEmpty }

  var key: BundleKey { BundleKey(product: product, identifier: identifier, path: path) }
}

package struct VersionQuestion: Hashable, Sendable {
  package var subject: LedgerSubject
  package var field: VersionField
  package var dialect: VersionDialect
  package var scope: VersionScope
  /// Only rows before this one count; nil for all.
  package var before: Int64?
  /// Only versions up to this one count, which must be of the same dialect; nil for all.
  package var upTo: Version?
  package var selection = Selection.standing

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
    (self.subject, self.field, self.dialect, self.scope, self.before) = (subject, field, dialect, scope, before)
  }
}
