import Basics

/// References to build settings: `$(NAME)`, `${NAME}`, `$(NAME:operator)`.
enum BuildVariable {
  /// Stands for any text in a value that is not known.
  static let unknown = "\0"
  private static let longest = 4096

  static func names(in text: String) -> [String] {
    var found: [String] = []
    _ = replaced(text) { parts in
      let isName = !parts[0].isEmpty && parts[0].utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
      if isName { found.append(parts[0]) }
      return ""
    }
    return found
  }

  static func whole(_ text: String) -> String? {
    let found = names(in: text)
    return found.count == 1 && replaced(text, { _ in "" }).isEmpty ? found[0] : nil
  }

  static func expanded(_ text: String, _ value: (String) -> String) -> String {
    replaced(text) { parts in parts.dropFirst().reduce(value(parts[0])) { apply($1, to: $0) } }
  }

  /// Replaces each reference, from the innermost on; `replace` gets its name and operators.
  private static func replaced(_ text: String, _ replace: ([String]) -> String) -> String {
    var bytes = Array(text.utf8)
    if bytes.count > longest { return unknown }
    var end = 0
    while let close = bytes[end...].firstIndex(where: { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "}") }) {
      let open: [UInt8] = Array((bytes[close] == UInt8(ascii: ")") ? "$(" : "${").utf8)
      guard let start = (0..<max(0, close - 1)).last(where: { bytes[$0] == open[0] && bytes[$0 + 1] == open[1] }) else {
        end = close + 1
        continue
      }
      let parts = bytes[(start + 2)..<close].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      let value = replace(parts)
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
}
