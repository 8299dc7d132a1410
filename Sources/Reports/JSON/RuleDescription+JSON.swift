package import StructuredText

extension RuleDescription {
  /// Writes the rule as an object. Reports omit parameters.
  package func write(to json: inout JSONWriter, parameters: [ParameterDescription] = []) {
    json.object { json in
      json.members(["id": id, "summary": summary, "severity": severity.rawValue, "rationale": rationale, "help": help])
      for (name, texts) in [
        ("sources", sources), ("tags", tags), ("deprecated", formerIDs), ("applies", appliesTo),
        ("asks", asks),
      ] {
        json.strings(name, texts)
      }
      if let examples = examples { json.object("examples", ["pass": examples.pass, "fail": examples.fail]) }
      if !parameters.isEmpty {
        json.array("parameters") { json in for parameter in parameters { parameter.write(to: &json) } }
      }
      json.object("declared", ["file": declared.file, "line": declared.line])
    }
  }
}
