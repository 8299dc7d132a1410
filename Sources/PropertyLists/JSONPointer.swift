import Basics

/// RFC 6901 pointers, processed by Unicode scalars: in Swift, a key that starts with a combining mark would form one character with the
/// preceding slash.
package enum JSONPointer {
  /// Whether a string is a pointer rather than the name of a key: it starts with a slash. (The empty pointer does not occur.)
  package static func isPointer(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "/") }

  package static func escape(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
    var escaped = ""
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The reference tokens of a pointer, unescaped; nil if the string is not a pointer.
  package static func tokens(_ pointer: String) -> [String]? {
    if pointer.isEmpty { return [] }
    guard isPointer(pointer) else { return nil }
    var tokens: [String] = []
    tokens.reserveCapacity(4)
    let isEscaped = pointer.contains(byte: UInt8(ascii: "~"))
    var text = pointer
    let isValid = text.withUTF8 { bytes in
      var start = 1
      for end in 1...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: "/") {
        let token = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        guard let token = isEscaped ? unescape(token) : token else { return false }
        tokens.append(token)
        start = end + 1
      }
      return true
    }
    return isValid ? tokens : nil
  }

  private static func unescape(_ token: String) -> String? {
    let parts = token.unicodeScalars.split(separator: "~", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      guard let text, let first = part.first, first == "0" || first == "1" else { return nil }
      return text + (first == "0" ? "~" : "/") + String(part.dropFirst())
    }
  }

  /// The array position that a token denotes: digits without leading zeros; nil for any other token.
  package static func position(_ token: String) -> Int? {
    let isNumber = token.utf8.allSatisfy(\.isASCIIDigit) && (token == "0" || token.utf8.first != 0x30)
    return isNumber ? Int(token) : nil
  }
}
