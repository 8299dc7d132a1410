import LuaSyntax
package import PolicyEngine

/// Looks for mistakes in a policy that loads, without any bundle: what would never match, what can't come out as meant, and what
/// nobody has shown to work.
package struct PolicyLint {
  /// One remark.
  package struct Remark: Hashable, Sendable {
    /// Which sort of mistake.
    package let code: LintCode
    /// What was found.
    package let message: String
    /// The policy's file.
    package let file: String
    /// The line in `file`, from 1.
    package let line: Int
    /// What to do.
    package let fix: String

    init(code: LintCode, message: String, place: SourceLocation, fix: String) {
      self.code = code
      self.message = message
      file = place.file
      line = place.line
      self.fix = fix
    }

    /// How bad it is: a warning is most likely a mistake, a note a gap.
    package var severity: Severity { code.severity }
  }

  /// The remarks on a program's policies and tests, by file and line. Without a day no waiver has expired.
  package static func remarks(on program: PolicyProgram, asOf: CalendarDate? = nil) -> [Remark] {
    let spelling = KeySpelling(own: program.customPrefixes)
    let words = program.sources.map { (file: $0.file, words: LuaTokens($0.bytes)) }
    var places = StringPlaces()
    for source in words { places.add(source.words.tokens, file: source.file) }
    let sources = words.map { SourceLint.look(at: $0.words.tokens, file: $0.file, spelling: spelling) }
    var remarks = Set(sources.flatMap(\.remarks))
    for rule in program.rules {
      let source = sources.first { $0.file == rule.declared.file }
      remarks.formUnion(
        RuleLint.remarks(
          on: rule, call: source.flatMap { call(of: rule, in: $0) }, in: source, spelling: spelling, places: places))
    }
    for warning in program.warnings {
      guard let file = warning.file, let line = warning.line, let code = LintCode(rawValue: warning.code.rawValue)
      else {
        continue
      }
      remarks.insert(
        Remark(
          code: code, message: warning.message, place: SourceLocation(file: file, line: line), fix: warning.hint ?? ""))
    }
    remarks.formUnion(WaiverLint.remarks(on: program, asOf: asOf))
    remarks.formUnion(UsageLint.remarks(on: sources))
    var allowances = Dictionary(
      words.map { ($0.file, LintAllowances($0.words, file: $0.file)) }, uniquingKeysWith: { first, _ in first })
    remarks = remarks.filter { !(allowances[$0.file]?.allows($0) ?? false) }
    for allowance in allowances.values { remarks.formUnion(allowance.leftOver) }
    // What the program carries is not for whoever includes it to mend.
    return sorted(remarks.filter { !PolicyFiles.isForeign($0.file) })
  }

  /// By file, line, code and message.
  package static func sorted(_ remarks: some Sequence<Remark>) -> [Remark] {
    remarks.sorted {
      ($0.file, $0.line, $0.code.rawValue, $0.message) < ($1.file, $1.line, $1.code.rawValue, $1.message)
    }
  }

  /// The declaration of a rule in its source. One that computes its name may stand for several rules.
  private static func call(of rule: Rule, in source: SourceLint) -> SourceLint.RuleCall? {
    let calls = source.rules[rule.declared.line] ?? []
    if let named = calls.first(where: { $0.name == rule.localID }) { return named }
    return calls.count == 1 && calls[0].name == nil ? calls[0] : nil
  }
}
