package import Bundles

/// The earlier builds that a version is held against.
package enum VersionScope: String, Hashable, Sendable, CaseIterable {
  /// All of the same identifier.
  case identifier
  /// Those for the same system, as far as it is known of both.
  case platform = "identifier+platform"
  /// Of these, those of the same release: build numbers may begin anew with each.
  case release = "identifier+platform+short-version"
}

/// A version that a row holds.
package enum VersionField: String, Hashable, Sendable, CaseIterable {
  /// `CFBundleVersion`.
  case build = "CFBundleVersion"
  /// `CFBundleShortVersionString`.
  case shortVersion = "CFBundleShortVersionString"
}

/// Which bundle of which product, as a ledger tells them apart.
package struct LedgerSubject: Hashable, Sendable {
  /// The identifier of the outer bundle.
  package var product: String
  /// The bundle's own.
  package var identifier: String
  /// The system it is for; nil when nothing tells.
  package var platform: String?
  /// Its release, when it has one.
  package var shortVersion: String?
  /// Where it lies in the product; `""` for the product itself.
  package var path: String

  /// The systems that builds are told apart by.
  package static let platforms = Bundle.Platform.allCases.map(\.rawValue)

  /// Makes a subject.
  package init(
    product: String, identifier: String, platform: String?, shortVersion: String?, path: String = ""
  ) {
    self.product = product
    self.identifier = identifier
    self.platform = platform
    self.shortVersion = shortVersion
    self.path = path
  }

  /// Whether it is a part of the product, and not the product itself.
  package var isPart: Bool { !path.isEmpty }

  var key: BundleKey { BundleKey(product: product, identifier: identifier, path: path) }
}

/// Asks for earlier builds by their version.
package struct VersionQuestion: Hashable, Sendable {
  /// Whose builds.
  package var subject: LedgerSubject
  /// Which version of them.
  package var field: VersionField
  /// How it is read and ordered.
  package var dialect: VersionDialect
  /// How far the question reaches.
  package var scope: VersionScope
  /// Only rows before this one; nil for all.
  package var before: Int64?
  /// Only versions that are not above this one, which is of the dialect asked for; nil for all.
  package var upTo: Version?
  /// Which builds count.
  package var selection = Selection.standing

  /// Which builds count.
  package enum Selection: Hashable, Sendable {
    /// Those that were not withdrawn.
    case standing
    /// Of these, those that were marked as shipped.
    case shipped
    /// Those whose number no other build may have, withdrawn ones among them.
    case withTakenNumbers
  }

  /// Makes a question.
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
