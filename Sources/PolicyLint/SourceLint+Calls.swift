import Basics
import PolicySchema
import LuaSyntax
import PolicyEngine

// Calls: declarations of the policy language, patterns, messages with format arguments.
extension SourceLint {
  mutating func checkCall(_ call: LuaExpression, _ base: LuaExpression, _ suffixes: [LuaSuffix]) {
    if let (function, arguments) = call.call { checkFunction(function, arguments, call.line) }
    if isGlobal(base, "rule") { noteRule(suffixes, call.line) }
    if isGlobal(base, "measure"), case .call(let tables)? = suffixes.last?.kind, let table = tables.first {
      assignParameters(in: fields(table) ?? [], of: "Measure")
    }
    if case .name(let name, variable: nil) = base.kind, Self.declarations.contains(name) { declares = true }
    if isGlobal(base, "import") { importCalls += 1 }
    if isGlobal(base, "text"), case .call(let options)? = suffixes.first?.kind, let table = options.first {
      for field in fields(table) ?? [] {
        if case .name("pattern") = field.key { lookForRegularExpression(in: field.value) }
      }
    }
    for (position, suffix) in suffixes.enumerated() {
      switch suffix.kind {
      case .method(let name, let arguments):
        let receiver =
          position == 0 ? base : LuaExpression(kind: .suffixed(base, Array(suffixes[..<position])), line: call.line)
        checkMethod(name, position == 0 ? base : nil, receiver, arguments)
      case .call(let arguments) where position == 0:
        if isReport(base) {
          checkMessage(arguments, at: 0, isReport: true)
          checkOptions(arguments, takesChanges: false)
        }
      default: break
      }
    }
  }

  private static let declarations = Set(PolicyLanguage.ofPolicies.words.map(\.name)).union(["import"])

  private mutating func noteRule(_ suffixes: [LuaSuffix], _ line: Int) {
    guard suffixes.count == 2, case .call(let names) = suffixes[0].kind, case .call(let tables) = suffixes[1].kind,
      names.count == 1, tables.count == 1, let fields = fields(tables[0])
    else { return }
    rules[line, default: []].append(RuleCall(name: names[0].plainString, fields: fields, line: line))
    assignParameters(in: fields, of: "Rule")
    noteSelection(fields)
    for field in fields {
      guard let name = field.name, let inner = self.fields(field.value) else { continue }
      switch name {
      case "applies":
        assignParameters(in: inner, of: "Applies")
        checkPatterns(inner, ["files"])
      case "files": checkPatterns(inner, ["require", "forbid"])
      default: break
      }
      for list in ["applies", "files", "localize"].contains(name) ? inner : [field] { checkRepetition(list) }
    }
  }

  private mutating func noteSelection(_ rule: [LuaField]) {
    guard let applies = rule.first(where: { $0.name == "applies" }).flatMap({ fields($0.value) }) else { return }
    var words: [String: [String]] = [:]
    for field in applies {
      guard let name = field.name, name == "kind" || name == "platform" else { continue }
      let list = fields(field.value)?.map { $0.value.plainString } ?? [resolve(field.value).plainString]
      if list.allSatisfy({ $0 != nil }) { words[name] = list.compactMap(\.self) }
    }
    for field in rule + applies where ["check", "when", "collect"].contains(field.name) {
      // Rules may share a named function.
      if case .function(let closure) = field.value.kind, let bundle = closure.parameters.first {
        selected[bundle] = words
      }
    }
  }

  private mutating func assignParameters(in fields: [LuaField], of table: String) {
    for known in types.classes[table]?.fields ?? [] where known.type.hasPrefix("fun(") {
      for field in fields where field.name == known.name { assignParameters(field.value, known.type) }
    }
  }

  private mutating func checkPatterns(_ fields: [LuaField], _ names: [String]) {
    for field in fields where field.name.map(names.contains) ?? false {
      checkStrings(field.value) { PathForms.problem(ofPattern: $0) }
    }
  }

  private mutating func checkRepetition(_ list: LuaField) {
    guard let name = list.name, let elements = fields(list.value) else { return }
    var seen: Set<String> = []
    for element in elements {
      guard case .position = element.key else { continue }
      var text = element.value.plainString
      if case .name(let name, nil) = element.value.kind { text = name }
      guard let text, !seen.insert(text).inserted else { continue }
      add(.listDuplicate, "'\(text)' is in '\(name)' twice", element.line, fix: "remove one of the two")
    }
  }

  private mutating func checkFunction(_ function: String, _ arguments: [LuaExpression], _ line: Int) {
    switch function {
    case "string.find", "string.match", "string.gmatch", "string.gsub":
      checkPattern(String(function.dropFirst(7)), Array(arguments.dropFirst()))
      if arguments.count > 1 { checkCase(arguments[0], arguments[1], isPattern: arguments.count < 4) }
    case "string.format": checkMessage(arguments, at: 0, isReport: false)
    case "pairs", "next":
      if let table = arguments.first, case .name(_, let variable?) = table.kind { walks.append((variable, line)) }
    case "plist.find", "plist.resolve", "plist.variants", "plist.place": checkNamedKeys(function, arguments)
    case "text.starts_with", "text.ends_with", "text.contains": checkPlainText(function, arguments)
    case "select":
      guard arguments.count == 2, arguments[0].plainString == "#", !arguments[1].isMultiple else { return }
      add(
        .callArguments, "'select(\"#\", …)' counts its arguments, and here there is one", line,
        fix: "write #list for the number of elements")
    case "table.sort": if arguments.count == 2 { checkOrder(arguments[1]) }
    case "custom":
      guard arguments.count == 2, let closure = closure(arguments[1]), RuleLint.returns(closure.body).isEmpty else {
        return
      }
      add(
        .shapeType, "the function of a 'custom' shape returns nothing, so no value has the shape", line,
        fix: "return true for the values that have it")
    case "one_of", "any_of", "all_of":
      if let list = arguments.first { checkRepetition(LuaField(key: .name(function), value: list, line: line)) }
    default: break
    }
  }

  private mutating func checkOrder(_ function: LuaExpression) {
    guard let closure = closure(function), closure.body.count == 1, case .return(let values)? = closure.body.last?.kind,
      values.count == 1
    else { return }
    if case .chain(_, let rest) = values[0].kind, rest.count == 1,
      rest[0].operation == "<=" || rest[0].operation == ">="
    {
      let strict = String(rest[0].operation.prefix(1))
      add(
        .callArguments, "'\(rest[0].operation)' does not order equal elements, and 'table.sort' may fail",
        values[0].line,
        fix: "write \(strict)")
    } else if type(of: values[0]).type == .number {
      add(
        .compareAlways, "a number is always true, even 0", values[0].line,
        fix: "return whether the first is smaller: a < b")
    }
  }

  /// Reports text that a string in small or capital letters never contains.
  private mutating func checkCase(_ subject: LuaExpression, _ wanted: LuaExpression, isPattern: Bool) {
    guard let text = resolve(wanted).plainString, case .suffixed(_, let suffixes) = resolve(subject).kind else {
      return
    }
    let made: String?
    switch suffixes.last?.kind {
    case .method(let name, _): made = name
    default: made = resolve(subject).call?.function
    }
    let isLower = made == "lower" || made == "string.lower"
    guard isLower || made == "upper" || made == "string.upper" else { return }
    // Classes and sets may match other letters, and an optional letter may be absent.
    let letters = isPattern ? PatternSlips.certainLetters(of: text) : text
    guard letters != (isLower ? letters.lowercased() : letters.uppercased()) else { return }
    add(
      .compareNever, "'\(isLower ? "lower" : "upper")' returns no \(isLower ? "capital" : "small") letters",
      wanted.line,
      fix: "write \"\(isLower ? text.lowercased() : text.uppercased())\"")
  }

  /// Checks a function that compares characters, not patterns.
  private mutating func checkPlainText(_ function: String, _ arguments: [LuaExpression]) {
    guard arguments.count == 2 else { return }
    checkCase(arguments[0], arguments[1], isPattern: false)
    if function == "text.ends_with", described(arguments[0]) == "'extension'",
      resolve(arguments[1]).plainString?.hasPrefix(".") == true
    {
      add(
        .compareNever, "'extension' has no period", arguments[1].line, fix: "compare it without the period: == \"app\"")
    }
    let (subject, wanted) = (resolve(arguments[0]).plainString, resolve(arguments[1]).plainString)
    if let wanted, wanted.utf8.count > 1,
      wanted.hasPrefix("^") || wanted.hasPrefix("*.") || wanted.hasSuffix("$") || wanted.contains("%.")
    {
      add(
        .patternRegularExpression, "\(function) compares characters: '\(wanted)' is not a pattern there",
        arguments[1].line,
        fix: "write the characters themselves, or use string.match")
    }
    guard let subject, wanted == nil else { return }
    if function == "text.starts_with" && subject.hasSuffix(".")
      || function == "text.ends_with" && subject.hasPrefix(".")
    {
      add(
        .callArguments, "\(function) looks in its first argument, which is always '\(subject)'", arguments[0].line,
        fix: "swap the arguments")
    }
  }

  private mutating func checkMethod(
    _ name: String, _ subject: LuaExpression?, _ receiver: LuaExpression?, _ arguments: [LuaExpression]
  ) {
    if let subject, isReport(subject) {
      switch name {
      case "at", "missing":
        checkMessage(arguments, at: 2, isReport: true)
        checkOptions(arguments, takesChanges: true)
        checkNamedKeys("report:" + name, arguments)
      case "file":
        checkMessage(arguments, at: 1, isReport: true)
        checkOptions(arguments, takesChanges: false)
      default: break
      }
      return
    }
    switch name {
    case "find", "match", "gmatch", "gsub":
      // The policy's own table may have a method of that name.
      if let subject, fields(subject) != nil { return }
      checkPattern(name, arguments)
      if let receiver, let pattern = arguments.first { checkCase(receiver, pattern, isPattern: arguments.count < 3) }
    case "format":
      guard let subject, resolve(subject).plainString != nil else { return }
      checkMessage([subject] + arguments, at: 0, isReport: false)
    default: break
    }
  }

  /// Checks the options table of a report; at run time, an error in it only occurs once something is reported.
  private mutating func checkOptions(_ arguments: [LuaExpression], takesChanges: Bool) {
    guard let last = arguments.last, let options = fields(last) else { return }
    checkFields(options, of: "FindingOptions", in: "the options of a report")
    for option in options {
      guard case .name("fix") = option.key, let changes = fields(option.value) else { continue }
      if !takesChanges {
        add(
          .reportOptions, "a report about a bundle or file has changes of a property list in 'fix'", option.line,
          fix: "report the key with report:at or report:missing, or write the fix in words")
      }
      checkFields(changes, of: "Fix", in: "'fix'")
    }
  }

  private mutating func checkFields(_ fields: [LuaField], of name: String, in place: String) {
    let known = PolicyLanguage.ofPolicies.class(name)?.fields.map(\.name) ?? []
    for field in fields {
      guard case .name(let name) = field.key else { continue }
      if known.contains(name) {
        if name == "severity", let text = resolve(field.value).plainString,
          case .word(let words, _) = types.type("Severity").type, !words.contains(text)
        {
          add(
            .reportOptions, "'severity' cannot be \"\(text)\"", field.line,
            fix: "write \(words.map { "\"\($0)\"" }.joined(separator: ", "))")
        }
        continue
      }
      add(
        .reportOptions, "'\(name)' is not a field of \(place)", field.line,
        fix: "write one of \(known.joined(separator: ", "))")
    }
  }

  private func isReport(_ expression: LuaExpression) -> Bool {
    guard case .name("report", let variable?) = expression.kind else { return false }
    return variables[variable].kind == .parameter
  }

  // MARK: Patterns

  private mutating func lookForRegularExpression(in pattern: LuaExpression) {
    guard let text = Self.text(of: resolve(pattern)), let misuse = RegularExpressionSyntax.misuse(in: text) else {
      return
    }
    add(.patternRegularExpression, "pattern '\(text)': \(misuse.message)", pattern.line, fix: misuse.fix)
  }

  /// The content of a string, with the escape of the backslash itself resolved. Other escapes stay: none looks like a regular
  /// expression's.
  static func text(of expression: LuaExpression) -> String? {
    guard case .string(let written) = expression.kind else { return nil }
    return written.replacing("\\\\", with: "\\")
  }

  private mutating func checkPattern(_ function: String, _ arguments: [LuaExpression]) {
    // A third argument may make it a plain search.
    guard let first = arguments.first, function != "find" || arguments.count < 3 else { return }
    lookForRegularExpression(in: first)
    guard let pattern = resolve(first).plainString else { return }
    if let slip = PatternSlips.problem(in: pattern, function) {
      add(slip.code, "pattern '\(pattern)': \(slip.message)", first.line, fix: slip.fix)
    }
    if let problem = PatternCheck.problem(in: pattern) {
      let parts = problem.parts(separatedBy: "; ", limit: 2).map(String.init)
      add(
        .patternMalformed, "'\(pattern)' is not a pattern: \(parts[0])", first.line,
        fix: parts.count > 1 ? parts[1] : "see the Lua 5.4 manual, §6.4.1")
    }
    guard function == "gsub", arguments.count > 1, let replacement = resolve(arguments[1]).plainString else { return }
    var bytes = Array(replacement.utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else { continue }
      guard let next = bytes.popFirst(), next == byte || (0x30...0x39).contains(next) else {
        return add(
          .patternMalformed, "'\(replacement)' is not a replacement: after '%' there must be a digit or another '%'",
          arguments[1].line,
          fix: "write '%%' for the character")
      }
    }
  }

  // MARK: Messages

  private mutating func checkMessage(_ arguments: [LuaExpression], at position: Int, isReport: Bool) {
    guard position < arguments.count, let format = resolve(arguments[position]).plainString else { return }
    let line = arguments[position].line
    if let place = interpolation(in: format) {
      return add(
        .formatArguments, "'\(place)' in a message stays as it is", line,
        fix: "write %s, and pass the value after the message")
    }
    guard format.utf8.contains(UInt8(ascii: "%")) || arguments.count > position + 1 else { return }
    var values = Array(arguments[(position + 1)...])
    var mayBeOptions = false
    if isReport, let last = values.last {
      // The last table contains the finding's options.
      if fields(last) != nil {
        values.removeLast()
      } else if let base = type(of: last).type.base, base != .table {
      } else {
        mayBeOptions = true
      }
    }
    let isOpen = values.last?.isMultiple ?? false
    // A message without values is not a format.
    if isReport, values.isEmpty {
      if let place = FormatPlaces(format).texts.first(where: { ["%s", "%d", "%q", "%i"].contains($0) }) {
        add(
          .formatArguments, "the message has a '\(place)' but no value for it", line,
          fix: "pass the values after the message")
      }
      return
    }
    let places = FormatPlaces(format)
    if let problem = places.problem {
      return add(
        .formatArguments, "'\(problem)' in a message is not a format specifier", line,
        fix: "write '%%' for a percent sign")
    }
    let expected = places.texts.count
    if values.count == expected { checkPlaces(places.texts, values) }
    let isFit =
      values.count == expected || (mayBeOptions && values.count == expected + 1)
      || (isOpen && values.count <= expected + 1)
    if !isFit {
      add(
        .formatArguments,
        "the message has \(counted(expected, "format specifier")) but gets \(counted(values.count, "value"))",
        line, fix: "pass one value for each '%…' in the message")
    }
  }
}

extension SourceLint {
  /// The first `{name}`, `${name}` or `#{name}` of a local variable in a message.
  private func interpolation(in message: String) -> String? {
    guard let open = message.firstIndex(of: "{"), let close = message[open...].firstIndex(of: "}") else { return nil }
    let inside = message[open...].dropFirst().prefix { $0 != "}" }
    let name = inside.prefix { $0.isLetter || $0 == "_" }
    guard !name.isEmpty, inside.dropFirst(name.count).first.map({ ".:([".contains($0) }) ?? true else { return nil }
    let isMarked = open > message.startIndex && "$#".contains(message[message.index(before: open)])
    guard inside.contains(".") || isMarked, variables.contains(where: { $0.name == name }) else { return nil }
    return String(message[(isMarked ? message.index(before: open) : open)...close])
  }

  private mutating func checkPlaces(_ places: [String], _ values: [LuaExpression]) {
    for (place, value) in zip(places, values) {
      checkResult(value)
      guard let letter = place.last, "diuxXoeEfgGac".contains(letter) else { continue }
      let known = type(of: value).type
      guard let base = known.base, base != .number else { continue }
      if known.base == .string {
        let isName = ["'name'", "'path'"].contains(described(value))
        guard resolve(value).plainString.map({ Double($0) == nil }) ?? isName else { continue }
      }
      add(
        .formatArguments, "'\(place)' in a message shows numbers, but its value is \(known.phrase)", value.line,
        fix: "write %s")
    }
  }
}

struct FormatPlaces {
  /// The placeholders as written, such as `%-5s`.
  private(set) var texts: [String] = []
  private(set) var problem: String?

  init(_ format: String) {
    var rest = format.unicodeScalars[...]
    while let percent = rest.firstIndex(of: "%") {
      rest = rest[percent...].dropFirst()
      let flags = rest.prefix { "-+ #0123456789.".unicodeScalars.contains($0) }
      let letter = rest.dropFirst(flags.count).first
      rest = rest.dropFirst(flags.count + 1)
      if flags.isEmpty, letter == "%" { continue }
      let text = "%" + String(flags) + (letter.map { String($0) } ?? "")
      texts.append(text)
      let isKnown = letter.map("aAcdeEfgGioqsuxX".unicodeScalars.contains) ?? false
      if !isKnown || letter == "q" && !flags.isEmpty, problem == nil { problem = text }
    }
  }
}
