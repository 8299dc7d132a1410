import Reports
import StructuredText

package struct PolicyComparisonJSON {
  private let records: JSONReport

  package init(toolVersion: String) { records = JSONReport(toolVersion: toolVersion) }

  package func render(_ comparison: PolicyComparison) -> [UInt8] {
    JSONWriter.document { json in
      json.member("format", "bundlepolicy-policy-comparison")
      json.member("version", 1)
      json.object("tool", ["name": "bundlepolicy", "version": records.toolVersion])
      json.member("outcome", comparison.outcome.rawValue)
      if let packs = comparison.packs {
        json.objects("packs", packs) { ["name": $0.name, "before": $0.before, "after": $0.after] }
      }
      json.member("old", comparison.old, write)
      json.member("new", comparison.new, write)
      json.array("rules", of: comparison.rules, write)
      json.array("totals", of: comparison.totals, write)
      json.array("bundles", of: comparison.bundles, write)
      json.object(
        "summary",
        [
          "bundles": comparison.bundles.count, "failNewly": comparison.bundles.count(where: \.failsNewly),
          "passNewly": comparison.bundles.count(where: \.passesNewly),
          "different": comparison.bundles.count(where: \.isDifferent),
          "incomplete": comparison.bundles.count(where: \.isIncomplete),
        ])
    }
  }

  private func write(_ side: PolicyComparison.Side, _ json: inout JSONWriter) {
    json.object { json in
      json.array("policies", of: side.policies, records.write)
      json.array("errors", of: side.errors, records.write)
    }
  }

  private func write(_ change: RuleSetChange, _ json: inout JSONWriter) {
    json.object { json in
      json.member("id", change.id)
      json.member("formerID", change.formerID)
      json.member("before", change.before, write)
      json.member("after", change.after, write)
    }
  }

  private func write(_ state: RuleSetChange.State, _ json: inout JSONWriter) {
    json.object {
      $0.member("severity", state.severity.rawValue)
      $0.member("leftOut", state.isDisabled)
      $0.member("declared", state.declared, records.write)
    }
  }

  private func write(_ total: PolicyComparison.RuleTotals, _ json: inout JSONWriter) {
    json.object([
      "id": total.id, "failsNewly": total.failsNewly, "failsNoLonger": total.failsNoLonger,
      "begins": total.startsApplying, "ceases": total.stopsApplying, "added": total.added, "removed": total.removed,
      "altered": total.altered,
    ])
  }

  private func write(_ bundle: ComparedBundle, _ json: inout JSONWriter) {
    json.object { json in
      json.members([
        "path": bundle.path, "identifier": bundle.identifier, "kind": bundle.kind, "platform": bundle.platform,
        "before": bundle.before.rawValue, "after": bundle.after.rawValue,
      ])
      json.array("rules", of: bundle.rules, write)
      json.object("errors") { json in
        json.array("before", of: bundle.errorsBefore, records.write)
        json.array("after", of: bundle.errorsAfter, records.write)
      }
    }
  }

  private func write(_ rule: RuleComparison, _ json: inout JSONWriter) {
    json.object { json in
      json.member("id", rule.id)
      json.member("formerID", rule.formerID)
      json.member("before", rule.before, write)
      json.member("after", rule.after, write)
      json.member("failsNewly", rule.failsNewly)
      json.member("failsNoLonger", rule.failsNoLonger)
      json.objects("findings", rule.findings) { change, json in
        json.member("change", change.kind.rawValue)
        json.member("before", change.before) { records.write($0, &$1) }
        json.member("after", change.after) { records.write($0, &$1) }
      }
    }
  }

  private func write(_ state: RuleComparison.State, _ json: inout JSONWriter) {
    json.object(["status": state.status.rawValue, "findings": state.findings, "fails": state.fails])
  }
}
