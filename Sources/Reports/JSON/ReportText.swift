import Basics
package import StructuredText

package enum ReportText {
  /// Reads a whole report. Passes each bundle to `receive` and leaves it out of the value.
  ///
  /// An error about a document that is not a report of version 1 takes precedence over errors that `receive` throws.
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

  package static func error(_ error: StructuredTextError, in file: String) -> EngineError {
    EngineError(
      code: "report.malformed", message: error.message, at: error.place, of: file,
      hint: error.hint ?? "make a report with check --format json --output FILE")
  }
}

// Members of objects in reports. All throw errors with a place.
extension StructuredValue {
  private func wrong(_ name: String, _ what: String) -> StructuredTextError {
    StructuredTextError("'\(name)' must be \(what)", at: (self[name] ?? self).place)
  }

  package func list(_ name: String) throws(StructuredTextError) -> [StructuredValue] {
    guard let list = self[name]?.list else {
      throw StructuredTextError("the report has no '\(name)' list here", at: (self[name] ?? self).place)
    }
    return list
  }

  /// A list that may be absent, as in reports of earlier versions.
  package func listIfAny(_ name: String) throws(StructuredTextError) -> [StructuredValue] {
    guard let value = self[name], value.content != .null else { return [] }
    guard let list = value.list else { throw wrong(name, "a list") }
    return list
  }

  func object(_ name: String) throws(StructuredTextError) -> StructuredValue? {
    guard let value = self[name], value.content != .null else { return nil }
    guard case .mapping = value.content else { throw wrong(name, "an object") }
    return value
  }

  package func text(_ name: String) throws(StructuredTextError) -> String? {
    switch self[name]?.content {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw wrong(name, "a string")
    }
  }

  func day(_ name: String) throws(StructuredTextError) -> CalendarDate? {
    guard let text = try text(name) else { return nil }
    guard let day = CalendarDate(text) else { throw wrong(name, "a date such as 2026-11-23") }
    return day
  }

  func required<Value>(_ name: String, _ value: Value?) throws(StructuredTextError) -> Value {
    guard let value else { throw StructuredTextError("'\(name)' is missing here", at: place) }
    return value
  }

  package func requiredText(_ name: String) throws(StructuredTextError) -> String {
    try required(name, try text(name))
  }

  func requiredObject(_ name: String) throws(StructuredTextError) -> StructuredValue {
    try required(name, try object(name))
  }

  /// Returns the strings of a list, such as `listIfAny(name)`. `name` is for messages.
  func strings(_ name: String, _ list: [StructuredValue]) throws(StructuredTextError) -> [String] {
    try list.map { value throws(StructuredTextError) in
      guard let text = value.string else {
        throw StructuredTextError("'\(name)' is a list of strings in reports", at: value.place)
      }
      return text
    }
  }

  package func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type = Word.self
  ) throws(StructuredTextError) -> Word? where Word.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw wrong(name, "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }

  func requiredWord<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type = Word.self
  ) throws(StructuredTextError) -> Word where Word.RawValue == String {
    try required(name, try word(name, type))
  }

  package func count(_ name: String) throws(StructuredTextError) -> Int? {
    switch self[name]?.content {
    case nil, .null: return nil
    case .integer(let number) where number >= 0:
      guard let count = Int(exactly: number) else { throw wrong(name, "a smaller number") }
      return count
    default: throw wrong(name, "a number, 0 or more")
    }
  }

  package func flag(_ name: String) throws(StructuredTextError) -> Bool {
    switch self[name]?.content {
    case nil, .null: return false
    case .boolean(let value): return value
    default: throw wrong(name, "true or false")
    }
  }
}
