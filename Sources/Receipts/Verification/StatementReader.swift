internal import Basics
internal import PolicyEngine
internal import StructuredText

struct StatementReader {
  private let value: StructuredValue
  private let path: String

  init(_ value: StructuredValue) throws(ReceiptError) { try self.init(value, "the statement") }

  private init(_ value: StructuredValue, _ path: String) throws(ReceiptError) {
    guard case .mapping = value.content else {
      throw .malformed("\(path) must be an object, not \(value.phrase)")
    }
    self.value = value
    self.path = path
  }

  private func wrong(_ name: String, _ expected: String) -> ReceiptError {
    let found = value[name].map { "is \($0.phrase)" } ?? "is missing"
    return .malformed("'\(name)' of \(path) \(found), but must be \(expected)")
  }

  func has(_ name: String) -> Bool { value[name] != nil }

  func member(_ name: String) throws(ReceiptError) -> StatementReader {
    guard let found = value[name], case .mapping = found.content else { throw wrong(name, "an object") }
    return try StatementReader(found, "'\(name)'")
  }

  func list(_ name: String) throws(ReceiptError) -> [StatementReader] {
    guard let elements = value[name]?.list else { throw wrong(name, "a list") }
    return try elements.map { element throws(ReceiptError) in
      try StatementReader(element, "an element of '\(name)'")
    }
  }

  func texts(_ name: String) throws(ReceiptError) -> [String] {
    guard let elements = value[name]?.list else { throw wrong(name, "a list") }
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else { throw wrong(name, "a list of strings") }
    return texts
  }

  func text(_ name: String) throws(ReceiptError) -> String {
    guard let text = value[name]?.string else { throw wrong(name, "a string") }
    return text
  }

  func textsByName(_ name: String) throws(ReceiptError) -> [String: String] {
    guard case .mapping(let entries)? = value[name]?.content else { throw wrong(name, "an object") }
    var texts: [String: String] = [:]
    for entry in entries {
      guard let text = entry.value.string else { throw wrong(name, "an object of strings") }
      texts[entry.key] = text
    }
    return texts
  }

  func optionalText(_ name: String) throws(ReceiptError) -> String? {
    if let found = value[name], case .null = found.content { return nil }
    return try text(name)
  }

  func count(_ name: String) throws(ReceiptError) -> Int {
    guard case .integer(let count)? = value[name]?.content, let count = Int(exactly: count), count >= 0 else {
      throw wrong(name, "a count")
    }
    return count
  }

  func day(_ name: String) throws(ReceiptError) -> String {
    guard let text = value[name]?.string, CalendarDate(text) != nil else { throw wrong(name, "a day, YYYY-MM-DD,") }
    return text
  }

  func digits(_ name: String) throws(ReceiptError) -> String {
    guard let text = value[name]?.string, Hexadecimal.isLowercase(text, count: 64) else {
      throw wrong(name, "a digest of 64 hexadecimal digits")
    }
    return text
  }

  /// Throws unless the member is this text, byte for byte.
  func require(_ name: String, _ text: String) throws(ReceiptError) {
    guard let found = value[name]?.string else { throw wrong(name, "'\(text)'") }
    guard found.utf8.elementsEqual(text.utf8) else {
      throw .malformed("'\(name)' must be '\(text)', not '\(found)'")
    }
  }
}
