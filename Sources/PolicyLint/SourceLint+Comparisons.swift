import Basics
import Bundles
import KeyRegistry
import LuaSyntax

// Comparisons that cannot have the intended result.
extension SourceLint {
  static let arithmetic: Set<String> = ["+", "-", "*", "/", "^", "//", "%"]
  private static let orders: Set<String> = ["<", ">", "<=", ">="]

  mutating func checkComparisons(_ first: LuaExpression, _ rest: [LuaOperand], _ line: Int) {
    // The left side of a comparison is one operand, or an arithmetic expression of a few.
    guard let position = rest.firstIndex(where: { !Self.arithmetic.contains($0.operation) }), position < 8 else {
      return
    }
    let operand = rest[position]
    let computed = LuaExpression(kind: .chain(first, Array(rest[..<position])), line: first.line)
    let (left, operation, right) = (position == 0 ? first : computed, operand.operation, operand.value)
    let isOrder = Self.orders.contains(operation)
    let isEquality = operation == "==" || operation == "~="
    guard isOrder || isEquality || operation == "and" || operation == "or" else { return }
    if isOrder || isEquality, case .unary("not", let inner) = left.kind, !isTruth(right), !isTruth(inner) {
      add(
        .compareNot, "'not' applies to the left side alone, so true or false is compared", line,
        fix: operation == "==" ? "write ~= instead, or not (a == b)" : "put the comparison in parentheses")
      return
    }
    if isEquality, checkWord(left, right, line) || checkWord(right, left, line) { return }
    if isSame(left, right), !isNotANumberTest(left, operation) {
      return add(
        .compareSame, "both sides of '\(operation)' are the same", operand.value.line,
        fix: "compare with the intended value")
    }
    if isOrder || isEquality {
      checkResult(left)
      checkResult(right)
      if checkValue(left, right, operation, line) { return }
      if checkType(of: left, comparedWith: right, isOrder: isOrder, line)
        || checkType(of: right, comparedWith: left, isOrder: isOrder, line)
      {
        return
      }
    }
    if isOrder, isVersion(left) || isVersion(right) {
      add(
        .compareVersion, "'\(operation)' compares strings byte by byte, so \"10\" comes before \"9\"", line,
        fix: "write version.compare(a, b) \(operation) 0")
    }
    if isEquality, isFraction(left) && isComputed(right) || isFraction(right) && isComputed(left) {
      add(
        .compareReal, "a computed number is rarely equal to this one", line,
        fix: "check whether the difference is small")
    }
  }

  /// Whether it is `true`, `false` or `not …`, with which comparing `not x` makes sense.
  private func isTruth(_ expression: LuaExpression) -> Bool {
    switch resolve(expression).kind {
    case .boolean, .unary("not", _): true
    default: false
    }
  }

  /// Names of words in other tools and languages.
  private static let otherWords: [String: [String: String]] = [
    "platform": [
      "osx": "macos", "mac": "macos", "macosx": "macos", "iphoneos": "ios", "iphone": "ios", "ipados": "ios",
      "ipad": "ios", "appletvos": "tvos", "watch": "watchos", "xros": "visionos", "maccatalyst": "catalyst",
    ],
    "kind": ["app": "application", "appex": "extension"],
    "ValueType": ["dict": "dictionary", "bool": "boolean", "list": "array", "int": "integer", "float": "real"],
    "FileType": ["dir": "directory", "folder": "directory", "symlink": "symbolicLink", "link": "symbolicLink"],
    "architecture": ["aarch64": "arm64", "amd64": "x86_64", "x64": "x86_64", "x86-64": "x86_64", "x86": "i386"],
    "value": ["list": "table", "dictionary": "table", "integer": "number", "bool": "boolean", "str": "string"],
  ]

  private mutating func checkWord(_ read: LuaExpression, _ literal: LuaExpression, _ line: Int) -> Bool {
    guard let text = resolve(literal).plainString else { return false }
    if case .word(var words, let name) = type(of: read).type {
      if case .suffixed(let base, let suffixes) = resolve(read).kind, suffixes.count == 1, let field = suffixes[0].name,
        case .name(_, let bundle?) = base.kind, let chosen = selected[bundle]?[field], words.contains(text),
        !chosen.contains(text)
      {
        add(
          .compareNever, "'\(field)' is never \"\(text)\" here: 'applies' selects \(chosen.joined(separator: ", "))",
          line,
          fix: "change 'applies', or the comparison")
        return true
      }
      // A value of Info.plist is not a value of Lua's own types.
      if let call = resolve(read).call, let argument = call.arguments.first {
        if name == "ValueType", keyRead(argument) != nil {
          words.removeAll { ["object", "list", "table", "function"].contains($0) }
        } else if call.function == "type", text == "table", isReadOfInfo(argument) {
          add(
            .compareNever,
            "a value of Info.plist is never a table: 'type' returns \"userdata\" for dictionaries and arrays",
            line, fix: "write plist.type(…) == \"dictionary\", or \"array\"")
          return true
        }
      }
      return checkWord(text, among: words, described(read), line, name)
    }
    guard case .suffixed(_, let suffixes) = read.kind, let field = suffixes.last?.name else { return false }
    let known: [String]
    switch field {
    case "platform": known = Bundle.Platform.allCases.map(\.rawValue)
    case "kind": known = Bundle.Kind.allCases.map(\.rawValue)
    case "architecture": known = ["arm64", "x86_64", "i386"]
    default: return false
    }
    // The value may be of the policy's own: only a known mistake is reported.
    let word = text.lowercased()
    guard !known.contains(text), known.contains(word) || Self.otherWords[field]?[word] != nil else { return false }
    return checkWord(text, among: known, "'\(field)'", line, field)
  }

  /// Whether a word is one of a closed set in another spelling, or in another tool.
  func isOtherName(_ text: String, of words: [String], _ subject: String) -> Bool {
    let word = text.lowercased()
    if words.contains(text) { return false }
    return words.contains { $0.lowercased() == word } || Self.otherWords[subject.filter(\.isLetter)]?[word] != nil
  }

  @discardableResult
  mutating func checkWord(
    _ text: String, among words: [String], _ subject: String, _ line: Int, _ name: String = ""
  ) -> Bool {
    guard !words.contains(text) else { return false }
    let word = text.lowercased()
    let meant =
      words.first { $0.lowercased() == word }
      ?? (Self.otherWords[name]?[word] ?? Self.otherWords[subject.filter(\.isLetter)]?[word]).flatMap {
        words.contains($0) ? $0 : nil
      } ?? SpellingCorrector.nearest(to: text, among: words)
    add(
      .compareNever, "\(subject) is never \"\(text)\"", line,
      fix: meant.map { "write \"\($0)\"" } ?? "it is one of \(Self.list(words))")
    return true
  }

  func described(_ expression: LuaExpression) -> String {
    switch expression.kind {
    case .name(let name, let variable):
      if let variable, variables[variable].writes == 0, let value = variables[variable].value {
        let inner = described(value)
        if inner != "the value" { return inner }
      }
      return "'\(name)'"
    case .parenthesized(let inner): return described(inner)
    case .suffixed(let base, let suffixes):
      guard let last = suffixes.last else { return described(base) }
      if let name = last.name { return "'\(name)'" }
      if case .method(let name, _) = last.kind { return "the result of '\(name)'" }
      if let function = expression.call?.function { return "the result of '\(function)'" }
      return "the value"
    default: return "the value"
    }
  }

  func isSame(_ left: LuaExpression, _ right: LuaExpression) -> Bool {
    switch (left.kind, right.kind) {
    case (.name(let a, let one), .name(let b, let other)): return a == b && one == other
    case (.suffixed(let base, let suffixes), .suffixed(let otherBase, let otherSuffixes)):
      guard suffixes.count == otherSuffixes.count, isSame(base, otherBase) else { return false }
      return zip(suffixes, otherSuffixes).allSatisfy { one, other in
        if let name = one.name { return name == other.name }
        guard case .index(let a) = one.kind, case .index(let b) = other.kind else { return false }
        return isSame(a, b)
      }
    case (.number(let a), .number(let b)), (.string(let a), .string(let b)): return a == b
    default: return false
    }
  }

  /// `x ~= x` tests for NaN.
  private func isNotANumberTest(_ operand: LuaExpression, _ operation: String) -> Bool {
    guard case .name = operand.kind else { return false }
    return operation == "~=" || operation == "=="
  }

  private mutating func checkType(
    of read: LuaExpression, comparedWith other: LuaExpression, isOrder: Bool, _ line: Int
  ) -> Bool {
    switch (resolve(read).kind, resolve(other).kind) {
    case (.string, .name), (.string, .suffixed), (.number, .name), (.number, .suffixed), (.boolean, .name),
      (.boolean, .suffixed):
      // The value that is read is described, not the literal.
      return false
    default: break
    }
    let (subject, value) = (type(of: read), resolve(other))
    let (wanted, isNew) =
      if case .table = value.kind { (ValueType.map(.any), true) } else { (type(of: other).type, false) }
    if isNew, !isOrder {
      add(
        .compareType, "a new table is equal to nothing", line,
        fix: "check next(t) == nil for an empty table, or compare with each value in turn")
      return true
    }
    guard let one = subject.type.base, let two = wanted.base else { return false }
    if two == .null || one == .null {
      guard two == .null, !subject.isOptional, !isOrder else { return false }
      switch subject.type {
      case .list, .object(["History"]), .object(["FileTree"]), .word:
        // A word is a string in Lua: `type(x) == nil` and a platform that is always known.
        if case .word(_, "value") = subject.type {} else if case .word = subject.type { return false }
        add(
          .compareType, "\(described(read)) is \(subject.type.phrase) and never nil", line,
          fix: subject.type.base == .string
            ? "compare with \"nil\", or compare the value itself with nil" : "check #list == 0, or next(t) == nil")
        return true
      case .string, .number, .boolean:
        guard resolve(read).isMultiple else { return false }
        add(
          .compareType, "\(described(read)) is \(subject.type.phrase) and never nil", line,
          fix: subject.type == .boolean ? "write not …" : "compare with a value that it may have")
        return true
      default: return false
      }
    }
    guard one != two || (isOrder && (one == .boolean || one == .table && subject.type.isList)) else { return false }
    let phrase = if case .boolean = value.kind { "true or false" } else { wanted.phrase }
    add(
      .compareType, "\(described(read)) is \(subject.type.phrase), but is compared with \(phrase)", line,
      fix: Self.fix(subject.type, wanted, value))
    return true
  }

  private static func fix(_ subject: ValueType, _ wanted: ValueType, _ value: LuaExpression) -> String {
    switch (subject.base, wanted.base) {
    case (.string, .number): return "write the number in quotes, or use tonumber or version.compare"
    case (.string, _): return "compare with the text"
    case (.boolean, _): return "compare with true or false"
    case (.number, .boolean): return "compare with a number, such as == 0"
    case (.number, _): return "compare with a number"
    case (.table, _) where subject.isList: return "compare each element in a loop, or the number of elements: #list"
    default: break
    }
    if case .object(let classes) = subject {
      switch classes[0] {
      case "Bundle", "CollectedBundle", "Component", "CodeFile": return "compare its path, name or identifier"
      case "File": return "compare its path"
      case "Version": return "parse the other version as well: version.parse(\"…\")"
      case "Date", "Day": return "compare dates with dates, or the text of a day: as_of.text"
      default: break
      }
    }
    return "compare values of the same type"
  }

  /// Reports comparisons with values of the right type that the left side never has.
  private mutating func checkValue(_ read: LuaExpression, _ literal: LuaExpression, _ operation: String, _ line: Int)
    -> Bool
  {
    let isEquality = operation == "==" || operation == "~="
    let (expression, value) = (resolve(read), resolve(literal))
    if case .unary("#", _) = expression.kind, Self.isNegative(value) || operation == "<" && Self.isZero(value) {
      add(.compareNever, "'#' is never negative", line, fix: "compare with == 0 for an empty list")
      return true
    }
    guard case .suffixed(let base, var suffixes) = expression.kind, let last = suffixes.popLast(),
      isEquality || last.name == "text"
    else { return false }
    if case .boolean(let wanted) = value.kind, suffixes.isEmpty, case .call = last.kind, let closure = closure(base) {
      return checkAnswer(of: closure, base, wanted, line)
    }
    let receiver = suffixes.reduce(type(of: base)) { apply($1, to: $0) }.type
    if let text = value.plainString { return checkText(text, receiver, last, line) }
    guard case .number(let number) = value.kind else { return false }
    if case .method("find", _) = last.kind, receiver.base == .string, number == "0" {
      add(
        .compareNever, "'find' never returns 0: positions count from 1, and nil means that it found nothing", line,
        fix: "compare with nil or 1")
      return true
    }
    if last.name == "mode", case .object(["File"]) = receiver { return checkMode(number, line) }
    return false
  }

  /// Reports a comparison with an answer that a function of the policy never gives.
  private mutating func checkAnswer(of closure: LuaClosure, _ name: LuaExpression, _ wanted: Bool, _ line: Int) -> Bool
  {
    let answers = RuleLint.returns(closure.body).map { values -> Bool? in
      if values.count == 1, case .boolean(let answer) = values[0].kind { answer } else { nil }
    }
    guard !answers.isEmpty, answers.allSatisfy({ $0 == !wanted }) else { return false }
    add(
      .compareNever, "\(described(name)) never returns \(wanted): it returns \(!wanted), or nothing", line,
      fix: wanted ? "return true where it is meant" : "write not …, or return false at its end")
    return true
  }

  private mutating func checkText(_ text: String, _ receiver: ValueType, _ last: LuaSuffix, _ line: Int) -> Bool {
    let problem: (message: String, fix: String)?
    switch (receiver, last.kind) {
    case (.object(let classes), .field("extension")) where classes.contains("Bundle") && text.hasPrefix("."):
      problem = ("'extension' has no period", "write \"\(text.dropFirst())\"")
    case (.object(let classes), .field("path"))
    where !text.isEmpty && ["File", "CodeFile", "Bundle"].contains(classes[0]):
      problem = PathForms.problem(ofPath: text).map { ($0.message, $0.fix) }
    case (.object, .field(let name)) where ["sha256", "sha1", "cdhash"].contains(name):
      let count = name == "sha256" ? 64 : 40
      if Hexadecimal.isLowercase(text, count: count) { return false }
      problem = ("'\(name)' has \(count) lower-case hexadecimal digits", "write all \(count) digits in lower case")
    case (_, .method("lower", _)) where receiver.base == .string && text != text.lowercased():
      problem = ("'lower' returns no capital letters", "write \"\(text.lowercased())\"")
    case (_, .method("upper", _)) where receiver.base == .string && text != text.uppercased():
      problem = ("'upper' returns no small letters", "write \"\(text.uppercased())\"")
    case (_, .method("match", let arguments)) where receiver.base == .string && arguments.count == 1:
      guard let pattern = arguments[0].plainString, pattern != text,
        !pattern.contains(where: { "^$()%.[]*+-?".contains($0) })
      else { return false }
      problem = ("'match' returns \"\(pattern)\" or nil", "compare with nil, or write the pattern of a longer text")
    case (.object(["Day"]), .field("text")):
      problem = CalendarDate(text) == nil ? ("'text' is a day such as \"2026-11-23\"", "write a day that exists") : nil
    case (_, .method("sub", let bounds)) where receiver.base == .string:
      problem = Self.length(bounds).flatMap { length in
        length < text.utf8.count || (bounds.count == 1 && length != text.utf8.count)
          ? ("'sub' returns \(counted(length, "byte")), but \"\(text)\" has \(text.utf8.count)", "change the positions")
          : nil
      }
    default: problem = nil
    }
    guard let problem else { return false }
    add(.compareNever, problem.message, line, fix: problem.fix)
    return true
  }

  private static func length(_ bounds: [LuaExpression]) -> Int? {
    func number(_ expression: LuaExpression) -> Int? {
      switch expression.kind {
      case .number(let text): Int(text)
      case .unary("-", let inner): number(inner).map { -$0 }
      default: nil
      }
    }
    let numbers = bounds.map(number)
    if numbers.count == 1, let from = numbers[0], from < 0 { return -from }
    guard numbers.count == 2, let from = numbers[0], let to = numbers[1], (from > 0) == (to > 0), from != 0 else {
      return nil
    }
    return max(0, to - from + 1)
  }

  /// Permissions that are usually written in octal digits.
  private static let modes = """
    777 775 770 755 750 744 740 711 710 700 666 664 660 644 640 600 555 550 500 444 440 400 0777 0755 0700 0644 0600 1777 4755 2755
    111 222 022 002
    """.split(whereSeparator: \.isWhitespace)

  mutating func checkMode(_ number: String, _ line: Int) -> Bool {
    guard Self.modes.contains(number[...]), let mode = Int(number, radix: 8) else { return false }
    add(
      .compareNever, "\(number) is a decimal number, but modes are usually given in octal digits", line,
      fix: "write 0x\(String(mode, radix: 16)), which is \(number) in octal digits")
    return true
  }

  private static func isNegative(_ expression: LuaExpression) -> Bool {
    if case .unary("-", let inner) = expression.kind, case .number(let text) = inner.kind { text != "0" } else { false }
  }

  private static func isZero(_ expression: LuaExpression) -> Bool {
    if case .number("0") = expression.kind { true } else { false }
  }

  // MARK: Conditions

  mutating func checkCondition(_ condition: LuaExpression) {
    checkResult(condition)
    var (tested, isNegated) = (condition, false)
    while case .unary("not", let inner) = tested.kind { (tested, isNegated) = (inner, true) }
    if case .chain(let first, let rest) = tested.kind, !isNegated {
      let isComparison = rest.first.map { Self.comparisons.contains($0.operation) } ?? false || isComparison(first)
      for operand in rest where operand.operation == "or" && isComparison {
        guard operand.value.plainString != nil else { continue }
        add(
          .compareAlways, "'or \"\(operand.value.plainString ?? "")\"' is always true: it does not compare",
          operand.value.line,
          fix: "write the comparison again: x == \"a\" or x == \"b\"")
      }
      return
    }
    if case .string = tested.kind {
      return add(.compareAlways, "a string is always true", condition.line, fix: "compare it with a value")
    }
    let value = type(of: tested)
    if case .list = value.type, tested.isMultiple, value.isOptional {
      return add(
        .compareAlways, "a list is true even if it is empty", condition.line,
        fix: "keep the list in a variable, and compare the number of its elements: #list > 0")
    }
    guard !value.isOptional else { return }
    switch value.type {
    case .list:
      add(
        .compareAlways, "a list is true even if it is empty", condition.line,
        fix: isNegated ? "write #list == 0" : "write #list > 0")
    case .map:
      if case .suffixed(_, let suffixes) = resolve(tested).kind, case .call = suffixes.last?.kind {
        add(
          .compareAlways, "a table is true even if it is empty", condition.line,
          fix: isNegated ? "write next(t) == nil" : "write next(t) ~= nil")
      }
    case .number:
      if case .number = resolve(tested).kind { return }
      add(.compareAlways, "a number is always true, even 0", condition.line, fix: "compare it: == 0 or > 0")
    default: break
    }
  }

  private func isComparison(_ expression: LuaExpression) -> Bool {
    guard case .chain(_, let rest) = expression.kind else { return false }
    return rest.contains { Self.comparisons.contains($0.operation) }
  }

  /// Reports `x ~= "a" or x ~= "b"`, `x == "a" and x == "b"`, and `x == ("a" or "b")`.
  mutating func checkAlternatives(_ first: LuaExpression, _ rest: [LuaOperand], _ line: Int) {
    for operand in rest where operand.operation == "==" || operand.operation == "~=" {
      guard case .parenthesized(let inner) = operand.value.kind, case .chain(let one, let others) = inner.kind,
        one.plainString != nil, others.allSatisfy({ $0.operation == "or" && $0.value.plainString != nil })
      else { continue }
      add(
        .compareAlways, "(\"a\" or \"b\") is always the first string, so the others are not compared", inner.line,
        fix: "write the comparison again: x == \"a\" or x == \"b\"")
    }
    guard let at = rest.firstIndex(where: { $0.operation == "and" || $0.operation == "or" }) else { return }
    let operation = rest[at].operation
    let wanted = operation == "or" ? "~=" : "=="
    func literal(_ value: LuaExpression) -> String? {
      switch resolve(value).kind {
      case .nil: "nil"
      case .boolean(let truth): String(truth)
      case .number(let text): Double(text).map { "number \($0)" }
      default: resolve(value).plainString.map { "string \($0)" }
      }
    }
    var parts = [LuaExpression(kind: .chain(first, Array(rest[..<at])), line: line)]
    for operand in rest[at...] {
      guard operand.operation == operation else { return }
      parts.append(operand.value)
    }
    var seen: [(subject: LuaExpression, text: String)] = []
    for part in parts {
      guard case .chain(let subject, let comparison) = part.kind, comparison.count == 1,
        comparison[0].operation == wanted,
        let text = literal(comparison[0].value)
      else { continue }
      if seen.contains(where: { isSame($0.subject, subject) && $0.text != text }) {
        return add(
          operation == "or" ? .compareAlways : .compareNever,
          operation == "or"
            ? "this is always true: a value always differs from one of two"
            : "this is never true: a value is not equal to two others",
          part.line, fix: operation == "or" ? "write 'and'" : "write 'or'")
      }
      seen.append((subject, text))
    }
  }

  private static let versionKeys: Set<String> = [
    "CFBundleVersion", "CFBundleShortVersionString", "LSMinimumSystemVersion", "MinimumOSVersion",
  ]

  private func isVersion(_ expression: LuaExpression) -> Bool {
    if let key = keyRead(expression) { return Self.versionKeys.contains(key) }
    guard let text = resolve(expression).plainString else { return false }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// Whether it is a fractional number that no float represents exactly.
  private func isFraction(_ expression: LuaExpression) -> Bool {
    guard case .number(let text) = resolve(expression).kind, let value = Double(text), value.isFinite else {
      return false
    }
    return value * 1024 != (value * 1024).rounded()
  }

  private func isComputed(_ expression: LuaExpression) -> Bool {
    guard case .chain(_, let rest) = resolve(expression).kind else { return false }
    return rest.contains { ["+", "-", "*", "/", "^"].contains($0.operation) }
  }
}
