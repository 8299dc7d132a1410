import LanguageSchema
import LuaRuntime

// Bundles for tests. What they are, the tool that runs tests tells.
extension HostLibrary {
  static let fixture = HostLibrary(
    "fixture", "Bundles for tests: sound ones, and what differs.", isForTests: true,
    FixtureKind.allCases.map { kind in
      HostFunction("\(kind.rawValue)(differences?: Description): Fixture", kind.summary) { host, call, answer in
        host.recorder.makeFixture(call, answer) { (tests) throws(DeclarationError) in
          try tests.makeFixture(kind, call)
        }
      }
    })
}

extension FixtureKind {
  fileprivate var summary: String {
    switch self {
    case .application: "An application."
    case .framework: "A framework."
    case .extension: "An extension of an application."
    case .plugin: "A plug-in."
    case .xcframework: "A framework for several platforms."
    case .settings: "Pages of preferences."
    case .archive: "An Xcode archive with an application."
    case .plist: "A bare property list."
    }
  }
}

extension HostFunction {
  static let fixtureMethods = [
    HostFunction("with(differences: Description): Fixture", "The same bundle but for these differences.") {
      host, call, answer in
      host.recorder.makeFixture(call, answer) { (tests) throws(DeclarationError) in try tests.deriveFixture(call) }
    }
  ]
}

extension PolicyHost {
  static let fixtureClass = APIClass(
    "Fixture", .object, "A bundle that a test describes.",
    methods: HostFunction.fixtureMethods.compactMap(\.definition))

  func readFixture(_ key: LuaKey, _ answer: LuaAnswer) {
    guard case .string(let name) = key, let function = HostFunction.number(of: name, in: .fixture) else {
      return answer.fail("of a fixture there is only fixture:with { … }")
    }
    answer.set(function: function)
  }
}
