import Basics
import Reports

// Words that text and Markdown share.
extension PolicyComparison {
  var conclusion: String {
    // If policies could not be loaded, nothing was compared.
    if bundles.isEmpty, !old.errors.isEmpty || !new.errors.isEmpty { return "no bundle was compared" }
    let failing = bundles.count(where: \.failsNewly)
    let failingMore = bundles.count { $0.isWorse && !$0.failsNewly }
    let passing = bundles.count(where: \.passesNewly)
    let incomplete = bundles.count(where: \.isIncomplete)
    let totals = totals
    func fails(_ number: Int, _ adverb: String = "") -> String {
      "\(number) of \(bundles.count) bundles \(adverb)\(number == 1 ? "fails" : "fail")"
    }
    var parts: [String] = []
    if failing > 0 || failingMore == 0 { parts.append(fails(failing, "newly ")) }
    if failingMore > 0 {
      let more = "\(failingMore) more \(failingMore == 1 ? "fails" : "fail")"
      parts.append("\(failing > 0 ? more : fails(failingMore)) more rules")
    }
    if passing > 0 { parts.append("\(passing) newly \(passing == 1 ? "passes" : "pass")") }
    let added = totals.reduce(0) { $0 + $1.added }
    let removed = totals.reduce(0) { $0 + $1.removed }
    if added > 0 { parts.append(counted(added, "more finding")) }
    if removed > 0 { parts.append(counted(removed, "fewer finding")) }
    let altered = totals.reduce(0) { $0 + $1.altered }
    if altered > 0 { parts.append("\(counted(altered, "finding")) changed") }
    if !rules.isEmpty { parts.append("\(counted(rules.count, "rule")) changed") }
    if incomplete > 0 { parts.append("\(counted(incomplete, "bundle")) could not be checked against both") }
    return parts.joined(separator: ", ")
  }

  var heading: String {
    switch outcome {
    case .same: "SAME"
    case .changed: "CHANGED"
    case .worse: "WORSE"
    case .error: "INCOMPLETE"
    }
  }
}

extension PolicyComparison.Side {
  /// The policies in one line. An organization's policy may include dozens.
  var shown: String {
    let names = policies.map { $0.id + ($0.version.map { " " + $0 } ?? "") + " (\($0.source))" }
    if names.isEmpty { return "could not be loaded" }
    return (names.count > 5 ? names.prefix(3) + ["\(names.count - 3) more"] : names[...]).joined(separator: ", ")
  }
}

extension RuleSetChange {
  var shown: (sign: String, text: String) {
    guard let after else {
      return ("-", "\(id) was removed" + place(before))
    }
    guard let before else { return ("+", "\(id), \(after.severity.rawValue), was added" + place(after)) }
    var parts: [String] = []
    if let formerID { parts.append("was formerly \(formerID)") }
    if before.severity != after.severity {
      parts.append("severity \(before.severity.rawValue) → \(after.severity.rawValue)")
    }
    if before.isDisabled != after.isDisabled {
      parts.append(after.isDisabled ? "is now disabled" : "is no longer disabled")
    }
    return ("~", "\(id) " + parts.joined(separator: ", ") + place(after))
  }

  private func place(_ state: State?) -> String { state.map { " (\($0.declared.file):\($0.declared.line))" } ?? "" }
}

extension RuleComparison {
  var flip: String { "\(Self.word(before)) → \(Self.word(after))" }

  private static func word(_ state: State?) -> String {
    guard let state else { return "no such rule" }
    switch state.status {
    case .notApplicable: return "not applicable"
    case .pending: return "not evaluated"
    // Findings that do not fail the bundle, although the status of their rule is `fail`.
    case .fail where !state.fails: return "remarks"
    case let status: return status.rawValue
    }
  }
}

extension FindingChange {
  var sign: String {
    switch kind {
    case .added: "+"
    case .removed: "-"
    case .severity, .waiver: "~"
    }
  }

  var shownSeverity: String {
    func word(_ finding: Finding) -> String { finding.isWaived ? "waived" : finding.severity.rawValue }
    switch (before, after) {
    case (let before?, let after?): return "\(word(before)) → \(word(after))"
    case (let only?, nil), (nil, let only?): return word(only)
    case (nil, nil): return ""
    }
  }
}

extension Finding {
  var demand: String {
    declared.file.isEmpty ? rule : "\(rule) (\(declared.file):\(declared.line))"
  }
}
