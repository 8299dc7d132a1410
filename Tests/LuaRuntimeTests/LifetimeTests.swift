import LuaRuntime
import Testing

/// Swift objects around Lua errors, and states with next to no memory.
@Suite("Lifetimes")
struct LifetimeTests {
  /// Counts its living instances; one test, one thread.
  final class Census {
    var alive = 0, born = 0
  }

  final class Citizen {
    let census: Census
    let papers: [String]
    init(_ census: Census) {
      self.census = census
      census.alive += 1
      census.born += 1
      papers = (0..<3).map { "paper \($0) of citizen \(census.born), long enough to live on the heap" }
    }
    deinit { census.alive -= 1 }
  }

  @Test("failing callbacks leave no Swift object behind", arguments: ["fail", "limit"])
  func failures(how: String) throws {
    let census = Census()
    let box = try Sandbox([
      .init(name: "work", traits: .captures) { _, call, answer in
        let citizens = [Citizen(census), Citizen(census)]
        let text = citizens.map { $0.papers.joined() }.joined(separator: call[0].text)
        defer { withExtendedLifetime(citizens) {} }
        if how == "fail" { return answer.fail(text) }
        answer.charge(.max)
        answer.set(text)
      }
    ])
    if how == "fail" {
      let text = box.text(
        "local n = 0 for i = 1, 100000 do if not pcall(work, 'x' .. i, {i}) then n = n + 1 end end return n",
        fuel: 1_000_000_000)
      #expect(text == "100000")
    } else {
      for _ in 1...10_000 { #expect(box.text("pcall(work, 'x', function() end, {{}})").hasPrefix("fuel")) }
    }
    #expect(census.alive == 0)
    #expect(census.born == (how == "fail" ? 200_000 : 20_000))
  }

  @Test("a state lets go of host functions' captures when it goes")
  func teardown() throws {
    let census = Census()
    for _ in 1...50 {
      let citizen = Citizen(census)
      let box = try Sandbox([.init(name: "work") { _, _, answer in answer.set(citizen.papers[0]) }])
      #expect(box.text("return work()").hasPrefix("paper"))
      _ = box.text("while true do work() end", fuel: 10_000)
    }
    #expect(census.alive == 0)
  }

  @Test("a state of any size can be made, run and dropped without coming down")
  func tiny() throws {
    let thing = LuaNode(kind: 1, owner: 0, index: 0)
    var ran = 0
    for memory in Array(stride(from: 1, to: 200 << 10, by: 1023)) + [-1, 0, Int.min] {
      let limits = LuaLimits(memory: memory, seconds: 600, sourceSize: 1 << 16)
      do {
        let box = try Sandbox(limits: limits, things: ["thing": thing])
        box.host.things[thing] = .init(
          description: "<thing>", fields: [(.string("a"), .string("A")), (.string("b"), .integer(2))])
        box.host.modules["m"] = "return {1, 2, {3}}"
        for source in [
          "return 1", "return thing.a .. thing.b .. #thing .. tostring(thing)", "emit({1, 2, {x = thing}}, 'x')",
          "local t = import 'm' return t[3][1]", "local s = 'x' while true do s = s .. s end",
          "for k, v in pairs(thing) do emit(k) end",
          "pcall(error, {})", "local t = {} for i = 1, 1e6 do t[i] = thing.a end", "return nope", "local = 5",
          "return thing.a",
        ] {
          let text = box.text(source)
          if text == "1" { ran += 1 }
        }
      } catch is LuaState.OutOfMemory {
      }
    }
    #expect(ran > 20, "some of the larger ones run")
  }

  @Test("nothing can be registered once the environment is locked")
  func sealed() throws {
    let box = try Sandbox()
    #expect(throws: LuaState.OutOfMemory.self) { try box.state.register(60, library: "string", name: "more") }
    #expect(throws: LuaState.OutOfMemory.self) { try box.state.register(5000, name: "far") }
    _ = try? box.state.seal()
    #expect(box.text("return #string .. ('x'):rep(2)") == "0xx")
  }

  @Test("a state that is not locked runs nothing")
  func unsealed() throws {
    let host = TestHost()
    let state = try LuaState(host: host)
    state.begin(fuel: 10_000)
    #expect(throws: LuaFailure.self) { try state.run(LuaSource(Array("return string".utf8), name: "test.lua")) }
  }
}
