package enum FixtureKind: String, CaseIterable, Sendable {
  case application, framework, `extension`, plugin, xcframework, settings, archive, plist
}

extension FixtureKind {
  package var summary: String {
    switch self {
    case .application: "An application."
    case .framework: "A framework."
    case .extension: "An app extension."
    case .plugin: "A plug-in."
    case .xcframework: "An XCFramework."
    case .settings: "A settings bundle."
    case .archive: "An Xcode archive of an application."
    case .plist: "A bare property list."
    }
  }
}
