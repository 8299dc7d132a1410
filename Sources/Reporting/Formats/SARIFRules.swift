import Presentation
import Reports
import StructuredText

/// The rules of a SARIF run, each with an index (3.19.23): rules with descriptions, and rules that only results name.
struct SARIFRules {
  private let described: [RuleDescription]
  private var places: [String: Int] = [:]
  private var others: [String] = []
  private var withResults: Set<String> = []

  /// Starts with rules that have descriptions. Of two with the same id, the first counts.
  init(_ rules: [RuleDescription]) {
    var places: [String: Int] = [:]
    var described: [RuleDescription] = []
    for rule in rules where places[rule.id] == nil {
      places[rule.id] = described.count
      described.append(rule)
    }
    self.described = described
    self.places = places
  }

  mutating func place(of rule: String) -> Int {
    withResults.insert(rule)
    if let place = places[rule] { return place }
    let place = described.count + others.count
    places[rule] = place
    others.append(rule)
    return place
  }

  func existing(_ rule: String) -> Int? { places[rule] }

  func write(_ json: inout JSONWriter) {
    json.array("rules") { json in
      for rule in described { write(rule, &json) }
      for rule in others { json.object { $0.member("id", rule) } }
    }
  }

  private func write(_ rule: RuleDescription, _ json: inout JSONWriter) {
    json.object { json in
      json.member("id", rule.id)
      // SARIF does not allow repetitions (3.7.3).
      if !rule.formerIDs.isEmpty { json.strings("deprecatedIds", rule.formerIDs.unique(by: \.self)) }
      json.message("shortDescription", [rule.summary])
      json.object("defaultConfiguration") { $0.member("level", rule.severity.rawValue) }
      // Viewers show the rest beside a result.
      guard withResults.contains(rule.id) else { return }
      json.message("fullDescription", rule.rationale.map(Paragraphs.lines) ?? [rule.summary])
      json.message("help", text(rule), markdown: markdown(rule))
      if let help = rule.help, ArtifactURI.isPage(help) { json.member("helpUri", help) }
      json.object("properties") { json in
        json.strings("tags", rule.tags.unique(by: \.self))
        // Code scanning shows it in place of the level, from 0.1 to 10.
        if rule.tags.contains("security") {
          let severity =
            switch rule.severity {
            case .error: "8.0"
            case .warning: "5.0"
            case .note: "2.0"
            }
          json.member("security-severity", severity)
        }
        json.member("declared", "\(rule.declared.file):\(rule.declared.line)")
      }
    }
  }

  private func text(_ rule: RuleDescription) -> [String] {
    [rule.summary] + (rule.rationale.map(Paragraphs.lines) ?? []) + facts(rule).map { "\($0.name): \($0.text)" }
  }

  private func markdown(_ rule: RuleDescription) -> String {
    var text = MarkdownText.escaped(rule.summary) + "\n"
    if let rationale = rule.rationale { text += "\n\(MarkdownText.escaped(rationale))\n" }
    let facts = facts(rule)
    if !facts.isEmpty { text += "\n" }
    for fact in facts { text += "- \(fact.name): \(MarkdownText.link(fact.text))\n" }
    return text
  }

  private func facts(_ rule: RuleDescription) -> [(name: String, text: String)] {
    rule.asks.map { ("checks", $0) } + rule.appliesTo.map { ("applies", $0) } + rule.sources.map { ("source", $0) }
      + (rule.help.map { [("more", $0)] } ?? [])
  }
}
