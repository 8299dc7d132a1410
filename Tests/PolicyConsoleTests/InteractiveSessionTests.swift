@testable import PolicyConsole
import Basics
import Bundles
import LuaRuntime
import PolicyTestSupport
import PropertyLists
import Testing

@testable import PolicyEngine

/// The results of interactive input.
@Suite struct InteractiveSessionTests {
  private static let info = """
    <plist><dict>
    <key>CFBundleIdentifier</key><string>com.x.app</string>
    <key>CFBundleVersion</key><string>42</string>
    <key>Size</key><integer>3</integer>
    <key>List</key><array><string>a</string><real>1.5</real><true/></array>
    <key>When</key><date>2026-01-31T00:00:00Z</date>
    <key>Bytes</key><data>AAECAw==</data>
    <key>Evil~key</key><string>a"b\\c</string>
    </dict></plist>
    """

  private static func graph() throws -> BundleGraph {
    try BundleGraph.open(
      storage: MemoryStorage([
        "Contents/Info.plist": .text(info), "Contents/PkgInfo": .text("APPL????"),
        "Contents/Resources/a.txt": .text(""),
        "Contents/PlugIns/In.appex/Contents/Info.plist": .text(
          "<plist><dict><key>CFBundleIdentifier</key><string>com.x.in</string></dict></plist>"),
      ]), name: "A.app")
  }

  private static func session(_ options: PolicyProgram.Options = .init(policies: [])) throws -> InteractiveSession {
    let session = try InteractiveSession(options)
    try session.open(try graph())
    return session
  }

  /// Returns the output of the last line: its lines, `…` for incomplete input, or `CODE LINE: MESSAGE` for an error.
  private static func last(_ lines: [String], in session: InteractiveSession) -> [String] {
    var shown: [String] = []
    for line in lines {
      switch session.evaluate(line) {
      case .incomplete: shown = ["…"]
      case .values(let values): shown = values
      case .failed(let error): shown = ["\(error.code) \(error.line ?? 0): \(error.message)"]
      }
    }
    return shown
  }

  /// The day is available with and without a bundle.
  @Test func theDayOfTheCheck() throws {
    let session = try InteractiveSession(.init(policies: []), asOf: try #require(CalendarDate("2026-11-23")))
    #expect(Self.last(["as_of.year"], in: session) == ["2026"])
    try session.open(try Self.graph())
    #expect(Self.last(["as_of"], in: session) == ["2026-11-23"] && Self.last(["as_of.month"], in: session) == ["11"])
  }

  private static let cases: [(lines: [String], shown: [String]?)] = [
    (["info.CFBundleVersion"], ["\"42\"  (A.app/Contents/Info.plist:3:1, string)"]),
    (["bundle.info['CFBundleVersion']"], ["\"42\"  (A.app/Contents/Info.plist:3:1, string)"]),
    (["info.List[2]"], ["1.5  (A.app/Contents/Info.plist:5:41, real)"]),
    (["info.CFBundelVersion"], ["nil  (no such key; did you mean 'CFBundleVersion'?)"]),
    (["info.CFBundleNmae"], ["nil  (no such key; did you mean 'CFBundleName'?)"]),
    (["info.CFBundleName"], ["nil  (no such key)"]),
    (["1, 'a', nil, true, 1.0, 0/0 ~= 0/0"], ["1", "\"a\"", "nil", "true", "1.0", "true"]),
    (["'a\"b\\\\c'"], ["\"a\\\"b\\\\c\""]),
    (["{}"], ["{}"]), (["{ 1, 2, x = { y = 'z' } }"], ["{ 1, 2, x = { y = \"z\" } }"]),
    (["{ ['a b'] = 1, ['end'] = 2 }"], ["{ [\"a b\"] = 1, [\"end\"] = 2 }"]),
    (
      ["info.List"],
      ["<array>  3 elements  (A.app/Contents/Info.plist:5:16)", "  [1] = \"a\"", "  [2] = 1.5", "  [3] = true"]
    ),
    (["info.When"], ["2026-01-31T00:00:00Z  (A.app/Contents/Info.plist:6:16)"]),
    (["info.Bytes"], ["<data>  4 bytes: 00010203  (A.app/Contents/Info.plist:7:17)"]),
    (["bundle.name"], ["\"A.app\""]), (["version.parse('1.2')"], ["1.2  (version)"]),
    (["#bundle.bundles, bundle.bundles[1].identifier"], ["1", "\"com.x.in\""]),
    (["function() end"], ["<function>"]), (["string"], ["…"]), (["-- nothing"], []), ([""], []),
    (["local x = 20", "x + 1"], ["21"]), (["x = 20", "x = x * 2", "x"], ["40"]),
    (["local x, y", "y"], ["nil"]), (["local x, y", "x, y"], ["nil", "nil"]),
    (["local a <const>, b = 1, 2", "a + b"], ["3"]), (["local a = 1 local b = a + 1 do local c = b end", "b, c"], nil),
    (["local function f(n) if n == 0 then return 0 end return n + f(n - 1) end", "f(4)"], ["10"]),
    (["local t = { f = function() local x = 1 return x end }", "t.f()"], ["1"]),
    (["bundle = nil", "bundle"], ["nil"]), (["for i = 1, 3 do last = i end", "last"], ["3"]),
    (["if true then"], ["…"]), (["f("], ["…"]), (["[[ a"], ["…"]), (["info."], ["…"]),
    (["if true then\nx = 1\nend\nreturn x"], ["1"]), (["return 1, 2"], ["1", "2"]),
    (["x = = 2"], ["interactive.syntax 1: <eof> expected near '='"]),
    (["1 +* 2"], ["interactive.syntax 1: unexpected symbol near '*'"]),
    (["'abc"], ["interactive.syntax 1: unfinished string near ''abc'"]),
    (["inof"], ["interactive.error 1: there is no variable 'inof'; did you mean 'info'?"]),
    (["local count = 1", "coumt"], ["interactive.error 1: there is no variable 'coumt'; did you mean 'count'?"]),
    (["print(1)"], ["interactive.error 1: there is no 'print' here; enter the value itself to print it"]),
    (["info.x = 1"], ["interactive.error 1: <dictionary Contents/Info.plist:> is read-only: cannot set 'x'"]),
    (["string.find = 1"], ["interactive.error 1: string is read-only: cannot set 'find'"]),
    (["bundle.nmae"], ["interactive.error 1: a bundle has no field 'nmae'; did you mean 'name'?"]),
    (["error('boo')"], ["interactive.error 1: boo"]),
    (["error({})"], ["interactive.error 1: an error value of type 'table' was raised; use error(\"message\")"]),
    (["rule 'x' {}"], ["interactive.error 1: 'rule' can only be used in a policy file, not in the REPL"]),
    (["import 'x'"], ["interactive.error 1: no policy is loaded, so there is no module to import"]),
    (["while true do end"], ["limit.fuel 1: this input used up its 50000000 units of fuel"]),
    (["x = 1", "while true do end", "x"], ["1"]),
    (
      ["x = 1", "y = ('x'):rep(1e9)", "x"],
      ["interactive.error 1: there is no global 'x'; check its spelling, or declare it with 'local'"]
    ),
    (["y = ('x'):rep(1e9)", "info.Size"], ["3  (A.app/Contents/Info.plist:4:1, integer)"]),
    (["t = {} t.t = t", "t"], ["{ t = { t = { t = { t = { t = { t = {…} } } } } } }"]),
    (["{ [{}] = 1, [print_] = 2 }"], nil), (["{ [{}] = 1 }"], ["{ [<table>] = <number> }"]),
    (
      ["load('x')"],
      ["interactive.error 1: there is no global 'load'; policies can only use the bundle and the modules they import"]
    ),
  ]

  @Test(arguments: cases)
  func lines(_ lines: [String], _ expected: [String]?) throws {
    let shown = Self.last(lines, in: try Self.session())
    if lines == ["string"] { return #expect(shown.first == "{") }
    guard let expected else {
      return #expect(shown.first?.hasPrefix("interactive.error 1: there is no") == true, "\(shown)")
    }
    #expect(shown == expected)
  }

  @Test func lineNumbers() throws {
    let session = try Self.session()
    guard case .failed(let error) = session.evaluate("x = 1\nerror('no')", line: 7) else { return #expect(Bool(false)) }
    #expect(error.line == 8 && error.file == "input")
  }

  /// Output is bounded, however large a value is.
  @Test func bounds() throws {
    let session = try Self.session()
    let many = Self.last(["t = {} for i = 1, 1000 do t[i] = { i } end", "t"], in: session)
    #expect(many.count == 63 && many[61] == "  … 940 more")
    let wide = Self.last(
      ["u = {} for i = 1, 50 do u[i] = {} for j = 1, 50 do u[i][j] = ('x'):rep(50) end end", "u"], in: session)
    #expect(wide.count <= 201)
    let long = Self.last(["('x'):rep(1e6)"], in: session)
    #expect(long.count == 1 && long[0].count < 2_100 && long[0].hasSuffix("…\" (1000000 bytes)"))
    let results = Self.last(["table.unpack(t, 1, 100)"], in: session)
    #expect(results.count == 20)
    // A table that contains another twice, and so on: 2^60 tables if written out.
    #expect(Self.last(["a = {} for i = 1, 60 do a = { a, a } end", "a"], in: session).count < 201)
  }

  @Test func nothingIsOpen() throws {
    let session = try InteractiveSession(.init(policies: []))
    #expect(
      Self.last(["bundle.name"], in: session) == [
        "interactive.error 1: no bundle is open; open one with ':load App.app'"
      ])
    #expect(Self.last(["keys.CFBundleName.type"], in: session) == ["\"string\""])
  }

  @Test func anotherBundle() throws {
    let session = try Self.session()
    let graph = try Self.graph()
    try session.open(graph)
    session.select(graph.bundles[1])
    #expect(
      Self.last(["local n = bundle.parent", "info.CFBundleIdentifier, n.name"], in: session) == [
        "\"com.x.in\"", "\"A.app\"",
      ])
    session.select(graph.bundles[0])
    #expect(Self.last(["n.name, bundle.name"], in: session) == ["\"A.app\"", "\"A.app\""])
    try session.open(graph)
    #expect(Self.last(["n"], in: session).first?.contains("there is no global 'n'") == true)
  }

  @Test func modulesOfThePolicy() throws {
    let folder = try TemporaryFolder([
      "policy.lua": PolicyRun.header,
      "names.lua": "local p = parameter \"p\" { default = 'd' }\nreturn { mine = function(k) return p .. k end }",
      "bad.lua": "return {", "ruled.lua": "rule \"r\" { summary = 's', require = 'K' }",
    ])
    let session = try InteractiveSession(.init(policies: [folder("policy.lua")], parameters: ["p": "given"]))
    #expect(Self.last(["local names = import 'names'", "names.mine('!')"], in: session) == ["\"given!\""])
    #expect(session.importedFiles == [folder("names.lua")])
    #expect(Self.last(["import 'bad'"], in: session) == ["interactive.syntax 1: unexpected symbol near <eof>"])
    #expect(Self.last(["import 'bad'"], in: session) == ["interactive.syntax 1: unexpected symbol near <eof>"])
    #expect(
      Self.last(["import 'ruled'"], in: session) == [
        "interactive.error 1: 'rule' can only be used in a policy file, not in the REPL"
      ])
  }

  private static let lineEnds: [(line: String, start: Int, words: [String])] = [
    ("info.CFBundleVer", 5, ["CFBundleVersion"]), ("bundle.info.Si", 12, ["Size"]),
    ("info.CFBundleNa", 5, ["CFBundleName"]),
    ("info['CFBundleVer", 6, ["CFBundleVersion']"]), ("info[\"Evil", 6, ["Evil~key\"]"]), ("info.Evil", 5, []),
    ("bundle.ide", 7, ["identifier"]), ("x = bundle.ide", 11, ["identifier"]), ("bundle.bundles[1].inf", 18, ["info"]),
    ("bundle.files['Contents/P", 14, ["Contents/PkgInfo']", "Contents/PlugIns/"]),
    ("bundle.files['Contents/PkgInfo'].si", 33, ["size"]), ("bundle.files['C", 14, ["Contents/"]),
    ("string.f", 7, ["find", "format"]), ("bundle.name:up", 12, ["upper"]), ("info.When.ye", 10, ["year"]),
    ("info.Bytes.", 11, ["bytes", "length"]), ("keys.CFBundleIconFi", 5, ["CFBundleIconFile", "CFBundleIconFiles"]),
    ("keys.CFBundleName.ty", 18, ["type"]), ("bund", 0, ["bundle", "bundles"]), ("retu", 0, ["return"]),
    ("mine.ab", 5, ["abc"]),
    ("min", 0, ["mine"]), ("", 0, []), ("f().x", 4, []), ("info.List[1].", 13, []), ("(", 1, []), ("nowhere.x", 8, []),
    ("plist.resolve(info, 'CFBundleIconFi", 21, ["CFBundleIconFile'", "CFBundleIconFiles'"]), ("\"", 1, []),
    ("a[[", 3, []),
  ]

  @Test(arguments: lineEnds)
  func completions(_ line: String, _ start: Int, _ words: [String]) throws {
    let session = try Self.session()
    _ = session.evaluate("mine = { abc = 1, [1] = 2 }")
    #expect(session.completions(of: line) == .init(start: start, words: words))
  }

  /// Completion only reads.
  @Test func completionHasNoEffect() throws {
    let session = try Self.session()
    _ = session.evaluate("n = 0 t = setmetatable({}, { __index = function() while true do n = n + 1 end end })")
    _ = session.completions(of: "t.x.y")
    _ = session.completions(of: "(function() n = 5 end)().x")
    #expect(Self.last(["info.Size"], in: session) == ["3  (A.app/Contents/Info.plist:4:1, integer)"])
    for cut in 0...40 {
      _ = session.completions(of: String("bundle.files[\"Contents/Pk\"].png[ 'x' ].é\\".prefix(cut)))
    }
  }

  @Test(arguments: [
    ("info", ["dictionary"]),
    ("bundle, 1, 'x', nil, 1.5, {}, true", ["bundle", "integer", "string", "nil", "number", "list", "boolean"]),
    ("info.When", ["date"]), ("version.parse('1')", ["version"]), ("bundle.files", ["files"]),
  ])
  func types(_ expression: String, _ expected: [String]) throws {
    guard case .values(let lines) = try Self.session().types(of: expression) else { return #expect(Bool(false)) }
    #expect(lines == expected)
  }
}
