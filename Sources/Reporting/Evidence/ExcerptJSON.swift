import PropertyLists
package import Reports
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
            for (name, range) in [("key", line.key), ("value", line.value)] {
              guard let range else { continue }
              json.member(name + "Start", range.lowerBound)
              json.member(name + "End", range.upperBound)
            }
            if line.hasValue { json.member("hasValue", true) }
          }
        }
      }
    }
  }

  fileprivate init(_ value: StructuredValue) throws(StructuredTextError) {
    form = try value.word("form") ?? .source
    lines = try value.list("lines").map { line throws(StructuredTextError) in
      var read = Line(
        try line.requiredText("text"), number: try line.count("line"), mark: try line.word("mark") ?? .context,
        isCutAtStart: try line.flag("cutAtStart"), isCutAtEnd: try line.flag("cutAtEnd"))
      read.key = try Self.range("key", of: line, read.text)
      read.value = try Self.range("value", of: line, read.text)
      read.hasValue = try line.flag("hasValue")
      return read
    }
  }

  /// Nil as well for one that is not within the text.
  private static func range(
    _ name: String, of line: StructuredValue, _ text: String
  ) throws(StructuredTextError) -> Range<Int>? {
    guard let start = try line.count(name + "Start"), let end = try line.count(name + "End"),
      start <= end, end <= text.unicodeScalars.count
    else { return nil }
    return start..<end
  }
}

/// What a report in JSON has of a bundle besides its findings.
package enum RecordedEvidence {
  /// Reads it out of the bundle's object: for `ReportFile`.
  package static func read(
    _ bundle: StructuredValue, _ findings: inout [Finding]
  ) throws(StructuredTextError) -> BundleReport.Evidence? {
    var excerpts: [BundleEvidence.Place: PropertyListExcerpt] = [:]
    var replacements: [BundleEvidence.Change: [SourceReplacement]] = [:]
    let values = try bundle.list("findings")
    for (value, finding) in zip(values, findings) {
      let places = try value.listIfAny("replacements")
      if !places.isEmpty {
        replacements[BundleEvidence.Change(finding)] = try places.map { place throws(StructuredTextError) in
          try SourceReplacement(place)
        }
      }
      guard let excerpt = value["excerpt"], excerpt.content != .null else { continue }
      excerpts[BundleEvidence.Place(finding)] = try PropertyListExcerpt(excerpt)
    }
    if excerpts.isEmpty && replacements.isEmpty { return nil }
    for (position, value) in zip(findings.indices, values) where value["excerpt"] == nil {
      // Its place is that of another finding, and it was about another build.
      let place = BundleEvidence.Place(findings[position])
      if excerpts[place] != nil { findings[position].isOfEarlierBuild = true }
    }
    return BundleReport.Evidence(BundleEvidence(excerpts: excerpts, replacements: replacements))
  }

  /// Adds excerpts of findings that were made after the bundle had been closed: for rules that compare bundles.
  @Sendable package static func adding(
    _ findings: [Finding], from kept: [CollectedBundle], to evidence: BundleReport.Evidence?
  ) -> BundleReport.Evidence? {
    var shown = evidence?.value as? BundleEvidence ?? BundleEvidence()
    let known = shown
    shown.add(findings, from: kept)
    return shown == known ? evidence : BundleReport.Evidence(shown)
  }
}
