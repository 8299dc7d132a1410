package import StructuredText

extension RuleDescription {
  /// Writes the rule as an object. Reports omit parameters.
  package func write(to json: inout JSONWriter, parameters: [ParameterDescription] = []) {
    json.object { json in
      json.member("id", id)
      json.member("summary", summary)
      json.member("severity", severity.rawValue)
      json.member("rationale", rationale)
      json.member("help", help)
      for (name, texts) in [
        ("sources", sources), ("tags", tags), ("deprecated", formerIDs), ("applies", appliesTo),
        ("asks", asks),
      ] {
        json.name(name)
        json.array { json in for text in texts { json.string(text) } }
      }
      if let examples = examples {
        json.name("examples")
        json.object { json in
          json.member("pass", examples.pass)
          json.member("fail", examples.fail)
        }
      }
      if !parameters.isEmpty {
        json.name("parameters")
        json.array { json in for parameter in parameters { parameter.write(to: &json) } }
      }
      json.name("declared")
      json.object { json in
        json.member("file", declared.file)
        json.member("line", declared.line)
      }
    }
  }
}
