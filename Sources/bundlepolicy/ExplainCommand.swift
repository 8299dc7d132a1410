import ArgumentParser
import Basics
import KeyRegistry
import PolicyConsole
import PolicyEngine
import Reporting
import Presentation
import Reports
import StandardPolicies

struct ExplainCommand: Command, ProjectOptions {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule, a key of Info.plist, a refusal by Apple, or a finding",
    discussion: """
      Examples:
        bundlepolicy explain apple.recommended/misspelt-keys
        bundlepolicy explain CFBundleVersion
        bundlepolicy explain /CFBundleDocumentTypes/0/CFBundleTypeRole
        bundlepolicy explain ITMS-90171
        bundlepolicy explain 7cf555b2f6e5b6820224b0e57b808423 --report report.json

      Name a rule by its id, with or without the id of its policy, or several by a pattern such as '*-icons'. Name a key as it is written in Info.plist, and a \
      key inside another key's value by its name or its path. Name a refusal by the code that Apple's tools print, or \
      another tag of rules: all standard policies are searched for it. Name a finding by its fingerprint or the \
      fingerprint's first 8 digits or more. Reports in JSON, SARIF, HTML and GitLab's format contain fingerprints, and 'check \
      --explain' prints them. --report names the JSON report.

      Without --policy, the command searches the policies of the project file, or the nearest policy.lua, from the \
      working directory upwards, or apple.recommended if there is none, and then the other standard policies.
      """)

  @Argument("the id or a tag of a rule, a key of Info.plist, or the fingerprint of a finding", value: "NAME")
  var names: [String]

  @Option(
    "report", "find fingerprints in this report, written by 'check --format json'; - for standard input",
    value: "REPORT", completion: .file())
  var reports: [String] = []

  @Option(.policy) var namedPolicies: [String] = []
  @Option(.project) var projectFile: String?
  @Flag(.noProject) var ignoresProject = false
  @OptionGroup var loading: LoadingOptions

  func execute() throws -> ExitStatus {
    let findings = reports.isEmpty ? [] : names.filter(FindingExplanation.isFingerprint)
    // Keys and findings need no policy, but a named policy must be valid.
    let needsPolicy =
      !namedPolicies.isEmpty || names.contains { Self.keys($0).isEmpty && !findings.contains($0) }
    var rules: [RuleDescription] = []
    // Those of all standard policies as well, where the policy's own do not suffice.
    var all: [RuleDescription] = []
    let choice = try PolicyChoice(namedPolicies, self, loading)
    let directory = try loading.standardPolicies()
    if needsPolicy {
      var policies = try PolicySearch.policiesOrStandard(named: choice.named).policies
      func load() throws(EngineError) -> PolicyProgram {
        var options = PolicyProgram.Options(
          policies: policies, standardPolicies: directory, parameters: choice.parameters)
        try options.findPacks(isNamed: choice.isNamed, from: choice.folder)
        let program = try PolicyProgram(options)
        if let error = program.errors.first { throw error }
        return program
      }
      var program = try load()
      // Do not name an included policy again: the policy that includes it could not override its rules.
      let known = Set(program.policies.map(\.id))
      let others = Self.standardPolicies(namedBy: names).filter { !known.contains($0) }
      if namedPolicies.isEmpty, !others.isEmpty {
        policies += others
        program = try load()
      }
      rules = try program.descriptions
      let isUnknown = names.contains { Self.keys($0).isEmpty && !findings.contains($0) && rules.named($0).isEmpty }
      if namedPolicies.isEmpty, isUnknown {
        let known = Set(program.policies.map(\.id))
        policies += StandardPolicies.ids.filter { !known.contains($0) }
        all = try load().descriptions
      } else {
        all = rules
      }
    }
    let reported = try reports.isEmpty ? nil : ReportMerge(reports.map(ReportCommand.read), failOn: nil)
    var paragraphs: [String] = []
    for name in names {
      if let reported, findings.contains(name) {
        paragraphs += try finding(name, in: reported)
        continue
      }
      var found = rules.named(name).map(RuleReference.text) + Self.keys(name)
      if found.isEmpty { found = all.named(name).map(RuleReference.text) }
      if found.isEmpty { found = Self.refusal(name, all) }
      if found.isEmpty { throw Self.unknown(name, all) }
      paragraphs += found
    }
    try Output.write(paragraphs.joined(separator: "\n").utf8, to: Output.standardOutput)
    return .passed
  }

  /// Describes a refusal, or another tag, by the rules that have it. Empty if there is no such tag.
  private static func refusal(_ name: String, _ rules: [RuleDescription]) -> [String] {
    let found = rules.filter { $0.hasTag(name) }
    let refusal = StandardPolicies.refusal(name)
    guard refusal != nil || !found.isEmpty else { return [] }
    var lines = ["\(refusal?.code ?? name)\(refusal.map { "  \($0.summary)" } ?? "")"]
    if let note = refusal?.note { lines.append("    note      \(note)") }
    for rule in found { lines.append("    rule      \(rule.id)  (\(rule.severity.rawValue))") }
    return [lines.map { TerminalText.line($0) + "\n" }.joined()] + found.map(RuleReference.text)
  }

  private func finding(_ fingerprint: String, in report: ReportMerge) throws -> [String] {
    var text = FindingExplanation(
      fingerprint, rules: report.rules, isColored: Output.isColored(Output.standardOutput))
    try report.forEachBundle { text.add($0) }
    let paragraphs = text.paragraphs
    if paragraphs.isEmpty {
      throw EngineError(
        code: "explain.unknown", message: "no finding has the fingerprint '\(fingerprint)'", file: reports.first,
        hint: "take the fingerprint and the report from the same check")
    }
    return paragraphs
  }

  private static func keys(_ name: String) -> [String] {
    let top = name.hasPrefix("/") ? String(name.dropFirst()) : name
    let entry = KeyRegistry.entry(for: top).map { [KeyReference.text($0)] } ?? []
    return entry + KeyRegistry.places(named: name).map(KeyReference.text)
  }

  private static func standardPolicies(namedBy words: [String]) -> [String] {
    words.compactMap { word in
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count == 2 && parts[0].hasPrefix("apple.") ? String(parts[0]) : nil
    }
  }

  private static func unknown(_ name: String, _ rules: [RuleDescription]) -> EngineError {
    if FindingExplanation.isFingerprint(name) {
      return EngineError(
        code: "explain.unknown", message: "'\(name)' looks like the fingerprint of a finding",
        hint: "name the report that has it with --report REPORT.json")
    }
    let known = rules.flatMap { [$0.id, String($0.id.split(separator: "/").last ?? "")] + $0.tags }
    let nearest = SpellingCorrector.nearest(to: name, among: known) ?? KeyRegistry.nearest(to: name)
    return EngineError(
      code: "explain.unknown",
      message: "there is no rule, tag or platform key '\(name)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? ""),
      hint: "list the rules with 'bundlepolicy rules'")
  }
}
