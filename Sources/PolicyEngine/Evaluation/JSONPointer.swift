import PropertyLists

/// RFC 6901.
enum JSONPointer {
  /// A key as a reference token.
  static func escape(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return key }
    var escaped = ""
    for character in key.unicodeScalars {
      switch character {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  /// The position in an array that a token means: digits, without zeros in front; nil for any other token.
  static func position(_ token: String) -> Int? {
    guard !token.isEmpty, token.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      token == "0" || token.utf8.first != 0x30
    else {
      return nil
    }
    return Int(token)
  }

  /// The reference tokens of a pointer, unescaped; nil when the text is no pointer.
  static func tokens(_ pointer: String) -> [String]? {
    guard pointer.isEmpty || pointer.hasPrefix("/") else { return nil }
    var tokens: [String] = []
    for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      var token = ""
      var isEscape = false
      for character in part.unicodeScalars {
        if isEscape {
          guard character == "0" || character == "1" else { return nil }
          token += character == "0" ? "~" : "/"
          isEscape = false
        } else if character == "~" {
          isEscape = true
        } else {
          token.unicodeScalars.append(character)
        }
      }
      if isEscape { return nil }
      tokens.append(token)
    }
    return tokens
  }
}
