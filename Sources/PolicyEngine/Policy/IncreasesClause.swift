import ReleaseLedger
import Versions

/// What `increases` asks.
package struct IncreasesClause: Hashable {
  /// The key, or the pointer, that holds the version.
  package let key: String
  /// How it is read and ordered.
  var dialect = VersionDialect.apple
  /// Which earlier builds it is held against.
  var scope = VersionScope.platform
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
