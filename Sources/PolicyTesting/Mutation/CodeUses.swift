import LuaSyntax
import PolicyEngine

/// Which code the declarations of a policy use: the functions, variables and modules that they name, those that these name, and so on.
///
/// Examples, and texts that no test sees, do not count as uses: no test can notice a fault in code that only they use.
struct CodeUses: LuaVisitor {
  /// A function or variable, a field of one, or the declarations of a file.
  private struct Node: Hashable {
    let file: String
    /// The variable; -1 for what the file returns, and nil for its declarations.
    var variable: Int?
    var field: String?
  }

  /// The field that stands for all of them.
  private static let everyField = "*"
  private static let returned = -1

  private var numbers: [Node: Int] = [:]
  private var nodes: [Node] = []
  /// The nodes that use each node.
  private var users: [Set<Int>] = []
  /// The code of each node but the declarations, outer code first.
  private var regions: [String: [(range: Range<Int>, node: Int)]] = [:]
  /// The variables that files return.
  private var results: [String: Int] = [:]
  /// Code that reports, declares something, or changes variables outside of it. Running it matters even if its result is not used.
  private var active: Set<Int> = []
  /// The initial values of variables, with the code that computes them.
  private var computed: [(by: Int, value: Int)] = []
  /// The modules whose values a file uses, and those that it only runs.
  private var modules: [String: Set<String>] = [:]
  private(set) var runs: [String: Set<String>] = [:]

  // The file that is read.
  private var file = ""
  private var importable: [String: String] = [:]
  private var reporters: Set<String> = []
  private var imported: [Int: String] = [:]
  private var owner = 0
  /// The number of functions around the code of the owner, around the current code, and around the declaration of each variable.
  private var ownerDepth = 0
  private var depth = 0
  private var depths: [Int: Int] = [:]

  init(_ files: [(file: String, bytes: [UInt8], outline: LuaOutline)], _ uses: [ModuleUse]) {
    let imports = Dictionary(grouping: uses.filter(\.isImport), by: \.at.file)
    for (file, _, outline) in files {
      self.file = file
      importable = Dictionary((imports[file] ?? []).map { ($0.module, $0.file) }) { first, _ in first }
      (reporters, imported, depths, depth, ownerDepth) = (outline.reporters, [:], [:], 0, 0)
      owner = number(Node(file: file))
      visit(outline.statements)
      // Names of modules that are computed.
      let named = (modules[file] ?? []).union(runs[file] ?? [])
      for module in importable.values where !named.contains(module) { use(module: module, field: nil) }
    }
    for (number, node) in nodes.enumerated() where node.variable == Self.returned {
      if node.field == nil { link(number, self.number(Node(file: node.file))) }
      guard let variable = results[node.file] else { continue }
      link(number, self.number(Node(file: node.file, variable: variable, field: node.field)))
    }
    followActiveCode()
  }

  /// The values of variables are used if computing them has effects.
  private mutating func followActiveCode() {
    var before = -1
    var reaching = active
    while before != reaching.count {
      before = reaching.count
      reaching = closure(reaching) { users[$0] }
      for (by, value) in computed where reaching.contains(value) { link(by, value) }
    }
  }

  // MARK: Questions

  /// The files with declarations that can run the code at a position.
  func files(using position: Int, in file: String) -> Set<String> {
    let region = regions[file]?.last { $0.range.contains(position) }
    guard let start = region?.node ?? numbers[Node(file: file)] else { return [] }
    return Set(closure([start]) { users[$0] }.lazy.map { nodes[$0] }.filter { $0.variable == nil }.map(\.file))
  }

  /// These files and the modules whose values they use, directly or not; and of files for which `isRunning` returns true, the modules that
  /// they only run.
  func modules(of files: Set<String>, _ isRunning: (String) -> Bool = { _ in false }) -> Set<String> {
    closure(files) { (modules[$0] ?? []).union(isRunning($0) ? runs[$0] ?? [] : []) }
  }

  private func closure<Element: Hashable>(_ start: Set<Element>, _ next: (Element) -> Set<Element>) -> Set<Element> {
    var (found, pending) = (start, Array(start))
    while let element = pending.popLast() {
      for other in next(element) where found.insert(other).inserted { pending.append(other) }
    }
    return found
  }

  // MARK: Nodes

  private mutating func number(_ node: Node) -> Int {
    if let known = numbers[node] { return known }
    let made = nodes.count
    numbers[node] = made
    nodes.append(node)
    users.append([])
    if let field = node.field {
      // A field is a part of the whole, and the whole may have been made with it.
      link(made, number(Node(file: node.file, variable: node.variable)))
      if field != Self.everyField {
        link(number(Node(file: node.file, variable: node.variable, field: Self.everyField)), made)
      }
    }
    return made
  }

  private mutating func node(_ variable: Int?, _ field: String? = nil) -> Int {
    number(Node(file: file, variable: variable, field: field))
  }

  private mutating func link(_ user: Int, _ used: Int) { users[used].insert(user) }

  private mutating func use(_ variable: Int, field: String?) {
    link(owner, node(variable, field ?? Self.everyField))
    if let module = imported[variable] { use(module: module, field: field) }
  }

  private mutating func use(module: String, field: String?) {
    modules[file, default: []].insert(module)
    link(owner, number(Node(file: module, variable: Self.returned, field: field ?? Self.everyField)))
  }

  private mutating func own(_ node: Int, _ range: Range<Int>, _ body: (inout CodeUses) -> Void) {
    let outer = (owner, ownerDepth)
    regions[file, default: []].append((range, node))
    (owner, ownerDepth) = (node, depth)
    body(&self)
    (owner, ownerDepth) = outer
  }

  private mutating func visit(_ closure: LuaClosure) {
    depth += 1
    for parameter in closure.parameters { depths[parameter] = depth }
    visit(closure.body)
    depth -= 1
  }

  private mutating func set(_ variable: Int, field: String? = nil, to value: LuaExpression) {
    if field == nil, let module = module(importedBy: value) {
      imported[variable] = module
      modules[file, default: []].insert(module)
      return
    }
    let node = node(variable, field)
    if case .function = value.kind {} else { computed.append((owner, node)) }
    own(node, value.range) { $0.visit(value) }
  }

  /// Notes that the current code changes a variable, or a global one.
  private mutating func noteChange(of variable: Int?) {
    if let variable, depths[variable] ?? 0 > ownerDepth { return }
    noteEffect(on: node(variable))
  }

  /// Notes that running the current code matters to another node, even if its result is not used.
  private mutating func noteEffect(on node: Int) {
    // The declarations of a file matter in any case.
    if nodes[owner].variable == nil { return }
    active.insert(owner)
    link(node, owner)
  }

  private func module(importedBy value: LuaExpression) -> String? {
    guard let (function, arguments) = value.call, function == "import" else { return nil }
    return arguments.first?.plainString.flatMap { importable[$0] }
  }

  // MARK: Walking

  mutating func visit(_ statement: LuaStatement) {
    switch statement.kind {
    case .local(let made, let values):
      for variable in made { depths[variable] = depth }
      for (number, value) in values.enumerated() {
        if number < made.count { set(made[number], to: value) } else { visit(value) }
      }
      guard let last = values.indices.last, last < made.count else { return }
      for other in made.dropFirst(last + 1) { link(node(other), node(made[last])) }
    case .localFunction(let variable, let closure):
      depths[variable] = depth
      own(node(variable), closure.range) { $0.visit(closure) }
    case .function(let target, let closure):
      let (variable, field) = changed(by: target)
      noteChange(of: variable)
      guard let variable else { return visit(closure) }
      own(node(variable, field), closure.range) { $0.visit(closure) }
    case .assignment(let targets, let values):
      for (number, target) in targets.enumerated() {
        let (variable, field) = changed(by: target)
        noteChange(of: variable)
        guard targets.count == values.count, let variable else {
          visit(target)
          continue
        }
        let node = node(variable, field)
        if case .suffixed(_, let suffixes) = target.kind {
          own(node, target.range) { for suffix in suffixes { $0.visitParts(of: suffix) } }
        }
        set(variable, field: field, to: values[number])
      }
      if targets.count != values.count { for value in values { visit(value) } }
    case .numericFor(let variable, _, _):
      depths[variable] = depth
      visitParts(of: statement)
    case .genericFor(let variables, _, _):
      for variable in variables { depths[variable] = depth }
      visitParts(of: statement)
    case .expression(let expression):
      if let module = module(importedBy: expression) {
        runs[file, default: []].insert(module)
      } else {
        visit(expression)
      }
    case .return(let values) where depth == 0:
      if values.count == 1, case .name(_, let variable?) = values[0].kind { return results[file] = variable }
      for value in values { own(node(Self.returned), value.range) { $0.visit(value) } }
    default: visitParts(of: statement)
    }
  }

  /// The variable that an assignment changes, or of which it changes a field; nil for a global one.
  private func changed(by target: LuaExpression) -> (variable: Int?, field: String?) {
    switch target.kind {
    case .name(_, let variable): return (variable, nil)
    case .suffixed(let base, let suffixes):
      guard case .name(_, let variable) = base.kind else { return (nil, nil) }
      return (variable, suffixes.count == 1 ? suffixes[0].name : nil)
    default: return (nil, nil)
    }
  }

  mutating func visit(_ expression: LuaExpression) {
    switch expression.kind {
    case .function(let closure): visit(closure)
    case .name(_, let variable?): use(variable, field: nil)
    case .suffixed(let base, let suffixes): visit(expression, base, suffixes)
    default: visitParts(of: expression)
    }
  }

  private static let declaring: Set<String> = [
    "rule", "policy", "parameter", "measure", "waive", "override", "disable", "setmetatable", "rawset",
  ]
  private static let changing: Set<String> = ["table.insert", "table.remove", "table.sort", "table.move"]

  private mutating func visit(_ expression: LuaExpression, _ base: LuaExpression, _ suffixes: [LuaSuffix]) {
    var rest = suffixes[...]
    switch base.kind {
    case .name(let name, let variable):
      if reporters.contains(name), let call = suffixes.first, LuaOutline.isReport(call) {
        if nodes[owner].variable != nil { active.insert(owner) }
        return visit(suffixes, sparing: LuaOutline.unseenDetails)
      }
      if Self.declaring.contains(name), variable == nil {
        noteEffect(on: node(nil))
        return visit(suffixes, sparing: name == "rule" ? LuaOutline.unseenFields : [])
      }
      if let variable {
        use(variable, field: suffixes.first?.name)
      } else if name == "import", case .call(let arguments)? = suffixes.first?.kind,
        let module = arguments.first?.plainString.flatMap({ importable[$0] })
      {
        use(module: module, field: suffixes.dropFirst().first?.name)
        rest = rest.dropFirst()
      } else if let (function, arguments) = expression.call, Self.changing.contains(function),
        case .name(_, let variable)? = arguments.last(where: { if case .name = $0.kind { true } else { false } })?.kind
      {
        noteChange(of: variable)
      }
    default: visit(base)
    }
    for suffix in rest { visitParts(of: suffix) }
  }

  /// Visits calls, without some fields of the tables that they are given.
  private mutating func visit(_ suffixes: [LuaSuffix], sparing fields: Set<String>) {
    for suffix in suffixes {
      switch suffix.kind {
      case .call(let arguments), .method(_, let arguments):
        for argument in arguments {
          guard case .table(let entries) = argument.kind else {
            visit(argument)
            continue
          }
          for entry in entries where !fields.contains(entry.name ?? "") {
            if case .expression(let key) = entry.key { visit(key) }
            visit(entry.value)
          }
        }
      case .field, .index: visitParts(of: suffix)
      }
    }
  }
}
