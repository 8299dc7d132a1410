import PropertyLists
import StructuredText

// Excerpts in JSON reports.

extension PropertyListExcerpt {
  /// Writes an object. Each line of the excerpt is a line of the report.
  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("form", form.rawValue)
      json.array("lines") { json in
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

  init(_ value: StructuredValue) throws(StructuredTextError) {
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

  /// Returns nil if the range is not within the text.
  private static func range(
    _ name: String, of line: StructuredValue, _ text: String
  ) throws(StructuredTextError) -> Range<Int>? {
    guard let start = try line.count(name + "Start"), let end = try line.count(name + "End"),
      start <= end, end <= text.unicodeScalars.count
    else { return nil }
    return start..<end
  }
}
