import Reports
import StructuredText

package struct PolicyComparisonJSON {
  private let records: JSONReport

  package init(toolVersion: String) { records = JSONReport(toolVersion: toolVersion) }

  /// Returns the document, which ends with a newline. The same comparison gives the same bytes.
  package func render(_ comparison: PolicyComparison) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("format", "bundlepolicy-policy-comparison")
      json.member("version", 1)
      json.name("tool")
      json.object {
        $0.member("name", "bundlepolicy")
        $0.member("version", records.toolVersion)
      }
      json.member("outcome", comparison.outcome.rawValue)
      if let packs = comparison.packs {
        json.name("packs")
        json.array { json in
          for pack in packs {
            json.object {
              $0.member("name", pack.name)
              $0.member("before", pack.before)
              $0.member("after", pack.after)
            }
          }
        }
      }
      json.name("old")
      write(comparison.old, &json)
      json.name("new")
      write(comparison.new, &json)
      json.name("rules")
      json.array { for change in comparison.rules { write(change, &$0) } }
      json.name("totals")
      json.array { for total in comparison.totals { write(total, &$0) } }
      json.name("bundles")
      json.array { for bundle in comparison.bundles { write(bundle, &$0) } }
      json.name("summary")
      json.object {
        $0.member("bundles", comparison.bundles.count)
        $0.member("failNewly", comparison.bundles.count(where: \.failsNewly))
        $0.member("passNewly", comparison.bundles.count(where: \.passesNewly))
        $0.member("different", comparison.bundles.count(where: \.isDifferent))
        $0.member("incomplete", comparison.bundles.count(where: \.isIncomplete))
      }
    }
    return json.bytes + [0x0A]
  }

  private func write(_ side: PolicyComparison.Side, _ json: inout JSONWriter) {
    json.object { json in
      json.name("policies")
      json.array { for policy in side.policies { records.write(policy, &$0) } }
      json.name("errors")
      json.array { for error in side.errors { records.write(error, &$0) } }
    }
  }

  private func write(_ change: RuleSetChange, _ json: inout JSONWriter) {
    json.object { json in
      json.member("id", change.id)
      json.member("formerID", change.formerID)
      json.name("before")
      write(change.before, &json)
      json.name("after")
      write(change.after, &json)
    }
  }

  private func write(_ state: RuleSetChange.State?, _ json: inout JSONWriter) {
    guard let state else { return json.null() }
    json.object {
      $0.member("severity", state.severity.rawValue)
      $0.member("leftOut", state.isDisabled)
      $0.name("declared")
      records.write(state.declared, &$0)
    }
  }

  private func write(_ total: PolicyComparison.RuleTotals, _ json: inout JSONWriter) {
    json.object {
      $0.member("id", total.id)
      $0.member("failsNewly", total.failsNewly)
      $0.member("failsNoLonger", total.failsNoLonger)
      $0.member("begins", total.startsApplying)
      $0.member("ceases", total.stopsApplying)
      $0.member("added", total.added)
      $0.member("removed", total.removed)
      $0.member("altered", total.altered)
    }
  }

  private func write(_ bundle: ComparedBundle, _ json: inout JSONWriter) {
    json.object { json in
      json.member("path", bundle.path)
      json.member("identifier", bundle.identifier)
      json.member("kind", bundle.kind)
      json.member("platform", bundle.platform)
      json.member("before", bundle.before.rawValue)
      json.member("after", bundle.after.rawValue)
      json.name("rules")
      json.array { for rule in bundle.rules { write(rule, &$0) } }
      json.name("errors")
      json.object { json in
        json.name("before")
        json.array { for error in bundle.errorsBefore { records.write(error, &$0) } }
        json.name("after")
        json.array { for error in bundle.errorsAfter { records.write(error, &$0) } }
      }
    }
  }

  private func write(_ rule: RuleComparison, _ json: inout JSONWriter) {
    json.object { json in
      json.member("id", rule.id)
      json.member("formerID", rule.formerID)
      json.name("before")
      write(rule.before, &json)
      json.name("after")
      write(rule.after, &json)
      json.member("failsNewly", rule.failsNewly)
      json.member("failsNoLonger", rule.failsNoLonger)
      json.name("findings")
      json.array { json in
        for change in rule.findings {
          json.object { json in
            json.member("change", change.kind.rawValue)
            json.name("before")
            if let finding = change.before { records.write(finding, &json) } else { json.null() }
            json.name("after")
            if let finding = change.after { records.write(finding, &json) } else { json.null() }
          }
        }
      }
    }
  }

  private func write(_ state: RuleComparison.State?, _ json: inout JSONWriter) {
    guard let state else { return json.null() }
    json.object {
      $0.member("status", state.status.rawValue)
      $0.member("findings", state.findings)
      $0.member("fails", state.fails)
    }
  }
}
