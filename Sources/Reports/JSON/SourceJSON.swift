import PropertyLists
import StructuredText

extension FindingSource {
  func write(isBrief: Bool, _ json: inout JSONWriter) {
    json.object { json in
      place.write(&json)
      if isAddedByBuild { json.member("added", true) }
      if isNewer { json.member("newer", true) }
      if !related.isEmpty {
        json.array("related") { json in
          for place in related { json.object { place.write(&$0) } }
        }
      }
      if let obstacle { json.member("obstacle", obstacle) }
      if isBrief { return }
      if !replacements.isEmpty { json.array("replacements", of: replacements) { $0.write(&$1) } }
      if let excerpt { json.member("excerpt", excerpt) { $0.write(&$1) } }
    }
  }

  init(_ value: StructuredValue) throws(StructuredTextError) {
    self.init(
      place: try SourcePlace(value),
      related: try value.listIfAny("related").map { value throws(StructuredTextError) in try SourcePlace(value) },
      isAddedByBuild: try value.flag("added"))
    isNewer = try value.flag("newer")
    obstacle = try value.text("obstacle")
    replacements = try value.listIfAny("replacements").map { value throws(StructuredTextError) in
      try SourceReplacement(value)
    }
    if let excerpt = try value.object("excerpt") { self.excerpt = try PropertyListExcerpt(excerpt) }
  }
}

extension SourcePlace {
  fileprivate func write(_ json: inout JSONWriter) {
    json.members(["file": file, "line": line, "column": column])
    if let keyPath { json.member("keyPath", keyPath) }
    if let setting { json.member("setting", setting) }
    if let configuration { json.member("configuration", configuration) }
  }

  fileprivate init(_ value: StructuredValue) throws(StructuredTextError) {
    self.init(
      file: try value.requiredText("file"), line: try value.count("line"), column: try value.count("column"),
      keyPath: try value.text("keyPath"), setting: try value.text("setting"))
    configuration = try value.text("configuration")
  }
}
