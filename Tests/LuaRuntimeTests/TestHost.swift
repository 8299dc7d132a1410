import LuaRuntime

/// A host whose functions are closures and whose nodes are tables of fields.
final class TestHost: LuaHost {
  typealias Body = (TestHost, LuaCall, LuaAnswer) -> Void

  struct Function {
    var library: String?
    var name: String?
    var traits: LuaState.Traits = []
    var formatAt: Int32 = 0
    let body: Body
  }

  /// The contents of a node. The fields are in the order of `pairs`.
  struct Thing {
    var description = "<thing>"
    var fields: [(key: LuaValue, value: LuaValue)] = []
    /// Things with a rank are ordered by it.
    var rank: Int64?
  }

  var functions: [Function] = []
  var things: [LuaNode: Thing] = [:]
  var modules: [String: String] = [:]
  /// The keys asked for, in order.
  var reads: [String] = []
  /// The arguments of each `emit`.
  var emitted: [[LuaValue]] = []
  var calls: [LuaCall] = []
  var nodeCalls: [LuaCall] = []
  var finishedImports: [String] = []

  func read(_ node: LuaNode, key: LuaKey, answer: LuaAnswer) {
    let wanted: LuaValue
    switch key {
    case .string(let bytes): wanted = .string(String(decoding: bytes, as: UTF8.self))
    case .integer(let number): wanted = .integer(number)
    }
    reads.append(wanted.text)
    guard let thing = things[node] else { return answer.fail("this thing is gone") }
    if wanted == .string("forbidden") { return answer.fail("'forbidden' cannot be read") }
    if let field = thing.fields.first(where: { $0.key == wanted }) { answer.set(field.value) }
  }

  func length(of node: LuaNode, answer: LuaAnswer) {
    guard let thing = things[node] else { return answer.fail("this thing is gone") }
    answer.set(Int64(thing.fields.count))
  }

  func entry(of node: LuaNode, rank: UInt64, key: LuaAnswer, value: LuaAnswer) -> Bool {
    guard let thing = things[node], rank < UInt64(thing.fields.count) else { return false }
    key.set(thing.fields[Int(rank)].key)
    value.set(thing.fields[Int(rank)].value)
    return true
  }

  func describe(_ node: LuaNode, answer: LuaAnswer) { answer.set(things[node]?.description ?? "<gone>") }

  func compare(_ left: LuaNode, _ right: LuaNode, forEquality: Bool, answer: LuaAnswer) {
    if left == right { return answer.set(Int64(0)) }
    guard let first = things[left]?.rank, let second = things[right]?.rank else { return }
    answer.set(Int64(first < second ? -1 : first > second ? 1 : 0))
  }

  func call(_ call: LuaCall, answer: LuaAnswer) {
    calls.append(call)
    functions[Int(call.function)].body(self, call, answer)
  }

  func callNode(_ call: LuaCall, answer: LuaAnswer) {
    nodeCalls.append(call)
    answer.set("called")
  }

  func undefined(name: String, library: String) -> String {
    library.isEmpty ? "there is no global '\(name)'" : "there is no function '\(library).\(name)'"
  }
}

extension LuaValue {
  /// Short text for comparisons in tests.
  var text: String {
    switch self {
    case .nil: "nil"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): value
    case .node(let node): "node(\(node.kind),\(node.owner),\(node.index))"
    case .table(let table):
      "{" + table.entries.map { "\($0.key.text)=\($0.value.text)" }.joined(separator: ",") + "}"
    case .function: "function"
    case .opaque(let name): "opaque \(name)"
    }
  }
}

/// A sealed state with a test host, and runs in it that answer with a value or a failure.
final class Sandbox {
  let host: TestHost
  let state: LuaState
  static let fuel: UInt64 = 20_000_000

  init(limits: LuaLimits = .standard, things: [String: LuaNode] = [:], _ functions: [TestHost.Function] = []) throws {
    host = TestHost()
    host.functions = Self.standard + functions
    state = try LuaState(host: host, limits: limits)
    for (number, function) in host.functions.enumerated() {
      try state.register(
        UInt32(number), library: function.library, name: function.name, traits: function.traits,
        formatAt: function.formatAt)
    }
    for (name, node) in things { try state.register(node, name: name) }
    try state.seal()
  }

  /// `emit(…)` records, `import` reads from `host.modules`, `host.echo(x)` gives back, `host.fail(message)` fails.
  static var standard: [TestHost.Function] {
    [
      .init(name: "emit") { host, call, _ in host.emitted.append(call.arguments) },
      .init(name: "import", traits: .imports) { host, call, answer in
        if call[1] == .boolean(true) { return host.finishedImports.append(call[0].text) }
        guard case .string = call[0] else { return answer.fail("import needs a name") }
        guard let source = host.modules[call[0].text] else {
          return answer.fail("there is no module '\(call[0].text)'")
        }
        answer.set(LuaSource(Array(source.utf8), name: call[0].text + ".lua"))
      },
      .init(library: "host", name: "echo") { _, call, answer in answer.set(call[0]) },
      .init(library: "host", name: "fail") { _, call, answer in answer.fail(call[0].string ?? "failed") },
    ]
  }

  /// Starts an evaluation and runs a source in it.
  func run(_ source: String, name: String = "test.lua", fuel: UInt64 = Sandbox.fuel) -> Result<LuaValue, LuaFailure> {
    run(Array(source.utf8), name: name, fuel: fuel)
  }

  func run(_ source: [UInt8], name: String = "test.lua", fuel: UInt64 = Sandbox.fuel) -> Result<LuaValue, LuaFailure> {
    state.begin(fuel: fuel)
    do throws(LuaFailure) {
      return .success(try state.run(LuaSource(source, name: name)))
    } catch {
      return .failure(error)
    }
  }

  /// The text of the result, or the failure as `kind file:line: message`.
  func text(_ source: String, name: String = "test.lua", fuel: UInt64 = Sandbox.fuel) -> String {
    switch run(source, name: name, fuel: fuel) {
    case .success(let value): value.text
    case .failure(let failure): failure.text
    }
  }
}

extension LuaFailure {
  var text: String { "\(kind.rawValue) \(file ?? "-"):\(line ?? 0): \(message)" }
}
