import Basics
import ByteSearch
import KeyRegistry
import LuaSyntax
import PolicySchema

// Fields, indexes, calls and operators that do not fit the types of their values.
extension SourceLint {
  // MARK: Fields and indexes

  mutating func checkSteps(_ base: LuaExpression, _ suffixes: [LuaSuffix]) {
    var value = type(of: base)
    if case .name(_, let variable?) = base.kind, let first = suffixes.first {
      let index: LuaExpression? = if case .index(let index) = first.kind { index } else { nil }
      if let read = first.name.map(TableRead.field) ?? index.map(TableRead.index) {
        tableReads.append((variable, read, first.line))
      }
    }
    for (position, suffix) in suffixes.enumerated() {
      let next = position + 1 < suffixes.count ? suffixes[position + 1] : nil
      switch suffix.kind {
      case .field: checkField(suffix, of: value.type, next)
      case .index where suffix.name != nil: checkField(suffix, of: value.type, next)
      case .index(let index):
        let list =
          position == 0 ? base : LuaExpression(kind: .suffixed(base, Array(suffixes[..<position])), line: suffix.line)
        checkIndex(index, of: value.type, list, suffix.line)
      case .method(let name, let arguments): checkMethodCall(name, of: value.type, arguments, suffix.line)
      case .call(let arguments): checkCall(of: value.type, arguments, suffix.line)
      }
      value = apply(suffix, to: value)
    }
  }

  private mutating func checkField(_ suffix: LuaSuffix, of type: ValueType, _ next: LuaSuffix?) {
    guard let name = suffix.name else { return }
    var isCalled = false
    if case .call? = next?.kind { isCalled = true }
    let known = isCalled ? member(name, ofReceiver: type) : member(name, of: type)
    if let known {
      if isCalled, case .callable(let function) = known.type, function.isMethod || type.base == .string {
        add(
          .callMethod, "'\(name)' is a method of \(type.phrase)", suffix.line, fix: "call it with a colon: x:\(name)(…)"
        )
      } else if isCalled, case .object = type, known.type == .any {
        add(.callMethod, "'\(name)' is not a function", suffix.line, fix: "read it without parentheses")
      }
      if case .object(["FileTree"]) = type { check(PathForms.problem(ofPath: name), suffix.line) }
      return
    }
    switch type {
    case .object(let classes):
      if classes.contains(where: { types.classes[$0]?.index?.key == "string" }) { return }
      reportUnknown(name, of: type, suffix.line)
    case .library(let library):
      if types.modules[library]?.index != nil { return }
      reportUnknown(name, of: type, suffix.line)
    case .list, .value: checkField(name, ofValue: type, suffix.line)
    case .string, .word, .number, .boolean: reportUnknown(name, of: type, suffix.line)
    default: break
    }
  }

  private mutating func checkField(_ name: String, ofValue type: ValueType, _ line: Int) {
    if type.isList {
      return ["count", "length", "size", "n", "len"].contains(name)
        ? add(.fieldUnknown, "a list has no field '\(name)'", line, fix: "write #list for the number of its elements")
        : add(
          .indexType, "a list has no element '\(name)': its elements have positions from 1", line,
          fix: "compare each element in a loop: for _, element in ipairs(list) do … end")
    }
    guard case .value(let schema) = type else { return }
    if schema.type != .dictionary { return reportUnknown(name, of: type, line) }
    if schema.isOfEntitlements {
      guard let fix = Entitlements.fix(for: name) else { return }
      return add(.keyMisspelt, "'\(name)' is not an entitlement", line, fix: fix)
    }
    guard schema.others == nil, let nearest = SpellingCorrector.nearest(to: name, among: schema.fields.map(\.name))
    else { return }
    add(
      .keyMisspelt, "the code reads '\(name)', which the platform does not define there", line,
      fix: "did you mean '\(nearest)'?")
  }

  private mutating func reportUnknown(_ name: String, of type: ValueType, _ line: Int) {
    var names: [String] = []
    switch type {
    case .object(let classes): names = classes.flatMap { Array(types.fields(of: $0).keys) }
    case .library(let library): names = types.modules[library]?.names ?? []
    case _ where type.base == .string: names = types.modules["string"]?.names ?? []
    default: break
    }
    let nearest =
      SpellingCorrector.nearest(to: name, among: names.sorted())
      ?? Self.meant[name].flatMap { names.contains($0) ? $0 : nil }
    let fix = nearest.map { "did you mean '\($0)'?" } ?? Self.advice[name]
    add(
      .fieldUnknown, "\(type.phrase) has no field '\(name)'", line,
      fix: fix ?? (names.isEmpty ? "read a field that it has" : "it has \(Self.list(names.sorted()))"))
  }

  static func list(_ names: [String]) -> String {
    names.count <= 12 ? names.joined(separator: ", ") : names.prefix(12).joined(separator: ", ") + ", …"
  }

  private static let meant = [
    "bundleIdentifier": "identifier", "id": "identifier", "arch": "architecture", "macho": "mach_o",
    "plist": "info", "length": "size", "expiry": "expires", "team_id": "team", "is_executable": "executable",
    "symlink": "target", "date": "text", "walk_files": "files", "typeof": "type", "parents": "parent",
  ]

  private static let advice = [
    "extension":
      "compare the end of its path: file.path:match(\"%.log$\"), or use bundles.files(bundle, \"**\", { extensions = \"log\" })",
    "name": "take the last component of its path: file.path:match(\"[^/]+$\")",
    "split": "iterate over parts with text:gmatch(\"[^.]+\")", "trim": "write text:match(\"^%s*(.-)%s*$\")",
    "contains": "write text:find(part, 1, true), or compare each element in a loop",
    "warn": "report findings with report(…), and set { severity = \"warning\" } in its last argument",
    "error": "report findings with report(…), report:at(…), report:missing(…) or report:file(…)",
  ]

  private mutating func checkIndex(
    _ index: LuaExpression, of type: ValueType, _ base: LuaExpression, _ line: Int
  ) {
    if case .word(let words, _) = self.type(of: index).type, let fields = fields(base) {
      for field in fields {
        guard let name = field.name, isOtherName(name, of: words, described(index)) else { continue }
        checkWord(name, among: words, described(index), field.line)
      }
    }
    if case .name(_, let variable?) = index.kind, let loop = loopsFromZero[variable],
      type.element != nil || isSame(loop.list, base)
    {
      add(
        .indexPosition, "the loop starts at 0, but positions count from 1", loop.line, fix: "write for i = 1, #list do")
    }
    let isList = type.element != nil
    let indexType = self.type(of: index).type.base
    if isList {
      if indexType == .string {
        return add(
          .indexType, "a list is indexed with a string: its elements have positions from 1", line,
          fix: "compare each element in a loop: for _, element in ipairs(list) do … end")
      }
      checkPosition(index, line)
      return
    }
    guard indexType == .number else { return }
    switch type {
    case .info, .map, .object(["FileTree"]), .object(["Measures"]), .object(["Symbols"]):
      add(.indexType, "\(type.phrase) has names, not positions", line, fix: "iterate with pairs, or name the field")
    case .value(let schema) where schema.type == .dictionary:
      add(.indexType, "a dictionary has keys, not positions", line, fix: "iterate with pairs, or name the key")
    case _ where type.base == .string || type.base == .number:
      add(.indexType, "\(type.phrase) has no elements", line, fix: "use text:sub(1, 1) for a part of a string")
    default: break
    }
  }

  private mutating func checkPosition(_ index: LuaExpression, _ line: Int) {
    switch resolve(index).kind {
    case .number("0"): add(.indexPosition, "position 0 never exists: positions count from 1", line, fix: "write 1")
    case .unary("-", let number):
      guard case .number = number.kind else { return }
      add(.indexPosition, "negative positions never exist", line, fix: "write list[#list] for the last element")
    case .chain(let first, let rest):
      guard rest.count == 1, rest[0].operation == "+", case .unary("#", _) = first.kind,
        case .number = rest[0].value.kind
      else { return }
      add(.indexPosition, "there is no element after the last", line, fix: "write list[#list] for the last element")
    default: break
    }
  }

  // MARK: Calls

  private mutating func checkMethodCall(
    _ name: String, of type: ValueType, _ arguments: [LuaExpression], _ line: Int
  ) {
    guard let known = member(name, ofReceiver: type) else {
      switch type {
      case .object, .library, .string, .word, .number, .boolean: reportUnknown(name, of: type, line)
      case .value where type.base == .string: reportUnknown(name, of: type, line)
      case .list:
        add(.fieldUnknown, "a list has no method '\(name)'", line, fix: "use the functions of the library 'table'")
      default: break
      }
      return
    }
    if case .library(let library) = type {
      return add(
        .callMethod, "'\(name)' is a function of '\(library)', not a method", line, fix: "write \(library).\(name)(…)")
    }
    guard case .callable(let function) = known.type else {
      if known.type != .any, known.type != .function {
        add(
          .callMethod, "'\(name)' is a field of \(type.phrase), not a method", line, fix: "read it without parentheses")
      }
      return
    }
    if name == "sub", let first = arguments.first, case .number("0") = first.kind {
      add(.indexPosition, "position 0 never exists: positions count from 1", line, fix: "write 1")
    }
    let signature = types.signature(function.definition)
    checkArguments(
      function.isMethod ? signature.parameters : Array(signature.parameters.dropFirst()), arguments,
      function.name, isLua: !function.isMethod, line)
  }

  private mutating func checkCall(of type: ValueType, _ arguments: [LuaExpression], _ line: Int) {
    switch type {
    case .callable(let function):
      if function.isMethod { return }
      let library = function.name.split(separator: ".").first.map(String.init) ?? ""
      checkArguments(
        types.signature(function.definition).parameters, arguments, function.name,
        isLua: types.modules[library]?.isLua ?? (types.modules[library] == nil), line)
    case .object(let classes):
      guard let call = classes.compactMap({ types.classes[$0]?.call }).first else {
        return add(.callMethod, "\(type.phrase) is not a function", line, fix: "read its fields without parentheses")
      }
      if classes.count == 1 {
        checkArguments(APIFunction(call, "").parameters, arguments, classes[0].lowercased(), isLua: false, line)
      } else if arguments.isEmpty {
        add(.callArguments, "'report' needs a message", line, fix: "write report(\"…\")")
      }
    case .library(let name):
      guard let module = types.modules[name], module.call == nil, !module.isShape else { return }
      add(
        .callMethod, "'\(name)' is not a function", line, fix: "write \(name).\(module.functions.first?.name ?? "f")(…)"
      )
    case .string, .word, .number, .boolean, .list, .info, .value:
      add(.callMethod, "\(type.phrase) is not a function", line, fix: "read it without parentheses")
    default: break
    }
  }

  private mutating func checkArguments(
    _ parameters: [APIFunction.Parameter], _ arguments: [LuaExpression], _ function: String, isLua: Bool, _ line: Int
  ) {
    for argument in arguments { checkResult(argument) }
    let isVariadic = parameters.last?.name == "..."
    let required = (parameters.lastIndex { !$0.isOptional && $0.name != "..." } ?? -1) + 1
    let isOpen = arguments.last?.isMultiple ?? false
    if arguments.count < required, !isOpen || arguments.isEmpty {
      let missing = parameters[arguments.count].name
      return add(
        .callArguments, "'\(function)' needs \(counted(required, "argument")), found \(arguments.count)", line,
        fix: "add '\(missing)': \(function)(\(parameters.map(\.name).joined(separator: ", ")))")
    }
    if arguments.count > parameters.count, !isVariadic {
      return add(
        .callArguments, "'\(function)' takes \(counted(parameters.count, "argument")), found \(arguments.count)", line,
        fix: "write \(function)(\(parameters.map(\.name).joined(separator: ", ")))")
    }
    for (position, (parameter, argument)) in zip(parameters, arguments).enumerated() where parameter.name != "..." {
      checkArgument(argument, parameter.type, "'\(parameter.name)' of '\(function)'", isLua: isLua)
      checkForm(argument, function, position)
    }
    if function.hasPrefix("version."), arguments.count > (function == "version.compare" ? 1 : 0) {
      checkVersions(function, arguments)
    }
    if function == "Report:at" || function == "Report:missing",
      case .object(let classes)? = arguments.first.map({ type(of: $0).type }),
      classes.allSatisfy({ types.classes[$0]?.role == .record })
    {
      add(
        .callArguments, "\(type(of: arguments[0]).type.phrase) is not a dictionary or array of a property list", line,
        fix: "pass the dictionary or array and the key separately, such as found.node, found.key")
    }
    if function == "glob.match", arguments.count == 2, let second = resolve(arguments[1]).plainString,
      second.contains("*"), resolve(arguments[0]).plainString == nil
    {
      add(.callArguments, "the pattern is the first argument of 'glob.match'", line, fix: "swap the two arguments")
    }
  }

  private mutating func checkArgument(
    _ argument: LuaExpression, _ type: String, _ place: String, isLua: Bool = false, _ code: LintCode = .callArguments
  ) {
    let alternatives = type.isEmpty ? ["any"] : TypeText.list(type, separator: "|")
    let value = resolve(argument)
    if case .table(let fields) = value.kind {
      if let options = alternatives.compactMap({ types.classes[$0] }).first(where: { $0.role == .declaration }) {
        return checkOptions(fields, of: options, place)
      }
      let elements = alternatives.filter { $0.hasSuffix("[]") }.map { String($0.dropLast(2)) }
      guard !elements.isEmpty else {
        if alternatives.allSatisfy({ accepts($0, .list(.any), isLua) == false }) {
          add(code, "\(place) is a table, but must be \(phrase(alternatives))", argument.line, fix: "write one value")
        }
        return
      }
      for field in fields {
        if case .position = field.key { checkArgument(field.value, elements.joined(separator: "|"), place) }
      }
      return
    }
    let known = self.type(of: argument).type
    let words = alternatives.compactMap { text -> [String]? in
      if case .word(let words, _) = types.type(text).type { words } else { nil }
    }.flatMap(\.self)
    if let text = value.plainString, !words.isEmpty, !words.contains(text),
      !alternatives.contains(where: { $0 == "string" || types.type($0).type == .string })
    {
      let nearest = SpellingCorrector.nearest(to: text, among: words)
      return add(
        code, "\(place) cannot be \"\(text)\"", argument.line,
        fix: nearest.map { "did you mean \"\($0)\"?" } ?? "write one of \(Self.list(words))")
    }
    if case .null = known { return }
    guard known.base != nil else { return }
    if case .string = value.kind, isLua, Double(value.plainString ?? "x") != nil { return }
    if alternatives.allSatisfy({ accepts($0, known, isLua) == false }) {
      add(
        code, "\(place) is \(known.phrase), but must be \(phrase(alternatives))", argument.line,
        fix: "pass \(phrase(alternatives))")
    }
  }

  private func phrase(_ alternatives: [String]) -> String {
    alternatives.map { text in
      let type = types.type(text).type
      if type != .any { return type.phrase }
      return text == "table" || types.classes[text] != nil ? "a table" : "a value of type \(text)"
    }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: " or ")
  }

  private func accepts(_ text: String, _ value: ValueType, _ isLua: Bool) -> Bool? {
    guard let base = value.base else { return nil }
    switch text {
    case "table": return base == .table
    case "function": return base == .function
    default: break
    }
    if let found = types.classes[text], found.role == .declaration || found.role == .open { return base == .table }
    switch types.type(text).type {
    case .any, .none, .null: return nil
    case .object(let classes):
      if case .object(let others) = value { return !Set(classes).isDisjoint(with: others) }
      return false
    case .list(let element):
      if case .list(let other) = value, let one = element.base, let two = other.base { return one == two }
      return value.isList || value == .map(.any)
    case .map, .info: return base == .table
    case let type:
      if isLua, [.string, .number].contains(type.base), [.string, .number].contains(base) { return true }
      return type.base == base
    }
  }

  private mutating func checkOptions(_ fields: [LuaField], of options: APIClass, _ place: String) {
    for field in fields {
      guard let name = field.name else { continue }
      guard let known = options.fields.first(where: { $0.name == name }) else {
        let nearest = SpellingCorrector.nearest(to: name, among: options.fields.map(\.name))
        add(
          .callArguments, "\(place) has no field '\(name)'", field.line,
          fix: nearest.map { "did you mean '\($0)'?" }
            ?? "its fields are \(options.fields.map(\.name).joined(separator: ", "))"
        )
        continue
      }
      checkArgument(field.value, known.type, "'\(name)'")
      guard options.name == "FileChoice" else { continue }
      switch name {
      case "extensions": checkStrings(field.value) { PathForms.problem(ofExtension: $0) }
      case "names": checkStrings(field.value) { PathForms.problem(ofName: $0) }
      case "contains": checkSearch(field.value)
      case "except": checkStrings(field.value) { PathForms.problem(ofPattern: $0) }
      default: break
      }
    }
  }

  // MARK: Forms

  private mutating func checkForm(_ argument: LuaExpression, _ function: String, _ position: Int) {
    switch (function, position) {
    case ("bundles.files", 1), ("bundles.walk", 1), ("glob.match", 0):
      checkStrings(argument) { PathForms.problem(ofPattern: $0) }
    case ("bundles.exists", 1), ("bundles.read", 1), ("bundles.problem", 1), ("Report:file", 0):
      checkStrings(argument) { PathForms.problem(ofPath: $0) }
    case ("File:find", 0), ("Slice:find", 0): checkSearch(argument)
    default: break
    }
  }

  mutating func checkStrings(_ value: LuaExpression, _ problem: (String) -> PathForms.Problem?) {
    if case .table(let fields) = resolve(value).kind {
      for field in fields { if let text = Self.path(resolve(field.value)) { check(problem(text), field.value.line) } }
    } else if let text = Self.path(resolve(value)) {
      check(problem(text), value.line)
    }
  }

  /// The content of a string without other escapes than `\\\\`.
  private static func path(_ expression: LuaExpression) -> String? {
    guard case .string(let written) = expression.kind, let text = text(of: expression) else { return nil }
    return written.replacing("\\\\", with: "").contains("\\") ? nil : text
  }

  private mutating func check(_ problem: PathForms.Problem?, _ line: Int) {
    if let problem { add(problem.code, problem.message, line, fix: problem.fix) }
  }

  private mutating func checkSearch(_ patterns: LuaExpression) {
    let list = fields(patterns) ?? [LuaField(key: .position, value: patterns, line: patterns.line)]
    for field in list {
      guard let text = Self.text(of: resolve(field.value)) else { continue }
      if let percent = text.firstIndex(of: "%"), let next = text[percent...].dropFirst().first,
        "adlsuwpx".contains(next),
        text[percent...].dropFirst(2).first.map({ "+*?]-".contains($0) }) ?? true
      {
        add(
          .searchPattern, "'%\(next)' in a pattern of 'find' matches itself: these are regular expressions",
          field.value.line, fix: "write [[:alnum:]], [0-9], [a-z] or the like")
      } else if field.value.plainString != nil || !text.contains("\\") {
        do throws(PatternError) {
          _ = try PatternSet([text])
        } catch  where !error.isLimit {
          add(.searchPattern, error.message, field.value.line, fix: "write a regular expression without lookaround")
        } catch {
        }
      }
    }
  }

  // MARK: Results

  private static let effects: Set<String> = [
    "import", "pcall", "xpcall", "setmetatable", "assert", "next", "table.remove", "table.move", "error", "select",
  ]

  mutating func checkUnused(_ expression: LuaExpression) {
    guard case .suffixed(let base, var suffixes) = expression.kind, let last = suffixes.popLast() else { return }
    let receiver = suffixes.reduce(type(of: base)) { apply($1, to: $0) }.type
    let called: ValueType?
    switch last.kind {
    case .call: called = receiver
    case .method(let name, _): called = member(name, ofReceiver: receiver)?.type
    default: called = nil
    }
    guard case .callable(let function)? = called, !Self.effects.contains(function.name),
      !types.signature(function.definition).returns.isEmpty
    else { return }
    add(
      .resultUnused, "'\(function.definition.name)' only returns a value, which nothing uses here", expression.line,
      fix: "assign the value to a variable, or remove the call")
  }

  mutating func checkResult(_ value: LuaExpression) {
    guard case .suffixed = value.kind, type(of: value).type == .none else { return }
    add(
      .resultNone, "this call returns nothing", value.line,
      fix: "call it on a line of its own, and use the value it changed")
  }

  // MARK: Operators

  mutating func checkOperators(_ first: LuaExpression, _ rest: [LuaOperand]) {
    for (position, operand) in rest.enumerated() {
      let isAfter = position > 0 && rest[position - 1].operation == operand.operation
      let left = position == 0 ? first : isAfter ? rest[position - 1].value : nil
      for side in [left, operand.value].compactMap(\.self) {
        if Self.arithmetic.contains(operand.operation) { checkNumber(side, operand) }
        if operand.operation == ".." { checkText(side) }
        if operand.operation == "&", case .number(let number) = side.kind { _ = checkMode(number, side.line) }
      }
    }
  }

  private mutating func checkNumber(_ side: LuaExpression, _ operand: LuaOperand) {
    guard case .string(let text) = side.kind, Double(text) == nil else { return }
    let operation = operand.operation
    add(
      .operatorType, "'\(operation)' is for numbers, but one side is a string", side.line,
      fix: operation == "+"
        ? "write .. to join strings"
        : operation == "%" ? "pass the values after the message, or use string.format" : "use numbers")
  }

  private mutating func checkText(_ side: LuaExpression) {
    let type = type(of: side).type
    guard let base = type.base, base != .string, base != .number else { return }
    if case .value = type, base == .boolean || base == .table, keyRead(side) == nil { return }
    add(
      .operatorType, "'..' joins strings and numbers, but one side is \(type.phrase)", side.line,
      fix: type.isList ? "write table.concat(list, \", \")" : "write tostring(…), or a field that is a string")
  }

  mutating func checkLength(_ operand: LuaExpression, _ line: Int) {
    let type = type(of: operand).type
    if case .name(_, let variable?) = operand.kind { tableReads.append((variable, .count, line)) }
    switch type {
    case .info, .map, .library: break
    case .object(let classes) where !classes.contains { types.classes[$0]?.hasLength == true || $0 == "History" }: break
    case .value(let schema) where schema.type == .dictionary: break
    case .number, .boolean:
      return add(
        .operatorType, "'#' counts the elements of a list, but this is \(type.phrase)", line, fix: "remove '#'")
    default: return
    }
    add(
      .lengthDictionary, "'#' counts the elements of a list, but this is \(type.phrase) with names", line,
      fix: "count in a loop over pairs, or check next(t) == nil")
  }

  mutating func checkDuplicates(_ fields: [LuaField]) {
    var seen: Set<String> = []
    for field in fields {
      guard let name = field.name, !seen.insert(name).inserted else { continue }
      add(
        .fieldDuplicate, "'\(name)' is given twice in this table; only the last one counts", field.line,
        fix: "remove one of the two")
    }
  }

  // MARK: Loops

  mutating func checkLoop(over values: [LuaExpression], _ line: Int) {
    guard let first = values.first else { return }
    if let (function, arguments) = first.call, function == "ipairs" || function == "pairs" {
      guard let argument = arguments.first else { return }
      checkResult(argument)
      return checkIterated(argument, by: function, line)
    }
    guard values.count == 1 else { return }
    let type = type(of: first).type
    switch type {
    case .list, .map, .info, .value, .object, .string, .word, .number, .boolean:
      if case .object(let classes) = type, classes.contains(where: { types.classes[$0]?.call != nil }) { return }
      let walk = type.element != nil ? "ipairs" : "pairs"
      add(.loopValues, "\(type.phrase) is not an iterator", line, fix: "write for _, value in \(walk)(…) do")
    default: break
    }
  }

  private mutating func checkIterated(_ argument: LuaExpression, by function: String, _ line: Int) {
    let type = type(of: argument).type
    if type.element != nil { return }
    if function == "ipairs", case .name(_, let variable?) = argument.kind {
      tableReads.append((variable, .positions, line))
    }
    switch type {
    case .info, .map:
      guard function == "ipairs" else { return }
    case .value(let schema) where schema.type == .dictionary:
      guard function == "ipairs" else { return }
    case .object(let classes):
      let isNamed = classes.contains {
        types.classes[$0]?.index != nil || (function == "pairs" && types.classes[$0]?.role == .record)
      }
      if isNamed, function == "pairs" { return }
    case .string, .word, .number, .boolean, .value: break
    default: return
    }
    let isTable = type.base == .table
    add(
      .loopValues,
      "\(function) finds nothing in \(type.phrase)\(function == "ipairs" && isTable ? ", which has names" : "")",
      line,
      fix: function == "ipairs" && isTable
        ? "iterate with pairs, or over a list in it" : "iterate over a list or a dictionary")
  }

  mutating func checkCount(_ variable: Int, _ values: [LuaExpression], _ line: Int) {
    guard values.count >= 2 else { return }
    for value in values where type(of: value).type.base == .table || type(of: value).type.base == .boolean {
      return add(
        .loopValues, "a loop counts with numbers, but this is \(type(of: value).type.phrase)", line, fix: "write #list")
    }
    let (start, end) = (resolve(values[0]), resolve(values[1]))
    if case .number("0") = start.kind, let list = Self.measured(end) { loopsFromZero[variable] = (list, line) }
    var isDown = false
    if values.count > 2 {
      guard case .unary("-", let step) = values[2].kind, case .number = step.kind else { return }
      isDown = true
    }
    // A list is usually longer than one element.
    func bound(_ value: LuaExpression) -> Double? {
      if case .number(let text) = value.kind { return Double(text) }
      return Self.measured(value) == nil ? nil : .infinity
    }
    guard let from = bound(start), let to = bound(end), from.isFinite || to.isFinite, isDown ? from < to : from > to
    else {
      return
    }
    if from.isInfinite && to > 1 || to.isInfinite && from > 1 { return }
    add(
      .loopValues, "the loop ends before it starts", line,
      fix: isDown ? "swap the first two values, or remove the step" : "add the step -1 to count backwards")
  }

  /// Reports a loop that returns true or false for its first element in any case.
  mutating func checkSinglePass(_ loop: LuaStatement) {
    guard case .branch(let branches, let otherwise)? = loop.blocks.first?.last?.kind, !otherwise.isEmpty else { return }
    let answers = (branches.map(\.body) + [otherwise]).map { branch -> Bool? in
      guard case .return(let values)? = branch.last?.kind, values.count == 1, case .boolean(let answer) = values[0].kind
      else { return nil }
      return answer
    }
    guard answers.allSatisfy({ $0 != nil }), Set(answers).count == 2 else { return }
    add(
      .codeUnreachable, "the loop returns for its first element, so it never looks at the others", loop.line,
      fix: "return false after the loop instead of in 'else'")
  }

  private mutating func checkVersions(_ function: String, _ arguments: [LuaExpression]) {
    let texts = function == "version.of" ? 0 : function == "version.compare" ? 2 : 1
    guard texts > 0 else { return }
    let word = arguments.count > texts ? resolve(arguments[texts]).plainString : VersionDialect.apple.rawValue
    guard let dialect = word.flatMap(VersionDialect.init) else { return }
    for argument in arguments.prefix(texts) {
      guard let text = resolve(argument).plainString, Version(text, dialect: dialect) == nil else { continue }
      add(
        .callArguments, "'\(text)' is not a version of the dialect '\(dialect.rawValue)'", argument.line,
        fix: dialect == .apple
          ? "write numbers joined by periods, such as \"1.2\"" : "write a version such as \"1.2.0\"")
    }
  }

  private static func measured(_ expression: LuaExpression) -> LuaExpression? {
    switch expression.kind {
    case .unary("#", let list): list
    case .chain(let first, let rest): rest.count == 1 && rest[0].operation == "-" ? measured(first) : nil
    default: nil
    }
  }
}
