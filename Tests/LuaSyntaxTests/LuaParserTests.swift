@testable import LuaSyntax
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Parsing of Lua sources.
@Suite(.largeStack) struct LuaParserTests {
  private static func parse(
    _ source: String
  ) throws -> (statements: [LuaStatement], variables: [LuaVariable]) {
    try LuaParser.parse(LuaTokens(Array(source.utf8)).tokens)
  }

  /// Renders an expression with parentheses around all operations.
  private static func text(_ expression: LuaExpression) -> String {
    switch expression.kind {
    case .nil: "nil"
    case .boolean(let value): "\(value)"
    case .number(let text): text
    case .string(let text): "'\(text)'"
    case .vararg: "..."
    case .name(let name, let variable): name + (variable.map { "#\($0)" } ?? "")
    case .function(let closure): "function/\(closure.parameters.count)"
    case .table(let fields): "{\(fields.count)}"
    case .unary(let operation, let operand): "\(operation)(\(text(operand)))"
    case .chain(let first, let rest): rest.reduce(text(first)) { "(\($0)\($1.operation)\(text($1.value)))" }
    case .parenthesized(let inner): "<\(text(inner))>"
    case .suffixed(let base, let suffixes):
      suffixes.reduce(text(base)) { text, suffix in
        switch suffix.kind {
        case .field(let name): "\(text).\(name)"
        case .index(let index): "\(text)[\(Self.text(index))]"
        case .call(let arguments): "\(text)(\(arguments.map(Self.text).joined(separator: ",")))"
        case .method(let name, let arguments): "\(text):\(name)(\(arguments.map(Self.text).joined(separator: ",")))"
        }
      }
    }
  }

  @Test(arguments: [
    ("a + b * c - d", "((a+(b*c))-d)"), ("a .. b .. c", "(a..(b..c))"), ("2 ^ 3 ^ 4", "(2^(3^4))"),
    ("-x ^ 2", "-((x^2))"), ("not a == b", "(not(a)==b)"), ("a or b and c", "(a or(b and c))"),
    ("a and b or c", "((a and b)or c)"),
    ("a < b == c >= d", "(((a<b)==c)>=d)"), ("a << b >> c | d & e ~ f", "(((a<<b)>>c)|((d&e)~f))"),
    ("a // b / c % d", "(((a//b)/c)%d)"), ("a ~= ~b", "(a~=~(b))"), ("#t + #u", "(#(t)+#(u))"),
    ("f 'x' { 1 } [2].y:z(3, ...)", "f('x')({1})[2].y:z(3,...)"), ("(a).b", "<a>.b"), ("a.. .5", "(a...5)"),
    ("1e-5 + 0x1p+4 - 0xe - 1", "(((1e-5+0x1p+4)-0xe)-1)"), ("function(a, ...) return a end", "function/1"),
    ("{ a = 1, [b] = 2, 3; c }", "{4}"), ("a.b['c']", "a.b['c']"),
  ])
  func expressions(_ source: String, _ expected: String) throws {
    guard case .return(let values)? = try Self.parse("return " + source).statements.first?.kind else {
      return #expect(Bool(false), "no return")
    }
    let spaced = values.map(Self.text).joined().replacing("or", with: " or ").replacing("and", with: " and ")
    #expect(spaced.filter { $0 != " " } == expected.filter { $0 != " " })
  }

  @Test func variables() throws {
    let source = """
      local a, b <const> = 1, f()
      local a = a
      function a.x:y(c) self.d = c; a = b end
      for i = 1, a do local b = i end
      for k, v in pairs(a) do k = v end
      repeat local done = true until done
      local function g(n) return g(n) end
      do local z <close> = nil end
      goto over
      ::over::
      """
    let found = try Self.parse(source).variables.map {
      "\($0.name) \($0.line) \($0.reads)/\($0.writes) \($0.value == nil ? "-" : "=")"
    }
    #expect(
      found == [
        "a 1 1/0 =", "b 1 1/0 =", "a 2 3/1 =", "self 3 1/0 -", "c 3 1/0 -", "i 4 1/0 -", "b 4 0/0 =", "k 5 0/1 -",
        "v 5 1/0 -", "done 6 1/0 =", "g 7 1/0 =", "n 7 1/0 -", "z 8 0/0 =",
      ])
  }

  @Test func everyPolicyAndScript() throws {
    let listing = try ChildProcess.run("/usr/bin/find", ["Policies", "Examples", "Scripts", "-name", "*.lua"])
    let files = listing.outputText.split(separator: "\n").map(String.init)
    #expect(files.count > 20)
    for file in files {
      #expect(throws: Never.self, "\(file)") {
        _ = try LuaParser.parse(LuaTokens(try TemporaryFolder.bytes(of: file)).tokens)
      }
    }
  }

  /// A truncated source, or one with an additional token, is read or rejected without a crash.
  @Test func anythingEnds() throws {
    let tokens = LuaTokens(try TemporaryFolder.bytes(of: "Examples/policies/file-facts.lua")).tokens
    for cut in tokens.indices {
      _ = try? LuaParser.parse(Array(tokens[..<cut]))
      _ = try? LuaParser.parse(Array(tokens[cut...]))
      _ = try? LuaParser.parse(Array(tokens[..<cut]) + [tokens[(cut * 7) % tokens.count]] + Array(tokens[cut...]))
    }
  }

  @Test func longAndDeep() throws {
    for unit in ["+a", ".a", "()", "[1]", " or a"] {
      #expect(throws: Never.self, "\(unit)") {
        _ = try Self.parse("local x = a" + String(repeating: unit, count: 50_000))
      }
    }
    for (open, close) in [
      ("(", ")"), ("{", "}"), ("function() return ", " end"), ("not ", ""), ("- ", ""), ("f(", ")"),
    ] {
      func nested(_ depth: Int) -> String {
        "return " + String(repeating: open, count: depth) + "a" + String(repeating: close, count: depth)
      }
      #expect(throws: Never.self, "\(open)") { _ = try Self.parse(nested(90)) }
      #expect(throws: LuaParser.Unreadable.self, "\(open)") { _ = try Self.parse(nested(100_000)) }
    }
    #expect(throws: LuaParser.Unreadable.self) { _ = try Self.parse(String(repeating: "do ", count: 100_000)) }
  }
}
