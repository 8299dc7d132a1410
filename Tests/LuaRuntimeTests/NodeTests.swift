import LuaRuntime
import Testing

@Suite("Nodes")
struct NodeTests {
  static let info = LuaNode(kind: 1, owner: 0, index: 0)
  static let child = LuaNode(kind: 1, owner: 0, index: 1)
  static let far = LuaNode(kind: 9000, owner: 1 << 31, index: .max)
  static let older = LuaNode(kind: 2, owner: 0, index: 0)
  static let newer = LuaNode(kind: 2, owner: 0, index: 1)
  static let twin = LuaNode(kind: 2, owner: 1, index: 1)

  private func sandbox() throws -> Sandbox {
    let box = try Sandbox(things: [
      "info": Self.info, "child": Self.child, "far": Self.far, "older": Self.older, "newer": Self.newer,
      "twin": Self.twin,
    ])
    box.host.things = [
      Self.info: .init(
        description: "<dictionary Info.plist:/>",
        fields: [
          (.string("z"), .integer(1)), (.string("a"), .node(Self.child)), (.integer(1), .string("one")),
          (.string("list"), .table(LuaTable(entries: [.init(key: .integer(1), value: .string("first"))]))),
          (.string("far"), .node(Self.far)),
        ]),
      Self.child: .init(description: "<child>"), Self.far: .init(description: "<far>"),
      Self.older: .init(description: "1.0", rank: 1), Self.newer: .init(description: "2.0", rank: 2),
      Self.twin: .init(description: "2.0", rank: 2),
    ]
    return box
  }

  @Test("a field is asked for once per evaluation, and again in the next")
  func readOnce() throws {
    let box = try sandbox()
    let source =
      "for i = 1, 100 do assert(info.z == 1 and info.a == child and info[1] == 'one' and info[1.0] == 'one') end return info.z"
    for round in 1...3 {
      #expect(box.text(source) == "1")
      #expect(box.host.reads == (1...round).flatMap { _ in ["z", "a", "1"] })
    }
  }

  @Test("after a change of what nodes name, nothing old is seen")
  func forgetting() throws {
    let box = try sandbox()
    #expect(box.text("return info.z") == "1")
    box.host.things[Self.info] = .init(fields: [(.string("z"), .integer(2))])
    #expect(box.text("return info.z") == "2")
  }

  @Test("an absent field is nil; keys of other types are errors, and not asked for")
  func absent() throws {
    let box = try sandbox()
    #expect(box.text("return tostring(info.none)") == "nil")
    for (key, type) in [("1.5", "number"), ("true", "boolean"), ("info", "userdata"), ("nil", "nil")] {
      #expect(
        box.text("return tostring(info[\(key)])")
          == "error test.lua:1: a field is read by name or position, not by \(type)")
    }
    #expect(box.host.reads == ["none"])
  }

  @Test(
    "identity, equality and order",
    arguments: [
      ("return info.a == child and rawequal == nil", nil), ("return info.a == info.a", "true"),
      ("return info ~= child", "true"),
      ("local t = {[info.a] = 1} return t[child]", "1"), ("local t = {[info.far] = 1} return t[far]", "1"),
      ("return older < newer", "true"), ("return newer <= twin", "true"), ("return older >= newer", "false"),
      ("return newer == twin", "true"), ("return older == newer", "false"), ("return info == 1", "false"),
      ("return info == 'x'", "false"),
      ("return info < child", "error test.lua:1: these two objects cannot be ordered"),
      ("return info < 1", "error test.lua:1: cannot compare <dictionary Info.plist:/> with number"),
      ("return tostring(info) .. tostring(far)", "<dictionary Info.plist:/><far>"),
      ("return string.format('%s', child)", "<child>"),
      ("return #info", "5"), ("return type(info)", "userdata"), ("return info('x')", "called"),
      ("return info .. 'x'", nil),
      ("info.z = 2", "error test.lua:1: <dictionary Info.plist:/> is read-only: cannot set 'z'"),
      ("\ninfo[1] = 2", "error test.lua:2: <dictionary Info.plist:/> is read-only: cannot set 'number'"),
      ("return getmetatable(info)", "false"), ("setmetatable(info, {})", nil),
      ("return info.forbidden", "error test.lua:1: 'forbidden' cannot be read"),
      ("info.list[1] = 2", "error test.lua:1: this list is read-only: cannot set '1'"),
      ("return info.list[1] .. #info.list", "first1"), ("return info.list == info.list", "true"),
      ("local s = '' for i, v in ipairs(info) do s = s .. v end return s", "one"),
      ("local s = '' for k, v in pairs(info) do s = s .. k .. ' ' end return s", "z a 1 list far "),
      ("return next(info)", nil), ("table.insert(info, 1)", nil), ("return table.concat(info)", nil),
      ("return pairs(info)(info, 'z')", "z"),
      (
        "for k in pairs(info) do info[k] = 1 end",
        "error test.lua:1: <dictionary Info.plist:/> is read-only: cannot set 'z'"
      ),
    ])
  func behaviour(source: String, expected: String?) throws {
    let text = try sandbox().text(source)
    if let expected { #expect(text == expected) } else { #expect(text.hasPrefix("error test.lua:1: "), "\(text)") }
  }

  @Test("a call of a node has its message formatted")
  func calls() throws {
    let box = try sandbox()
    #expect(box.text("\nreturn info('%d%%', 5, {fix = 'f'})") == "called")
    let call = try #require(box.host.nodeCalls.first)
    #expect(call.arguments.map(\.text) == ["node(1,0,0)", "5%", "{fix=f}"])
    #expect(call.file == "test.lua" && call.line == 2)
  }

  @Test("nodes as keys reach the host in their own order")
  func keyOrder() throws {
    let box = try sandbox()
    _ = box.text("emit {[newer] = 1, [far] = 2, [child] = 3, [info] = 4, [older] = 5}")
    #expect(
      box.host.emitted.first?.first?.text
        == "{node(1,0,0)=4,node(1,0,1)=3,node(2,0,0)=5,node(2,0,1)=1,node(9000,2147483648,4294967295)=2}")
  }

  @Test("a node kept past its time answers through the host")
  func kept() throws {
    let box = try Sandbox(
      things: ["info": Self.info],
      [
        .init(name: "keep", traits: .captures) { host, call, _ in host.emitted.append(call.arguments) }
      ])
    box.host.things[Self.info] = .init(fields: [(.string("z"), .integer(1))])
    _ = box.text("local saved = info keep(function() return saved.z end)")
    guard case .function(let function) = box.host.emitted[0][0] else { return }
    box.host.things = [:]
    box.state.begin(fuel: Sandbox.fuel)
    #expect(throws: LuaFailure(kind: .error, message: "this thing is gone", file: "test.lua", line: 1)) {
      try box.state.call(function, [])
    }
  }
}
