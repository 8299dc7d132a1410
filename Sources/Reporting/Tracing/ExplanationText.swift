import PolicyEngine

// Why rules came to what they did: a paragraph for each rule and bundle.
extension TextReport {
  func writeExplanations(of bundle: BundleReport, _ out: inout TerminalText) {
    for rule in bundle.rules {
      for explanation in rule.explanations ?? [] {
        out.add("  \(rule.id)", .bold)
        if !explanation.bundle.isEmpty { out.add(" on \(explanation.bundle)") }
        out.add(": ")
        switch explanation.status {
        case .pass: out.add("passed", .green)
        case .fail, .waived, .baselined: out.add("failed", .red)
        case .notApplicable: out.add("not applicable", .dim)
        case .error: out.add("could not be judged", .red)
        }
        out.newLine()
        for clause in explanation.clauses { detail("because", "\(clause.name): \(clause.because)", &out) }
        if let reason = explanation.reason, explanation.clauses.allSatisfy({ $0.because != reason }) {
          detail("because", reason, &out)
        }
        for (label, text) in ReadText(explanation, path: bundle.path).lines { detail(label, text, &out) }
      }
    }
  }
}
