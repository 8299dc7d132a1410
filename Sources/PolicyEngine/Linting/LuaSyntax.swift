/// An expression of a Lua source.
///
/// What may be arbitrarily long in a source, such as `a + b + c …` and `a.b.c …`, is a list here and not a nest, so that walks
/// never recurse deeper than Lua's own parser did.
struct LuaExpression {
  indirect enum Kind {
    case `nil`
    case boolean(Bool)
    /// As written.
    case number(String)
    /// As written, escapes included.
    case string(String)
    case vararg
    /// The variable is nil for a global.
    case name(String, variable: Int?)
    case function(LuaClosure)
    case table([LuaField])
    case unary(String, LuaExpression)
    /// Folded from the left: each operand's left side is all that stands before it.
    case chain(LuaExpression, [LuaOperand])
    /// A value with what is read from it or called, in that order.
    case suffixed(LuaExpression, [LuaSuffix])
    case parenthesized(LuaExpression)
  }

  let kind: Kind
  /// Where it begins, from 1.
  let line: Int
}

/// An operator and what stands on its right.
struct LuaOperand {
  let operation: String
  let value: LuaExpression
}

/// `.name`, `[index]`, `(…)` or `:name(…)`.
struct LuaSuffix {
  enum Kind {
    case field(String)
    case index(LuaExpression)
    case call([LuaExpression])
    case method(String, [LuaExpression])
  }

  let kind: Kind
  let line: Int

  /// The name that is read, of a field or an index that is a plain string.
  var name: String? {
    switch kind {
    case .field(let name): name
    case .index(let index): index.plainString
    case .call, .method: nil
    }
  }
}

/// A field of a table constructor.
struct LuaField {
  enum Key {
    case position
    case name(String)
    case expression(LuaExpression)
  }

  let key: Key
  let value: LuaExpression
  let line: Int

  /// The field's name, where it is written as one or as a plain string.
  var name: String? {
    switch key {
    case .position: nil
    case .name(let name): name
    case .expression(let key): key.plainString
    }
  }
}

/// A function's parameters, as variables, and its body.
struct LuaClosure {
  let parameters: [Int]
  let isVariadic: Bool
  let body: [LuaStatement]
}

/// A statement of a Lua source.
struct LuaStatement {
  indirect enum Kind {
    case local([Int], [LuaExpression])
    case assignment([LuaExpression], [LuaExpression])
    case expression(LuaExpression)
    case block([LuaStatement])
    case whileLoop(LuaExpression, [LuaStatement])
    case repeatLoop([LuaStatement], LuaExpression)
    case branch([(condition: LuaExpression, body: [LuaStatement])], otherwise: [LuaStatement])
    case numericFor(Int, [LuaExpression], [LuaStatement])
    case genericFor([Int], [LuaExpression], [LuaStatement])
    /// `function a.b()`; the target is what is assigned to.
    case function(LuaExpression, LuaClosure)
    case localFunction(Int, LuaClosure)
    case `return`([LuaExpression])
    case `break`
    case goto(String)
    case label(String)
  }

  let kind: Kind
  let line: Int
}

/// A local variable, parameter or loop variable, and how it is used.
struct LuaVariable {
  enum Sort {
    case local, parameter, loop
  }

  let name: String
  let line: Int
  let sort: Sort
  /// What it is declared with; nil when that isn't one expression.
  var value: LuaExpression?
  var reads = 0
  /// Assignments after the declaration.
  var writes = 0
}

extension LuaExpression {
  /// The string, when there are no escapes in it that would have to be read.
  var plainString: String? {
    guard case .string(let text) = kind, !text.utf8.contains(UInt8(ascii: "\\")) else { return nil }
    return text
  }

  /// Whether it may stand for several values, or none.
  var isMultiple: Bool {
    switch kind {
    case .vararg: return true
    case .suffixed(_, let suffixes):
      switch suffixes.last?.kind {
      case .call, .method: return true
      default: return false
      }
    default: return false
    }
  }

  /// The global name of a function and its arguments, of `f(…)` and `library.f(…)`: `("report.at", […])` is none of them.
  var call: (function: String, arguments: [LuaExpression])? {
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
