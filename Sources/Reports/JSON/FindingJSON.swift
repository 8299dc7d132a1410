import Basics
import PropertyLists
import StructuredText

// The edits of findings in JSON reports.

extension PropertyListEdit {
  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("operation", operation.name)
      json.member("keyPath", keyPath)
      switch operation {
      case .set(let value), .add(let value): json.member("value", value) { $0.write(&$1) }
      case .remove: break
      case .rename(let name): json.member("key", name)
      }
    }
  }
}

extension PropertyListValue {
  fileprivate func write(_ json: inout JSONWriter) {
    switch self {
    case .string(let text): json.string(text)
    case .integer(.signed(let number)): json.number(number)
    case .integer(.unsigned(let number)): json.object(["$integer": String(number)])
    case .real(let number) where number.isFinite: json.number(number)
    case .real(let number): json.object(["$real": number.isNaN ? "nan" : number < 0 ? "-inf" : "inf"])
    case .boolean(let flag): json.boolean(flag)
    case .date(let seconds): json.object(["$date": CivilTime(secondsSince2001: seconds).text])
    case .data(let bytes): json.object(["$data": Base64.encode(bytes)])
    case .uid(let number): json.object(["$uid": Int(number)])
    case .null: json.null()
    case .array(let values): json.array { json in for value in values { value.write(&json) } }
    case .set(let values): json.object { $0.array("$set", of: values) { $0.write(&$1) } }
    case .dictionary(let entries):
      json.object { json in for entry in entries { json.member(entry.key, entry.value) { $0.write(&$1) } } }
    }
  }
}

extension SourceReplacement {
  func write(_ json: inout JSONWriter) {
    json.object([
      "startLine": start.line.map(Int.init), "startColumn": start.column.map(Int.init),
      "endLine": end.line.map(Int.init), "endColumn": end.column.map(Int.init), "deleted": deleted,
      "inserted": inserted,
    ])
  }

  init(_ value: StructuredValue) throws(StructuredTextError) {
    func place(_ name: String) throws(StructuredTextError) -> Place {
      Place(
        line: try value.count(name + "Line").map { UInt32(clamping: $0) },
        column: try value.count(name + "Column").map { UInt32(clamping: $0) })
    }
    self.init(
      start: try place("start"), end: try place("end"), deleted: try value.requiredText("deleted"),
      inserted: try value.requiredText("inserted"))
  }
}

extension StructuredValue {
  func edit() throws(StructuredTextError) -> PropertyListEdit {
    let keyPath = try requiredText("keyPath")
    switch try requiredText("operation") {
    case "set": return PropertyListEdit(.set(try editedValue()), at: keyPath)
    case "add": return PropertyListEdit(.add(try editedValue()), at: keyPath)
    case "remove": return PropertyListEdit(.remove, at: keyPath)
    case "rename": return PropertyListEdit(.rename(to: try requiredText("key")), at: keyPath)
    case let other: throw StructuredTextError("there is no operation '\(other)'", at: place)
    }
  }

  private func editedValue() throws(StructuredTextError) -> PropertyListValue {
    try required("value", self["value"]).propertyListValue()
  }

  private func propertyListValue() throws(StructuredTextError) -> PropertyListValue {
    switch content {
    case .null: return .null
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(.signed(number))
    case .number(let number): return .real(number)
    case .string(let text): return .string(text)
    case .foreign(let phrase): throw StructuredTextError("\(phrase) is not a value of a report", at: place)
    case .list(let elements): return .array(try Self.values(elements))
    case .mapping(let entries):
      if entries.count == 1, let entry = entries.first, let typed = try Self.typed(entry) { return typed }
      return .dictionary(
        try entries.map { entry throws(StructuredTextError) in
          PropertyListValue.Entry(key: entry.key, value: try entry.value.propertyListValue())
        })
    }
  }

  private static func values(_ elements: [StructuredValue]) throws(StructuredTextError) -> [PropertyListValue] {
    try elements.map { element throws(StructuredTextError) in try element.propertyListValue() }
  }

  /// Reads a value that JSON has no type for.
  private static func typed(_ entry: Entry) throws(StructuredTextError) -> PropertyListValue? {
    switch (entry.key, entry.value.content) {
    case ("$set", .list(let elements)): return .set(try values(elements))
    case ("$uid", .integer(let number)): return UInt32(exactly: number).map { .uid($0) }
    case ("$integer", .string(let text)): return UInt64(text).map { .integer(.unsigned($0)) }
    case ("$real", .string("nan")): return .real(.nan)
    case ("$real", .string("inf")): return .real(.infinity)
    case ("$real", .string("-inf")): return .real(-.infinity)
    case ("$data", .string(let text)): return Base64.decode(Array(text.utf8)).map { .data($0) }
    case ("$date", .string(let text)): return PropertyListValue(date: text)
    default: return nil
    }
  }
}

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

  private static func range(
    _ name: String, of line: StructuredValue, _ text: String
  ) throws(StructuredTextError) -> Range<Int>? {
    guard let start = try line.count(name + "Start"), let end = try line.count(name + "End"),
      start <= end, end <= text.unicodeScalars.count
    else { return nil }
    return start..<end
  }
}
