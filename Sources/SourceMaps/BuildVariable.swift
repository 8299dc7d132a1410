import Basics

/// References to build settings: `$(NAME)`, `${NAME}`, `$(NAME:operator)`.
enum BuildVariable {
  /// Stands for any text in a value that is not known.
  static let unknown = "\0"
  /// The longest value, in bytes.
  private static let longest = 4096

  /// The names that a string refers to.
  static func names(in text: String) -> [String] { references(text).map(\.name) }

  /// The name if the string is a single reference.
  static func whole(_ text: String) -> String? {
    let found = references(text)
    guard found.count == 1, let first = found.first, first.length == text.utf8.count else { return nil }
    return first.name
  }

  /// Returns the string with each innermost reference replaced, until there are none: `replace` returns the value of a name. A value that
  /// is not known contains `unknown`.
  static func expanded(_ text: String, _ replace: (String) -> String) -> String {
    var bytes = Array(text.utf8)
    if bytes.count > longest { return unknown }
    // The references of values are replaced by whoever returns them, so each replacement removes one.
    var end = 0
    while let close = bytes[end...].firstIndex(where: { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "}") }) {
      let open: [UInt8] = Array((bytes[close] == UInt8(ascii: ")") ? "$(" : "${").utf8)
      guard let start = (0..<max(0, close - 1)).last(where: { bytes[$0] == open[0] && bytes[$0 + 1] == open[1] }) else {
        end = close + 1
        continue
      }
      let parts = bytes[(start + 2)..<close].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      let value = parts.dropFirst().reduce(replace(parts[0])) { apply($1, to: $0) }
      bytes.replaceSubrange(start...close, with: value.utf8)
      if bytes.count > longest { return unknown }
      end = start + value.utf8.count
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func apply(_ name: String, to value: String) -> String {
    func replacing(_ isKept: (UInt8) -> Bool, with other: Character) -> String {
      String(value.map { $0 == "\0" || $0.utf8.allSatisfy(isKept) ? $0 : other })
    }
    switch name {
    case "rfc1034identifier":
      return replacing({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }, with: "-")
    case "c99extidentifier", "identifier":
      return replacing({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") || $0 >= 0x80 }, with: "_")
    case "lower": return value.lowercased()
    case "upper": return value.uppercased()
    default:
      let fallback = "default="
      if name.hasPrefix(fallback) { return value.isEmpty ? String(name.dropFirst(fallback.count)) : value }
      return unknown
    }
  }

  /// Whether a value may be the expanded one of a setting: all of the text if it is known.
  static func matches(_ value: String, _ expanded: String) -> Bool {
    let parts = expanded.split(separator: Character(unknown), omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return value == expanded }
    guard value.hasPrefix(first), value.dropFirst(first.count).hasSuffix(last) else { return false }
    var rest = value.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }

  private static func references(_ text: String) -> [(name: String, length: Int)] {
    var found: [(name: String, length: Int)] = []
    let bytes = Array(text.utf8)
    var position = 0
    while position + 3 < bytes.count {
      let close: UInt8? =
        switch (bytes[position], bytes[position + 1]) {
        case (UInt8(ascii: "$"), UInt8(ascii: "(")): UInt8(ascii: ")")
        case (UInt8(ascii: "$"), UInt8(ascii: "{")): UInt8(ascii: "}")
        default: nil
        }
      guard let close, let end = bytes[(position + 2)...].firstIndex(of: close) else {
        position += 1
        continue
      }
      let name = bytes[(position + 2)..<end].prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
      if !name.isEmpty { found.append((String(decoding: name, as: UTF8.self), end + 1 - position)) }
      position = end + 1
    }
    return found
  }
}
