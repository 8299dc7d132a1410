import LuaRuntime
import Testing

/// Where an error is said to be, and what it says.
@Suite("Error places")
struct ErrorPlaceTests {
  @Test(
    "an error names the policy line",
    arguments: [
      ("\nerror('boom')", "error test.lua:2: boom"),
      ("\nerror('boom', 0)", "error test.lua:2: boom"), ("\nerror('a\\0b')", "error test.lua:2: a\0b"),
      ("local function f()\nerror('boom', 2)\nend\n\nf()", "error test.lua:5: boom"),
      ("local function f()\nerror('boom')\nend\n\nf()", "error test.lua:2: boom"),
      (
        "local function f(n)\nif n == 0 then\nlocal x = nil + 1\nend\nf(n - 1)\nend\nf(50)",
        "error test.lua:3: attempt to perform arithmetic on a nil value"
      ),
      ("\n\nlocal t = nil\nreturn t.x", "error test.lua:4: attempt to index a nil value (local 't')"),
      ("\nhost.fail('no such key')", "error test.lua:2: no such key"),
      ("local f = host.fail\n\nlocal g = function()\n  f('inner')\nend\ng()", "error test.lua:4: inner"),
      ("\nstring.rep()", "error test.lua:2: bad argument #1 to 'rep' (string expected, got no value)"),
      ("\n('x'):rep({})", "error test.lua:2: bad argument #1 to 'rep' (number expected, got table)"),
      ("\ntonumber('1', 99)", "error test.lua:2: bad argument #2 to 'tonumber' (base out of range)"),
      ("\ntonumber()", "error test.lua:2: bad argument #1 to 'tonumber' (value expected)"),
      ("table.sort({3, 2, 1}, function(a, b)\n\nerror('in comparator')\nend)", "error test.lua:3: in comparator"),
      (
        "('abc'):gsub('.', function()\nlocal x = {} .. 'x'\nend)",
        "error test.lua:2: attempt to concatenate a table value"
      ),
      ("\nerror({code = 1})", "error test.lua:2: an error value of type 'table' was raised; use error(\"message\")"),
      ("\nerror(nil)", "error test.lua:2: an error value of type 'nil' was raised; use error(\"message\")"),
      ("\nerror()", "error test.lua:2: an error value of type 'nil' was raised; use error(\"message\")"),
      ("\nerror(42)", "error test.lua:2: an error value of type 'number' was raised; use error(\"message\")"),
      (
        "error(setmetatable({}, {__tostring = function() while true do end end, __name = 5}))",
        "error test.lua:1: an error value of type 'table' was raised; use error(\"message\")"
      ),
      ("\nassert(false)", "error test.lua:2: assertion failed!"),
      ("\nassert(nil, 'said so')", "error test.lua:2: said so"),
      ("\nreturn undefined_thing", "error test.lua:2: there is no global 'undefined_thing'"),
      ("\nreturn string.undefined", "error test.lua:2: there is no function 'string.undefined'"),
      ("\nreturn ('x'):undefined()", "error test.lua:2: there is no function 'string.undefined'"),
      ("\nreturn host.undefined", "error test.lua:2: there is no function 'host.undefined'"),
      ("\nx = 1", "error test.lua:2: cannot assign to the global 'x'; write 'local x = …'"),
      ("function f() end", "error test.lua:1: cannot assign to the global 'f'; write 'local f = …'"),
      ("local ok, e = pcall(error, 'caught') error('again: ' .. e)", "error test.lua:1: again: caught"),
      ("error('not enough memory', 0)", "error -:0: not enough memory"),
      ("local ok, e = pcall(error, 'not enough memory', 0) return e", "not enough memory"),
      (
        "\nlocal x <close> = setmetatable({}, {__close = function()\nerror('closing')\nend})",
        "error test.lua:3: closing"
      ),
      ("local function f() return f() + 1 end\nreturn f()", "stack overflow"),
      ("return select(-5)", "error test.lua:1: bad argument #1 to 'select' (index out of range)"),
    ])
  func places(source: String, expected: String) throws {
    let box = try Sandbox()
    let text = box.text(source)
    if expected == "stack overflow" {
      #expect(text.hasPrefix("error test.lua:1: stack overflow") || text == "memory test.lua:1: ", "\(text)")
    } else {
      #expect(text == expected)
    }
    #expect(box.text("return 'next'") == "next")
  }

  @Test(
    "a syntax error names its line",
    arguments: [
      ("local = 1", "syntax test.lua:1: <name> expected near '='"),
      ("\n\nif x then", "syntax test.lua:3: 'end' expected near <eof>"),
      ("x = 'abc\n'", "syntax test.lua:1: unfinished string near ''abc'"),
      ("\nreturn '\\q'", "syntax test.lua:2: invalid escape sequence"),
      ("goto nowhere", "syntax test.lua:1: no visible label 'nowhere' for"),
      ("local x <const> = 1\nx = 2", "syntax test.lua:2: attempt to assign to const variable 'x'"),
      ("break", "syntax test.lua:1: break outside"),
    ])
  func syntax(source: String, expected: String) throws {
    // The rest of the text differs between releases of Lua 5.4.
    let text = try Sandbox().text(source)
    #expect(text.hasPrefix(expected), "\(text)")
  }

  @Test(
    "odd file names stay whole",
    arguments: [
      "a.lua", "policies/very/deep/" + String(repeating: "directory/", count: 20) + "p.lua", "with: 7: colon.lua",
      "ä/日本.lua", "=stdin", "@x",
    ])
  func names(name: String) throws {
    let box = try Sandbox()
    #expect(box.text("\n\nerror('boom')", name: name) == "error \(name):3: boom")
    #expect(box.text("\n\nlocal x = nil .. 'x'", name: name) == "error \(name):3: attempt to concatenate a nil value")
    #expect(box.text("\nhost.fail('no')", name: name) == "error \(name):2: no")
    #expect(box.text("\nemit()", name: name) == "nil")
    #expect(box.host.calls.last?.file == name)
  }

  @Test("a syntax error in an oddly named file", arguments: ["a.lua", "dir with: colon/b.lua", "ä.lua"])
  func syntaxNames(name: String) throws {
    #expect(try Sandbox().text("\nlocal = 1", name: name) == "syntax \(name):2: <name> expected near '='")
  }

  @Test("messages of any size and any bytes are taken")
  func messages() throws {
    let box = try Sandbox()
    guard case .failure(let long) = box.run("error(('ä'):rep(100000))") else { throw Missing() }
    #expect(long.line == 1 && long.message.utf8.count > 4000 && long.message.utf8.count < 4096)
    #expect(long.message.allSatisfy { $0 == "ä" }, "cut between two characters")
    guard case .failure(let broken) = box.run("error(('\\x80'):rep(100000))") else { throw Missing() }
    #expect(broken.message.unicodeScalars.count > 4000)
    #expect(box.text("error('\\xFF\\xFE bad')") == "error test.lua:1: \u{FFFD}\u{FFFD} bad")
    #expect(box.text("error('')") == "error test.lua:1: ")
    #expect(box.text("error('a\\0b')").hasPrefix("error test.lua:1: a"))
    #expect(
      box.text("return " + String(repeating: "x", count: 5000)).hasPrefix("error test.lua:1: there is no global 'xxx"))
  }

  struct Missing: Error {}

  @Test(
    "a limit names the line that hit it, through any number of pcalls",
    arguments: [
      ("\nwhile true do end", "fuel test.lua:2: "),
      ("pcall(function()\npcall(function()\n\nwhile true do end\nend) end)", "fuel test.lua:4: "),
      ("\nlocal s = ('x'):rep(1 << 30)", "memory test.lua:2: "),
      ("local s = 'x'\nfor i = 1, 60 do\ns = s .. s\nend", "memory test.lua:3: "),
      ("local function f()\n('a'):rep(3000):find('.-.-.-.-b') end\npcall(f)", "fuel test.lua:2: "),
    ])
  func limits(source: String, expected: String) throws {
    #expect(try Sandbox().text(source) == expected)
  }

  @Test("a failure inside a callback's own run does not become the outer one's")
  func nested() throws {
    var state: LuaState?
    var inner: [LuaFailure] = []
    let box = try Sandbox([
      .init(name: "inside") { _, call, answer in
        do throws(LuaFailure) {
          answer.set(try state?.run(LuaSource(Array((call[0].string ?? "").utf8), name: "inner.lua")) ?? .nil)
        } catch {
          inner.append(error)
        }
      }
    ])
    state = box.state
    #expect(
      box.text(
        "assert(inside('\\n\\nerror(\"x\")') == nil) assert(inside('local = 1') == nil) return inside('return 5')")
        == "5")
    #expect(inner.map(\.text) == ["error inner.lua:3: x", "syntax inner.lua:1: <name> expected near '='"])
    #expect(box.text("inside('error(1)')\nerror('outer')") == "error test.lua:2: outer")
    #expect(box.text("pcall(inside, 'while true do end')\nreturn 1") == "fuel inner.lua:1: ")
    #expect(inner.last?.kind == .fuel)
  }
}
