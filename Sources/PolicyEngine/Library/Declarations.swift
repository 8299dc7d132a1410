import LuaRuntime

// The words of the policy language.
extension HostFunction {
  static let declarations: [HostFunction] =
    ["policy", "parameter", "rule", "waive"].map { word in
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
}
