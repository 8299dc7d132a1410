/// An expression of a Lua source.
///
/// Constructs of arbitrary length, such as `a + b + c …` and `a.b.c …`, are lists rather than nested, so that walks never recurse more
/// deeply than Lua's own parser.
package struct LuaExpression {
  package indirect enum Kind {
    case `nil`
    case boolean(Bool)
    /// As written.
    case number(String)
    /// As written, including escapes.
    case string(String)
    case vararg
    /// The variable is nil for a global.
    case name(String, variable: Int?)
    case function(LuaClosure)
    case table([LuaField])
    case unary(String, LuaExpression)
    /// Left-associative: each operand's left side is everything before it.
    case chain(LuaExpression, [LuaOperand])
    /// A value with the accesses and calls that follow it, in order.
    case suffixed(LuaExpression, [LuaSuffix])
    case parenthesized(LuaExpression)
  }

  package let kind: Kind
  /// The first line, from 1.
  package let line: Int
  /// The positions of its tokens; empty for an expression without source.
  package let range: Range<Int>

  package init(kind: Kind, line: Int, range: Range<Int> = 0..<0) {
    self.kind = kind
    self.line = line
    self.range = range
  }
}

package struct LuaOperand {
  package let operation: String
  /// The position of the operator's first token.
  package let position: Int
  package let value: LuaExpression
}

/// `.name`, `[index]`, `(…)` or `:name(…)`.
package struct LuaSuffix {
  package enum Kind {
    case field(String)
    case index(LuaExpression)
    case call([LuaExpression])
    case method(String, [LuaExpression])
  }

  package let kind: Kind
  package let line: Int
  package let end: Int

  /// The name of a field, or of an index that is a plain string.
  package var name: String? {
    switch kind {
    case .field(let name): name
    case .index(let index): index.plainString
    case .call, .method: nil
    }
  }
}

package struct LuaField {
  package enum Key {
    case position
    case name(String)
    case expression(LuaExpression)

    /// The name of a field, or a key that is a plain string.
    package var name: String? {
      switch self {
      case .position: nil
      case .name(let name): name
      case .expression(let key): key.plainString
      }
    }
  }

  package let key: Key
  package let value: LuaExpression
  package let line: Int

  package init(key: Key, value: LuaExpression, line: Int) {
    self.key = key
    self.value = value
    self.line = line
  }

  package var name: String? { key.name }
}

package struct LuaClosure {
  package let parameters: [Int]
  package let isVariadic: Bool
  package let body: [LuaStatement]
  /// The positions of its tokens, from `function` to `end`.
  package let range: Range<Int>
}

package struct LuaStatement {
  package indirect enum Kind {
    case local([Int], [LuaExpression])
    case assignment([LuaExpression], [LuaExpression])
    case expression(LuaExpression)
    case block([LuaStatement])
    case whileLoop(LuaExpression, [LuaStatement])
    case repeatLoop([LuaStatement], LuaExpression)
    case branch([(condition: LuaExpression, body: [LuaStatement])], otherwise: [LuaStatement])
    case numericFor(Int, [LuaExpression], [LuaStatement])
    case genericFor([Int], [LuaExpression], [LuaStatement])
    /// `function a.b()`; the first value is the target of the assignment.
    case function(LuaExpression, LuaClosure)
    case localFunction(Int, LuaClosure)
    case `return`([LuaExpression])
    case `break`
    case goto(String)
    case label(String)
  }

  package let kind: Kind
  package let line: Int

  /// The blocks in it, without the bodies of functions.
  package var blocks: [[LuaStatement]] {
    switch kind {
    case .block(let body), .whileLoop(_, let body), .repeatLoop(let body, _), .numericFor(_, _, let body),
      .genericFor(_, _, let body):
      [body]
    case .branch(let branches, let otherwise): branches.map(\.body) + [otherwise]
    default: []
    }
  }
}

/// A local variable, parameter or loop variable, with its uses.
package struct LuaVariable {
  package enum Kind {
    case local, parameter, loop
  }

  package let name: String
  package let line: Int
  package let kind: Kind
  /// The initial value; nil if it is not a single expression.
  package var value: LuaExpression?
  package var reads = 0
  package var writes = 0
}

extension LuaExpression {
  package var plainString: String? {
    guard case .string(let text) = kind, !text.utf8.contains(UInt8(ascii: "\\")) else { return nil }
    return text
  }

  package var isMultiple: Bool {
    if case .vararg = kind { return true }
    guard case .suffixed(_, let suffixes) = kind else { return false }
    return switch suffixes.last?.kind {
    case .call, .method: true
    default: false
    }
  }

  /// The global name of the function and the arguments of a call such as `f(…)` or `library.f(…)`; nil for other expressions.
  package var call: (function: String, arguments: [LuaExpression])? {
    guard case .suffixed(let base, let suffixes) = kind, case .name(let name, variable: nil) = base.kind else {
      return nil
    }
    if suffixes.count == 1, case .call(let arguments) = suffixes[0].kind { return (name, arguments) }
    if suffixes.count == 2, case .field(let field) = suffixes[0].kind, case .call(let arguments) = suffixes[1].kind {
      return (name + "." + field, arguments)
    }
    return nil
  }
}

// MARK: Walking

package protocol LuaVisitor {
  mutating func visit(_ statements: [LuaStatement])
  mutating func visit(_ statement: LuaStatement)
  mutating func visit(_ expression: LuaExpression)
}

extension LuaVisitor {
  package mutating func visit(_ statements: [LuaStatement]) { for statement in statements { visit(statement) } }

  package mutating func visitParts(of statement: LuaStatement) {
    switch statement.kind {
    case .local(_, let values), .return(let values): for value in values { visit(value) }
    case .assignment(let targets, let values): for part in targets + values { visit(part) }
    case .expression(let expression): visit(expression)
    case .block(let body): visit(body)
    case .whileLoop(let condition, let body):
      visit(condition)
      visit(body)
    case .repeatLoop(let body, let condition):
      visit(body)
      visit(condition)
    case .branch(let branches, let otherwise):
      for branch in branches {
        visit(branch.condition)
        visit(branch.body)
      }
      visit(otherwise)
    case .numericFor(_, let values, let body), .genericFor(_, let values, let body):
      for value in values { visit(value) }
      visit(body)
    case .function(_, let closure), .localFunction(_, let closure): visit(closure.body)
    case .break, .goto, .label: break
    }
  }

  package mutating func visitParts(of expression: LuaExpression) {
    switch expression.kind {
    case .nil, .boolean, .number, .string, .vararg, .name: break
    case .function(let closure): visit(closure.body)
    case .table(let fields):
      for field in fields {
        if case .expression(let key) = field.key { visit(key) }
        visit(field.value)
      }
    case .unary(_, let operand): visit(operand)
    case .chain(let first, let rest):
      visit(first)
      for operand in rest { visit(operand.value) }
    case .suffixed(let base, let suffixes):
      visit(base)
      for suffix in suffixes { visitParts(of: suffix) }
    case .parenthesized(let inner): visit(inner)
    }
  }

  package mutating func visitParts(of suffix: LuaSuffix) {
    switch suffix.kind {
    case .field: break
    case .index(let index): visit(index)
    case .call(let arguments), .method(_, let arguments): for argument in arguments { visit(argument) }
    }
  }
}
