import PolicySchema
import LuaRuntime
package import Reports

package struct RuleNames {
  let rules: [Rule]

  package init(_ rules: [Rule]) { self.rules = rules }

  package func rules(named word: String) -> [Rule] {
    let isFull = word.contains("/")
    // By position: copying each rule, as `filter` does, takes longer than comparing it.
    return rules.indices.filter { at in
      (isFull ? rules[at].id == word : rules[at].localID == word) || Self.was(rules[at].formerIDs, word, isFull)
    }.map { rules[$0] }
  }

  package func rules(matching word: String) -> [Rule] {
    RulePattern(word).map { pattern in rules.filter { pattern.matches($0.id) } } ?? rules(named: word)
  }

  func unknown(_ word: String) -> EngineError {
    let isPolicy = rules.contains { $0.policy == word }
    return EngineError(
      code: "check.unknown-rule",
      message: "no policy has a rule '\(word)'" + (isPolicy ? "; did you mean '\(word)/*'?" : suggestion(for: word)))
  }

  func rule(withID id: String) -> Rule? { rules.first { $0.id == id } ?? rules.first { $0.formerIDs.contains(id) } }

  /// The nearest valid name, for messages. Rules of `policy` are named without its id; if it is nil, they are named like `word`.
  package func suggestion(for word: String, in policy: String? = nil) -> String {
    func name(_ rule: Rule) -> String {
      policy.map { $0 == rule.policy } ?? !word.contains("/") ? rule.localID : rule.id
    }
    // The local id may be right, with the wrong policy or none.
    let own = word.split(separator: "/").last.map(String.init) ?? word
    if let rule = rules.first(where: { $0.localID == own }) { return "; did you mean '\(name(rule))'?" }
    return DeclarationError.suggestion(for: word, among: rules.map(name))
  }

  package func renaming(_ word: String, of rule: Rule, at place: SourceLocation?, option: String? = nil) -> EngineError?
  {
    if word == rule.id || word == rule.localID { return nil }
    let name = word.contains("/") ? rule.id : rule.localID
    return EngineError(
      code: "rule.renamed", message: "\(option.map { "\($0) \(word): " } ?? "")rule '\(word)' is now called '\(name)'",
      file: place?.file, line: place?.line, hint: "write '\(name)' there")
  }

  private static func was(_ formerIDs: [String], _ word: String, _ isFull: Bool) -> Bool {
    formerIDs.contains { isFull ? $0 == word : $0.hasSuffix("/" + word) }
  }

  func check() throws(EngineError) {
    // No rule of the standard policies has a former id.
    guard rules.contains(where: { !$0.formerIDs.isEmpty }) else { return }
    var living: [String: Rule] = [:]
    for rule in rules { living[rule.id] = rule }
    var former: [String: Rule] = [:]
    for rule in rules {
      for id in rule.formerIDs {
        func refuse(_ what: String, _ other: Rule) -> EngineError {
          EngineError(
            code: "policy.invalid",
            message: "rule '\(rule.localID)', deprecated: '\(id)' is \(what) "
              + "(\(other.declared.file):\(other.declared.line))", at: rule.declared,
            hint: "an id must belong to only one rule; remove it from one of the two")
        }
        if let other = living[id] { throw refuse("the id of an existing rule", other) }
        if let other = former.updateValue(rule, forKey: id) {
          throw refuse("an earlier id of rule '\(other.localID)' too", other)
        }
      }
    }
  }
}

package struct RuleSelection {
  package let rules: [Rule]
  package private(set) var errors: [EngineError] = []
  private(set) var renamings: [EngineError] = []

  /// Selects the rules that `only` names, or all if it is empty, except those that `skipped` names; if there are tags, only rules with one
  /// of them. A name is an id, with or without the policy's id in front, or a pattern.
  ///
  /// A word that matches a rule of `other` but no rule of these is not an error.
  package init(
    _ all: [Rule], only: [String], without skipped: [String], tagged tags: [String] = [], other: [Rule] = []
  ) {
    let names = RuleNames(all)
    let otherNames = RuleNames(other)
    var chosen: [Set<String>] = [[], []]
    for (number, (option, words)) in [("--rule", only), ("--skip", skipped)].enumerated() {
      for word in words {
        let found = names.rules(matching: word)
        if found.isEmpty, otherNames.rules(matching: word).isEmpty { errors.append(names.unknown(word)) }
        renamings += names.rules(named: word).compactMap { names.renaming(word, of: $0, at: nil, option: option) }
        chosen[number].formUnion(found.map(\.id))
      }
    }
    for tag in tags where !(all + other).contains(where: { $0.hasTag(tag) }) {
      errors.append(RuleTag.unknown(tag, among: all.flatMap(\.texts.tags)))
    }
    rules =
      only.isEmpty && skipped.isEmpty && tags.isEmpty
      ? all
      : all.indices.filter { at in
        (only.isEmpty || chosen[0].contains(all[at].id)) && !chosen[1].contains(all[at].id)
          && (tags.isEmpty || tags.contains { all[at].hasTag($0) })
      }.map { all[$0] }
  }
}

extension Rule {
  fileprivate func hasTag(_ tag: String) -> Bool { texts.tags.contains { RuleTag.isSame($0, tag) } }
}

extension RuleResult {
  init(notYetEvaluated rule: Rule) {
    self.init(id: rule.id, status: .notApplicable, findings: 0, fuel: 0, reason: nil)
    guard let made = rule.adjustment else { return }
    adjustment = AppliedAdjustment(
      severity: made.severity, because: made.because, rule: rule.declared, declared: made.declared)
  }
}
