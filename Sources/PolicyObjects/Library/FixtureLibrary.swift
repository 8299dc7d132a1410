import LuaRuntime
import PolicySchema

extension HostLibrary {
  static let fixture = HostLibrary(
    "fixture", "Bundles for tests, described by how they differ from valid ones.", isForTests: true,
    FixtureKind.allCases.map { kind in
      HostFunction("\(kind.rawValue)(differences?: Description): Fixture", kind.summary, traits: .final) {
        host, call, answer in
        host.declarations.makeFixture(kind, call, answer)
      }
    })
}

extension HostFunction {
  static let fixtureMethods = [
    HostFunction(
      "with(differences: Description): Fixture", "A copy of the bundle with these differences.", traits: .final
    ) { host, call, answer in
      host.declarations.makeFixture(nil, call, answer)
    }
  ]
}

extension PolicyHost {
  static let fixtureClass = APIClass(
    "Fixture", .object, "A bundle that a test describes.",
    methods: HostFunction.fixtureMethods.compactMap(\.definition))

  func readFixture(_ key: LuaKey, _ answer: LuaAnswer) {
    guard case .string(let name) = key, let function = HostFunction.number(of: name, in: .fixture) else {
      return answer.fail("a fixture's only function is fixture:with { … }")
    }
    answer.set(function: function)
  }
}
