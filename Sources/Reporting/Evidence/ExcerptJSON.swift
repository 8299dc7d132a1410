package import PolicyEngine
package import StructuredText

// Excerpts in reports in JSON.

extension PropertyListExcerpt {
  /// An object; each line of the excerpt is a line of the report.
  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("form", form.rawValue)
      json.name("lines")
      json.array { json in
        for line in lines {
          json.shortObject { json in
            if let number = line.number { json.member("line", number) }
            json.member("text", line.text)
            if line.mark != .context { json.member("mark", line.mark.rawValue) }
            if line.isCutAtStart { json.member("cutAtStart", true) }
            if line.isCutAtEnd { json.member("cutAtEnd", true) }
          }
        }
      }
    }
  }

  fileprivate init(_ value: StructuredValue) throws(StructuredTextError) {
    form = try value.word("form") ?? .source
    lines = try value.list("lines").map { line throws(StructuredTextError) in
      Line(
        try line.requiredText("text"), number: try line.count("line"), mark: try line.word("mark") ?? .context,
        isCutAtStart: try line.flag("cutAtStart"), isCutAtEnd: try line.flag("cutAtEnd"))
    }
  }
}

/// What a report in JSON has of a bundle besides its findings.
package enum RecordedEvidence {
  /// Reads it out of the bundle's object: for `ReportFile`.
  package static func read(
    _ bundle: StructuredValue, _ findings: inout [Finding]
  ) throws(StructuredTextError) -> BundleReport.Evidence? {
    var excerpts: [BundleEvidence.Place: PropertyListExcerpt] = [:]
    let values = try bundle.list("findings")
    for (value, finding) in zip(values, findings) {
      guard let excerpt = value["excerpt"], excerpt.content != .null else { continue }
      excerpts[BundleEvidence.Place(finding)] = try PropertyListExcerpt(excerpt)
    }
    if excerpts.isEmpty { return nil }
    for (position, value) in zip(findings.indices, values) where value["excerpt"] == nil {
      // Its place is that of another finding, and it was about another build.
      let place = BundleEvidence.Place(findings[position])
      if excerpts[place] != nil { findings[position].isOfEarlierBuild = true }
    }
    return BundleReport.Evidence(BundleEvidence(excerpts: excerpts))
  }
}
