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
      json.member("bundle", explanation.bundle)
      json.member("status", explanation.status.rawValue)
      json.member("reason", explanation.reason)
      json.name("clauses")
      json.array { json in
        for clause in explanation.clauses {
          json.object {
            $0.member("clause", clause.name)
            $0.member("outcome", clause.outcome.rawValue)
            $0.member("because", clause.because)
          }
        }
      }
      json.name("reads")
      json.array { json in for read in explanation.reads.prefix(Self.readLimit) { write(read, &json) } }
      json.member("readsOmitted", omitted)
      json.member("readsComplete", !explanation.isCut && omitted == 0)
    }
  }

  private func write(_ read: Read, _ json: inout JSONWriter) {
    json.object { json in
      json.member("kind", read.kind.rawValue)
      json.member("build", read.build)
      json.member("bundle", read.bundle)
      json.member("file", read.file)
      json.member("name", read.name)
      json.member("present", read.isPresent)
      json.member("type", read.type)
      json.member("value", read.value)
      json.member("line", read.line)
    }
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
    json.object {
      $0.member("file", place.file)
      $0.member("line", place.line)
      $0.member("in", place.owner)
    }
  }
}
