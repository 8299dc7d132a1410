import Basics
import PropertyLists
import StructuredText

// What `check --fix` does about findings, in reports in JSON. `Reports/Reading` reads it again.

extension PropertyListEdit {
  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("operation", operation.name)
      json.member("keyPath", keyPath)
      switch operation {
      case .set(let value), .add(let value):
        json.name("value")
        value.write(&json)
      case .remove: break
      case .rename(let name): json.member("key", name)
      }
    }
  }
}

extension PropertyListValue {
  /// As `inspect --format json` shows values.
  fileprivate func write(_ json: inout JSONWriter) {
    func elements(_ elements: [PropertyListValue], _ json: inout JSONWriter) {
      json.array { json in for element in elements { element.write(&json) } }
    }
    switch self {
    case .string(let text): json.string(text)
    case .integer(.signed(let number)): json.number(number)
    case .integer(.unsigned(let number)): json.object { $0.member("$integer", String(number)) }
    case .real(let number) where number.isFinite: json.number(number)
    case .real(let number): json.object { $0.member("$real", number.isNaN ? "nan" : number < 0 ? "-inf" : "inf") }
    case .boolean(let flag): json.boolean(flag)
    case .date(let seconds): json.object { $0.member("$date", CivilTime(secondsSince2001: seconds).text) }
    case .data(let bytes): json.object { $0.member("$data", Base64.encode(bytes)) }
    case .uid(let number): json.object { $0.member("$uid", Int(number)) }
    case .null: json.null()
    case .array(let values): elements(values, &json)
    case .set(let values):
      json.object {
        $0.name("$set")
        elements(values, &$0)
      }
    case .dictionary(let entries):
      json.object { json in
        for entry in entries {
          json.name(entry.key)
          entry.value.write(&json)
        }
      }
    }
  }
}

extension SourceReplacement {
  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("startLine", start.line.map(Int.init))
      json.member("startColumn", start.column.map(Int.init))
      json.member("endLine", end.line.map(Int.init))
      json.member("endColumn", end.column.map(Int.init))
      json.member("deleted", deleted)
      json.member("inserted", inserted)
    }
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

  /// What it does to lines, as a difference shows it: each with `-` or `+` before it.
  var lines: [(mark: Character, text: String)] {
    func lines(_ text: String, _ mark: Character) -> [(mark: Character, text: String)] {
      var lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
      // Blank lines at the ends are those between it and its neighbors.
      while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
      return lines.map { (mark, $0) }
    }
    return lines(deleted, "-") + lines(inserted, "+")
  }
}
