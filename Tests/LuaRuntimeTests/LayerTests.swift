import LuaRuntime
import Testing

/// What sources add on top of a settled state is theirs alone.
@Suite("Layers")
struct LayerTests {
  private static var capture: TestHost.Function {
    TestHost.Function(name: "keep", traits: .captures) { host, call, _ in host.emitted.append(call.arguments) }
  }

  private func function(_ box: Sandbox) throws -> LuaFunction {
    guard case .function(let function)? = box.host.emitted.last?.first else { throw Missing() }
    return function
  }

  private struct Missing: Error {}

  private func layer(_ box: Sandbox, _ source: String) throws -> (LuaState.Layer, LuaFunction) {
    box.state.select(.none)
    box.state.begin(fuel: Sandbox.fuel)
    try box.state.run(LuaSource(Array(source.utf8), name: "layer.lua"))
    return (try box.state.settleLayer(), try function(box))
  }

  private func call(_ box: Sandbox, _ layer: LuaState.Layer, _ function: LuaFunction) throws -> (String, UInt64, Int) {
    box.state.select(layer)
    box.state.begin(fuel: Sandbox.fuel)
    let before = box.state.memoryUsed
    return (try box.state.call(function, []).text, box.state.fuelUsed, before)
  }

  private func settled(_ modules: [String: String] = [:]) throws -> Sandbox {
    let box = try Sandbox([Self.capture])
    box.host.modules = modules
    box.state.begin(fuel: Sandbox.fuel)
    try box.state.run(LuaSource(Array("import 'shared' keep(function() return 'base' end)".utf8), name: "base.lua"))
    box.state.begin(fuel: Sandbox.fuel)
    try box.state.settle(isLayered: true)
    return box
  }

  private static let shared = [
    "shared": "local n = 0\nreturn { bump = function() n = n + 1 return n end, list = { 1, 2 } }"
  ]

  @Test("do not see one another, in any order")
  func apart() throws {
    let box = try settled(Self.shared)
    let base = try function(box)
    let counting = "local shared = import 'shared' local n = %d keep(function() n = n + shared.bump() return n end)"
    let one = try layer(box, counting.replacing("%d", with: "10"))
    let large = try layer(
      box, "local t = {} for i = 1, 20000 do t[i] = 'text ' .. i end keep(function() return #t end)")
    let two = try layer(box, counting.replacing("%d", with: "20"))
    var seen: [Int: Set<String>] = [:]
    for number in [0, 1, 2, 3, 3, 2, 1, 0, 2, 0, 1, 1, 3, 0] {
      let (layer, function) = [(.none, base), one, two, large][number]
      let (text, fuel, memory) = try call(box, layer, function)
      seen[number, default: []].insert("\(text) \(fuel) \(memory)")
    }
    #expect(seen.mapValues(\.count) == [0: 1, 1: 1, 2: 1, 3: 1])
    #expect(seen[1]?.first?.hasPrefix("11 ") == true && seen[2]?.first?.hasPrefix("21 ") == true)
    #expect(seen[0]?.first?.hasPrefix("base ") == true && seen[3]?.first?.hasPrefix("20000 ") == true)
  }

  @Test("hold tables that are read-only, and so are those of what they share")
  func readOnly() throws {
    let box = try settled(Self.shared)
    for source in [
      "local t = {} keep(function() t.x = 1 end)",
      "local shared = import 'shared' keep(function() shared.list[1] = 2 end)",
    ] {
      let (layer, function) = try layer(box, source)
      let failure = #expect(throws: LuaFailure.self) { try call(box, layer, function) }
      #expect(failure?.message.contains("read-only") == true)
    }
  }

  @Test("are taken down whole where an evaluation before them used much memory")
  func afterMuchMemory() throws {
    let box = try settled(Self.shared)
    let much = try layer(box, "keep(function() local t = {} for i = 1, 300000 do t[i] = { i } end return #t end)")
    let plain = try layer(box, "keep(function() return 'plain' end)")
    let first = try call(box, plain.0, plain.1)
    #expect(try call(box, much.0, much.1).0 == "300000")
    #expect(try call(box, plain.0, plain.1) == first)
    let later = try layer(box, "keep(function() return 'plain' end)")
    #expect(try call(box, later.0, later.1) == first)
  }

  @Test("leave the state as it was when they cannot be loaded")
  func failing() throws {
    let box = try settled(Self.shared)
    let base = try function(box)
    let first = try call(box, .none, base)
    #expect(throws: LuaFailure.self) { try layer(box, "local t = import 'shared' error('no')") }
    #expect(try call(box, .none, base) == first)
  }
}
