import LuaSyntax
import KeyRegistry
import Bundles

// Comparisons that cannot have the intended result.
extension SourceLint {
  private static let arithmetic: Set<String> = ["+", "-", "*", "/", "^", "//", "%"]
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
    if isOrder || isEquality, case .unary("not", _) = left.kind, !isTruth(right) {
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
      if checkType(of: left, comparedWith: right, line) || checkType(of: right, comparedWith: left, line) { return }
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

  /// Other tools' names of the platforms.
  private static let otherPlatforms = [
    "osx": "macos", "mac": "macos", "macosx": "macos", "iphoneos": "ios", "iphone": "ios", "ipados": "ios",
    "ipad": "ios", "appletvos": "tvos", "watch": "watchos", "xros": "visionos", "maccatalyst": "catalyst",
  ]

  /// Reports a platform or kind that is compared with an unknown name.
  private mutating func checkWord(_ read: LuaExpression, _ literal: LuaExpression, _ line: Int) -> Bool {
    guard case .suffixed(_, let suffixes) = read.kind, let field = suffixes.last?.name,
      let text = resolve(literal).plainString
    else { return false }
    let meant: String?
    switch field {
    case "platform":
      let known = Bundle.Platform.allCases.map(\.rawValue)
      let word = text.lowercased()
      meant = known.contains(text) ? nil : known.contains(word) ? word : Self.otherPlatforms[word]
    case "kind":
      let known = Bundle.Kind.allCases.map(\.rawValue)
      meant =
        known.contains(text)
        ? nil : ["app": "application", "appex": "extension"][text] ?? known.first { $0 == text.lowercased() }
    default: return false
    }
    guard let meant else { return false }
    add(.compareNever, "'\(field)' is never \"\(text)\"", line, fix: "write \"\(meant)\"")
    return true
  }

  /// Whether two expressions are the same, without calls.
  private func isSame(_ left: LuaExpression, _ right: LuaExpression) -> Bool {
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

  /// Whether a key whose values are strings is compared with a value of another type.
  private mutating func checkType(of read: LuaExpression, comparedWith literal: LuaExpression, _ line: Int) -> Bool {
    let type: String
    switch resolve(literal).kind {
    case .number: type = "a number"
    case .boolean: type = "true or false"
    default: return false
    }
    guard let key = keyRead(read), KeyRegistry.type(of: key) == .string else { return false }
    add(
      .compareType, "'\(key)' is a string, but is compared with \(type)", line,
      fix: type == "a number"
        ? "write the number in quotes, or use tonumber or version.compare" : "compare with the text")
    return true
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
