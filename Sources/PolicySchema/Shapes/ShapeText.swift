import Basics

extension Shape {
  /// The requirement, to follow "must be"; shortened to the length of a message.
  package var phrase: String { PolicyText.cut(text) }

  private var text: String {
    switch self {
    case .text(let bounds):
      let pattern = bounds.pattern.map { "matching the pattern '\(PolicyText.cut($0))'" }
      return (["text"] + [bounds.length.phrase("character"), pattern].compactMap { $0 }).joined(separator: " ")
    case .integer(let bounds): return "an integer" + bounds.suffix { String($0) }
    case .real(let bounds): return "a real number" + bounds.suffix { String($0) }
    case .boolean: return "a Boolean"
    case .date(let bounds):
      return "a date" + (bounds.lower.map { " from \($0.text) on" } ?? "")
        + (bounds.upper.map { " up to \($0.text)" } ?? "")
    case .data(let bounds): return "data" + (bounds.phrase("byte").map { " " + $0 } ?? "")
    case .oneOf(let values):
      let shown = values.prefix(12).map(\.phrase) + (values.count > 12 ? ["… (\(values.count) values)"] : [])
      return values.count == 1 ? shown.joined() : "one of " + shown.joined(separator: ", ")
    case .list(let element, let count, let isUnique):
      return "a list" + (count.phrase("element").map { " " + $0 } ?? "")
        + (isUnique ? " without repeated elements" : "") + ", each element " + element.phrase
    case .dictionary(let shape):
      return shape.isClosed
        ? "a dictionary of \(Self.joined(Self.quoted(shape.fields.map(\.key)), last: "and", none: "nothing"))"
        : "a dictionary" + Self.with(shape)
    case .optional(let shape): return shape.phrase
    case .anyOf(let shapes): return Self.joined(Self.phrases(shapes), last: "or", none: "")
    case .allOf(let shapes): return Self.joined(Self.phrases(shapes), last: "and", none: "")
    case .nonEmpty: return "a value that is not empty"
    case .uuid: return "a UUID such as 8C1E4A52-6D0B-4C8E-9C27-0F1D3B5A7E91"
    case .reverseDNS: return "an identifier in reverse-DNS form such as com.example.app"
    case .version(let dialect): return "a version (\(dialect.rawValue) dialect)"
    case .url(let schemes):
      return "an absolute URL"
        + (schemes.isEmpty ? "" : " with the scheme \(Self.joined(schemes, last: "or", none: ""))")
    case .custom(let name, _): return name
    }
  }

  private static func phrases(_ shapes: [Shape]) -> [String] {
    var phrases: [String] = []
    var size = 0
    for shape in shapes {
      if size > PolicyText.limit { return phrases + ["…"] }
      phrases.append(shape.phrase)
      size += phrases.last?.utf8.count ?? 0
    }
    return phrases
  }

  private static func with(_ shape: DictionaryShape) -> String {
    let keys = shape.requiredFields.map(\.key)
    return keys.isEmpty ? "" : " with " + joined(quoted(keys), last: "and", none: "")
  }

  private static func quoted(_ keys: [String]) -> [String] {
    keys.prefix(8).map { "'\(PolicyText.cut($0))'" } + (keys.count > 8 ? ["\(keys.count - 8) more"] : [])
  }

  private static func joined(_ words: [String], last: String, none: String) -> String {
    guard let final = words.last else { return none }
    return words.count == 1 ? final : words.dropLast().joined(separator: ", ") + " \(last) " + final
  }
}

extension Scalar {
  package var phrase: String {
    switch self {
    case .text(let text): "'\(PolicyText.cut(text))'"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .boolean(let flag): flag ? "true" : "false"
    }
  }
}

extension ClosedBounds {
  /// ` from 1 to 5`, ` of at least 1`, ` of at most 5`; empty without bounds.
  fileprivate func suffix(_ text: (Value) -> String) -> String {
    switch (lower, upper) {
    case (let lower?, let upper?):
      lower == upper ? " equal to \(text(lower))" : " from \(text(lower)) to \(text(upper))"
    case (let lower?, nil): " of at least \(text(lower))"
    case (nil, let upper?): " of at most \(text(upper))"
    case (nil, nil): ""
    }
  }
}

extension ClosedBounds<Int64> {
  /// `of 1 to 5 characters`; nil without bounds.
  func phrase(_ unit: String) -> String? {
    switch (lower, upper) {
    case (let lower?, let upper?):
      return lower == upper ? "of \(counted(lower, unit))" : "of \(lower) to \(counted(upper, unit))"
    case (let lower?, nil): return "of at least \(counted(lower, unit))"
    case (nil, let upper?): return "of at most \(counted(upper, unit))"
    case (nil, nil): return nil
    }
  }
}
