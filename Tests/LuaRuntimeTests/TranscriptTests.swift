import LuaRuntime
import Testing

/// What evaluations asked and were told, and whether they would be told the same again.
@Suite("Transcripts")
struct TranscriptTests {
  private static let info = LuaNode(kind: 1, owner: 0, index: 0)
  private static let one = LuaNode(kind: 2, owner: 0, index: 1)
  private static let two = LuaNode(kind: 2, owner: 0, index: 2)
  private static let secret = LuaNode(kind: 7, owner: 0, index: 0)
  private static let scope = LuaTranscript.Scope(known: [info], refusedKinds: [7])

  private func sandbox() throws -> Sandbox {
    let box = try Sandbox(
      things: ["info": Self.info, "other": Self.one],
      [
        .init(library: "host", name: "count") { _, call, answer in
          answer.charge(UInt64(call[0].table?.entries.count ?? 0) * 100)
          answer.set(true)
        }
      ])
    box.host.things = [
      Self.info: .init(
        description: "<info>",
        fields: [
          (.string("name"), .string("App")), (.string("first"), .node(Self.one)), (.string("second"), .node(Self.two)),
          (.string("list"), .table(LuaTable(entries: [.init(key: .integer(1), value: .number(0.5))]))),
          (.string("secret"), .node(Self.secret)), (.string("long"), .string(String(repeating: "x", count: 5000))),
        ]),
      Self.one: .init(description: "<one>", fields: [(.string("size"), .integer(1))], rank: 1),
      Self.two: .init(description: "<two>", fields: [(.string("size"), .integer(2))], rank: 2),
      Self.secret: .init(),
    ]
    return box
  }

  private func heard(_ box: Sandbox, _ source: String) -> LuaTranscript? {
    #expect(box.state.beginTranscript(Self.scope))
    _ = box.run(source)
    return box.state.endTranscript()
  }

  private func isAlike(_ box: Sandbox, _ transcript: LuaTranscript) -> Bool {
    box.state.charges(for: transcript, Self.scope) != nil
  }

  @Test(
    "are answered alike until something that was asked for changes",
    arguments: [
      ("return info.name", "name"), ("return info.none", "none"), ("return #info.first", "length"),
      ("return info.first.size + info.second.size", "size"), ("for _ in pairs(info.first) do end", "size"),
      ("return tostring(info.second)", "description"), ("return info.first < info.second", "rank"),
      ("return info.list[1]", "list"),
      ("return host.echo(info.first).size, host.echo({ a = { 1, 'x', info.second } })", "size"),
    ])
  func changes(_ source: String, _ changed: String) throws {
    let box = try sandbox()
    let transcript = try #require(heard(box, source))
    #expect(isAlike(box, transcript) && isAlike(box, transcript))
    // Another field than any that is asked for.
    box.host.things[Self.info]?.fields.append((.string("unasked"), .integer(1)))
    #expect(isAlike(box, transcript))
    switch changed {
    case "name": box.host.things[Self.info]?.fields[0].value = .string("Apq")
    case "none": box.host.things[Self.info]?.fields.append((.string("none"), .boolean(false)))
    case "length": box.host.things[Self.one]?.fields = []
    case "size": for node in [Self.one, Self.two] { box.host.things[node]?.fields[0].value = .integer(3) }
    case "description": box.host.things[Self.two]?.description = "<Two>"
    case "rank": box.host.things[Self.two]?.rank = 0
    default:
      box.host.things[Self.info]?.fields[3].value =
        .table(LuaTable(entries: [.init(key: .integer(1), value: .number(0.25))]))
    }
    #expect(!isAlike(box, transcript))
  }

  @Test("take nodes for the same by when they came up, not by their numbers")
  func nodes() throws {
    let box = try sandbox()
    let apart = try #require(heard(box, "return info.first == info.second"))
    let sizes = try #require(heard(box, "return info.first.size"))
    let another = LuaNode(kind: 2, owner: 5, index: 77)
    box.host.things[another] = box.host.things[Self.one]
    box.host.things[Self.info]?.fields[1].value = .node(another)
    #expect(isAlike(box, apart) && isAlike(box, sizes))
    box.host.things[Self.info]?.fields[2].value = .node(another)
    #expect(!isAlike(box, apart))
  }

  @Test("tell what the same answers charge now")
  func charges() throws {
    let box = try sandbox()
    let transcript = try #require(heard(box, "return host.count(info.list)"))
    let first = try #require(box.state.charges(for: transcript, Self.scope))
    #expect(first == (100, 100))
  }

  @Test(
    "are none of what cannot be asked again",
    arguments: [
      "return info.forbidden", "return pcall(function() return info.forbidden end)", "return info.secret",
      "return info.long", "info('reported')", "return nothing_defined", "return other.size",
      "return host.echo(function() end)", "return host.echo(('x'):rep(5000))", "import 'module'",
      "for i = 1, 200 do host.echo(('x'):rep(i)) end",
    ])
  func spoiled(_ source: String) throws {
    let box = try sandbox()
    box.host.modules["module"] = "return 1"
    #expect(heard(box, source) == nil)
    // Nothing of it is left.
    #expect(box.text("return info.name") == "App")
  }

  @Test("that are damaged are answered by nobody, and harm nothing")
  func damaged() throws {
    let box = try sandbox()
    let source =
      "local t = host.echo({ a = { 1, 2.5, 'x', info.second } }) for k in pairs(info.first) do end return #info.first, info.first < info.second, tostring(info)"
    let whole = try #require(heard(box, source)).bytes
    #expect(isAlike(box, LuaTranscript(bytes: whole)))
    for count in 8..<whole.count {
      // What ends between two questions is a shorter transcript.
      _ = isAlike(box, LuaTranscript(bytes: Array(whole[..<count])))
    }
    var numbers = SystemNumbers(state: 7)
    for position in 8..<whole.count {
      for _ in 0..<8 {
        var bytes = whole
        bytes[position] = UInt8(truncatingIfNeeded: numbers.next())
        _ = isAlike(box, LuaTranscript(bytes: bytes))
      }
    }
    #expect(!isAlike(box, LuaTranscript(bytes: [])))
    #expect(isAlike(box, LuaTranscript(bytes: whole)))
  }

  private struct SystemNumbers {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }
}
