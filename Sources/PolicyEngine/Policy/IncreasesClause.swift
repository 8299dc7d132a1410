package import ReleaseLedger
package import Versions

/// What `increases` asks.
package struct IncreasesClause: Hashable {
  /// The key, or the pointer, that holds the version.
  package let key: String
  /// How it is read and ordered.
  package var dialect: VersionDialect
  /// Which earlier builds it is held against.
  package var scope: VersionScope

  package init(key: String, dialect: VersionDialect = .apple, scope: VersionScope = .platform) {
    (self.key, self.dialect, self.scope) = (key, dialect, scope)
  }
}

extension VersionScope {
  /// Words after "every earlier build", where it is not the usual scope.
  var phrase: String {
    switch self {
    case .identifier: " for any system"
    case .platform: ""
    case .release: " of its release"
    }
  }
}
