import LuaRuntime

// The words of the policy language.
extension HostFunction {
  static let declarations: [HostFunction] =
    ["policy", "parameter", "rule", "waive", "override", "disable", "test"].map { word in
      HostFunction(name: word, traits: [.curried, .captures]) { host, call, answer in
        host.recorder.declare(word, call, answer)
      }
    } + [
      HostFunction(name: "import", traits: .imports) { host, call, answer in
        // The bridge calls again with `true` once the module has run.
        if case .string(let name) = call[0], call[1] == .boolean(true) { return host.recorder.finishImport(name) }
        host.recorder.importModule(call, answer)
      }
    ]

  /// `fixture.application { … }` and so on: bundles for tests.
  static let fixtures: [HostFunction] = FixtureKind.allCases.map { kind in
    HostFunction(library: "fixture", name: kind.rawValue) { host, call, answer in
      host.recorder.makeFixture(call, answer) { (tests) throws(DeclarationError) in try tests.makeFixture(kind, call) }
    }
  }

  /// The words that make shapes of other things. Those that are shapes as they stand are objects: see `Shape.Word`.
  static let shapes: [HostFunction] = [
    shape("one_of") { (reader, call) throws(DeclarationError) in try reader.oneOf(call) },
    shape("list_of") { (reader, call) throws(DeclarationError) in try reader.listOf(call) },
    shape("optional") { (reader, call) throws(DeclarationError) in try reader.optional(call) },
    shape("any_of") { (reader, call) throws(DeclarationError) in
      try reader.combination("any_of", call) { .anyOf($0) }
    },
    shape("all_of") { (reader, call) throws(DeclarationError) in
      try reader.combination("all_of", call) { .allOf($0) }
    },
    shape("custom", traits: .captures) { (reader, call) throws(DeclarationError) in try reader.custom(call) },
  ]

  private static func shape(
    _ name: String, traits: LuaState.Traits = [],
    _ make: @escaping @Sendable (ShapeReader, LuaCall) throws(DeclarationError) -> ShapeReader.Reading
  ) -> HostFunction {
    HostFunction(name: name, traits: traits) { host, call, answer in host.recorder.makeShape(call, answer, make) }
  }
}
