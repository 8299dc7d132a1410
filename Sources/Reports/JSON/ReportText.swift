import Basics
package import StructuredText

/// Reads reports in JSON: what `report`, `waive` and `--previous` do with them starts here.
package enum ReportText {
  /// Reads a whole report. Each of its bundles is given to `receive`, and is not in the value.
  ///
  /// Throws for what is not a report of version 1 before anything that `receive` throws: a foreign document is called one.
  package static func read(
    _ bytes: [UInt8],
    _ receive: (StructuredValue, JSONDocument.Element) throws(StructuredTextError) -> Void
  ) throws(StructuredTextError) -> (document: JSONDocument, root: StructuredValue) {
    let document = try JSONDocument(bytes)
    var failure: StructuredTextError?
    let root = try withoutActuallyEscaping(receive) { receive throws(StructuredTextError) in
      try document.read(elementsOf: "bundles") { bundle, element in
        if failure != nil { return }
        do throws(StructuredTextError) { try receive(bundle, element) } catch { failure = error }
      }
    }
    guard root["format"]?.string == "bundlepolicy-report" else {
      throw StructuredTextError("this is not a bundlepolicy report", at: root.place)
    }
    guard let version = root["version"], version.content == .integer(1) else {
      throw StructuredTextError(
        "the report has a version that this program cannot read; it reads version 1",
        at: (root["version"] ?? root).place,
        hint: "make a new one with this version of bundlepolicy")
    }
    _ = try root.list("bundles")
    if let failure { throw failure }
    return (document, root)
  }

  /// The error of the program for one of the text.
  package static func error(_ error: StructuredTextError, in file: String) -> EngineError {
    EngineError(
      code: "report.malformed", message: error.message, at: error.place, of: file,
      hint: error.hint ?? "make a report with check --format json --output FILE")
  }
}

// The members of objects in reports; each throws with its place.
extension StructuredValue {
  private func wrong(_ name: String, _ what: String) -> StructuredTextError {
    StructuredTextError("'\(name)' must be \(what)", at: (self[name] ?? self).place)
  }

  /// A list that must be there.
  package func list(_ name: String) throws(StructuredTextError) -> [StructuredValue] {
    guard let list = self[name]?.list else {
      throw StructuredTextError("the report has no '\(name)' list here", at: (self[name] ?? self).place)
    }
    return list
  }

  /// A list that earlier versions of the program did not write, or that is only there when it has elements.
  package func listIfAny(_ name: String) throws(StructuredTextError) -> [StructuredValue] {
    guard let value = self[name], value.content != .null else { return [] }
    guard let list = value.list else { throw wrong(name, "a list") }
    return list
  }

  /// An object; nil where there is none.
  func object(_ name: String) throws(StructuredTextError) -> StructuredValue? {
    guard let value = self[name], value.content != .null else { return nil }
    guard case .mapping = value.content else { throw wrong(name, "an object") }
    return value
  }

  /// A text; nil where there is none.
  package func text(_ name: String) throws(StructuredTextError) -> String? {
    switch self[name]?.content {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw wrong(name, "a string")
    }
  }

  /// A day; nil where there is none.
  func day(_ name: String) throws(StructuredTextError) -> CalendarDate? {
    guard let text = try text(name) else { return nil }
    guard let day = CalendarDate(text) else { throw wrong(name, "a date such as 2026-11-23") }
    return day
  }

  /// A text that must be there.
  package func requiredText(_ name: String) throws(StructuredTextError) -> String {
    guard let text = try text(name) else {
      throw StructuredTextError("'\(name)' is missing here", at: place)
    }
    return text
  }

  /// One of a few words; nil where there is none.
  package func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type = Word.self
  ) throws(StructuredTextError) -> Word? where Word.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw wrong(name, "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }

  /// One of a few words, which must be there.
  func requiredWord<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type = Word.self
  ) throws(StructuredTextError) -> Word where Word.RawValue == String {
    guard let word = try word(name, type) else {
      throw StructuredTextError("'\(name)' is missing here", at: place)
    }
    return word
  }

  /// A number that counts something; nil where there is none.
  package func count(_ name: String) throws(StructuredTextError) -> Int? {
    switch self[name]?.content {
    case nil, .null: return nil
    case .integer(let number) where number >= 0:
      guard let count = Int(exactly: number) else { throw wrong(name, "a smaller number") }
      return count
    default: throw wrong(name, "a number, 0 or more")
    }
  }

  /// `true` or `false`; false where there is neither.
  package func flag(_ name: String) throws(StructuredTextError) -> Bool {
    switch self[name]?.content {
    case nil, .null: return false
    case .boolean(let value): return value
    default: throw wrong(name, "true or false")
    }
  }
}
