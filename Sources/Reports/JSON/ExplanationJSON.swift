import Basics
import StructuredText

// Members of the JSON report for explanations and tracebacks.
extension JSONReport {
  /// The most reads of a rule on a bundle that are listed; further ones are counted.
  static let readLimit = 1000

  func write(_ explanations: [RuleExplanation], _ json: inout JSONWriter) {
    json.array { json in for explanation in explanations { write(explanation, &json) } }
  }

  private func write(_ explanation: RuleExplanation, _ json: inout JSONWriter) {
    let omitted = explanation.omitted + max(0, explanation.reads.count - Self.readLimit)
    json.object { json in
      json.members(["bundle": explanation.bundle, "status": explanation.status.rawValue, "reason": explanation.reason])
      json.objects("clauses", explanation.clauses) {
        ["clause": $0.name, "outcome": $0.outcome.rawValue, "because": $0.because]
      }
      json.array("reads", of: explanation.reads.prefix(Self.readLimit), write)
      json.member("readsOmitted", omitted)
      json.member("readsComplete", !explanation.isCut && omitted == 0)
    }
  }

  private func write(_ read: Read, _ json: inout JSONWriter) {
    json.object([
      "kind": read.kind.rawValue, "build": read.build, "bundle": read.bundle, "file": read.file, "name": read.name,
      "present": read.isPresent, "type": read.type, "value": read.value, "line": read.line,
    ])
  }

  /// Writes the calls, innermost first. A gap is an object with only `omitted`.
  func write(_ trace: Traceback, _ json: inout JSONWriter) {
    json.array { json in
      for place in trace.inner { write(place, &json) }
      if trace.omitted > 0 { json.object { $0.member("omitted", trace.omitted) } }
      for place in trace.outer { write(place, &json) }
    }
  }

  private func write(_ place: Traceback.Place, _ json: inout JSONWriter) {
    json.object(["file": place.file, "line": place.line, "in": place.owner])
  }
}
