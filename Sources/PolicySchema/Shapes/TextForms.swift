import Basics

package enum TextForms {
  /// 8-4-4-4-12 hexadecimal digits (RFC 9562); the upper-case form.
  package static func canonicalUUID(_ text: String) -> String? {
    guard text.utf8.count == 36 else { return nil }
    for (position, byte) in text.utf8.enumerated() {
      switch position {
      case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return nil }
      default: if Hexadecimal.value(byte) == nil { return nil }
      }
    }
    return text.uppercased()
  }

  /// Whether a string in UTF-8 is invisible: it is empty, or contains only white space, control characters and characters without
  /// width, by their Unicode properties.
  package static func isBlank(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.firstIndex(where: { $0 > 0x20 && $0 != 0x7F }) else { return true }
    // Most strings begin with an ASCII character.
    if text[start] < 0x80 { return false }
    return String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy(isInvisible)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .control, .format: return true
    // The Braille pattern without dots, which Unicode classifies as a symbol.
    default: return scalar == "\u{2800}"
    }
  }

  /// Whether a string contains a build variable: `$(NAME)` or `${NAME}`.
  package static func hasVariable(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    zip(text, text.dropFirst()).contains {
      $0 == UInt8(ascii: "$") && ($1 == UInt8(ascii: "(") || $1 == UInt8(ascii: "{"))
    }
  }

  /// At least two parts of letters, digits and hyphens, joined by periods: the syntax of bundle identifiers
  /// (Information Property List Key Reference, CFBundleIdentifier).
  package static func isReverseDNS(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var parts = 0
    var length = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "."):
        if length == 0 { return false }
        parts += 1
        length = 0
      case UInt8(ascii: "-"): length += 1
      default:
        if !byte.isASCIIAlphanumeric { return false }
        length += 1
      }
    }
    return length > 0 && parts > 0
  }

  /// The scheme, in lower case, of an absolute URL (RFC 3986): a scheme, a colon, and a nonempty rest of valid characters.
  /// After `//`, a host is required, except for `file`; a scheme with hosts requires `//`. Nil for
  /// any other string.
  static func scheme(ofURL text: UnsafeBufferPointer<UInt8>) -> String? {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
    let rest = text[(colon + 1)...]
    guard isScheme(name), !rest.isEmpty, areURLCharacters(rest) else { return nil }
    if rest.starts(with: [0x2F, 0x2F]), name != "file" {
      let authority = rest.dropFirst(2).prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
      let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? authority
      guard let first = host.first, first != UInt8(ascii: ":") else { return nil }
    } else if schemesOfHosts.contains(name) {
      return nil
    }
    return name
  }

  /// Schemes whose URLs require a host (RFC 9110, 6455, 1738, 4251).
  private static let schemesOfHosts: Set<String> = ["http", "https", "ws", "wss", "ftp", "ftps", "sftp"]

  static func isScheme(_ text: String) -> Bool {
    text.utf8.first?.isASCIILowercase == true
      && text.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || "+-.".utf8.contains($0) }
  }

  private static func areURLCharacters(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let punctuation = Array("-._~:/?#[]@!$&'()*+,;=".utf8)
    var digitsOwed = 0
    for byte in bytes {
      if digitsOwed > 0 {
        guard Hexadecimal.value(byte) != nil else { return false }
        digitsOwed -= 1
      } else if byte == UInt8(ascii: "%") {
        digitsOwed = 2
      } else if !byte.isASCIIAlphanumeric && !punctuation.contains(byte) {
        return false
      }
    }
    return digitsOwed == 0
  }
}

/// Whether a string is a valid Lua 5.4 pattern. Lua only reports an error when matching reaches it, which never happens for a key
/// that no bundle has; a declaration is refused immediately.
package enum PatternCheck {
  /// Returns why a pattern is invalid (Lua 5.4 Reference Manual, §6.4.1), or nil.
  package static func problem(in pattern: String) -> String? {
    let bytes = Array(pattern.utf8)
    var open: [Int] = []
    var closed: Set<Int> = []
    var captures = 0
    var at = bytes.first == UInt8(ascii: "^") ? 1 : 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "("):
        captures += 1
        if captures > 32 { return "it has more than 32 captures" }
        open.append(captures)
        at += 1
      case UInt8(ascii: ")"):
        guard let capture = open.popLast() else { return "a ')' has no '('; write '%)' for the character" }
        closed.insert(capture)
        at += 1
      case UInt8(ascii: "["):
        guard let end = setEnd(bytes, at) else { return "a '[' has no ']'; write '%[' for the character" }
        at = end
      case UInt8(ascii: "%"):
        guard at + 1 < bytes.count else { return "it ends in '%'; write '%%' for the character" }
        switch bytes[at + 1] {
        case UInt8(ascii: "b"):
          guard at + 3 < bytes.count else { return "'%b' needs two characters after it" }
          at += 4
        case UInt8(ascii: "f"):
          guard at + 2 < bytes.count, bytes[at + 2] == UInt8(ascii: "[") else {
            return "'%f' needs a set '[…]' after it"
          }
          at += 2
        case let digit where (0x30...0x39).contains(digit):
          guard closed.contains(Int(digit) - 0x30) else {
            return "'%\(Int(digit) - 0x30)' refers to a capture that does not exist"
          }
          at += 2
        default: at += 2
        }
      default: at += 1
      }
    }
    return open.isEmpty ? nil : "a '(' has no ')'; write '%(' for the character"
  }

  /// The position after the set that begins at `start`.
  private static func setEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    var at = start + 1
    if at < bytes.count, bytes[at] == UInt8(ascii: "^") { at += 1 }
    // A ']' at the start is a member.
    var isFirst = true
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "]"), !isFirst { return at + 1 }
      if bytes[at] == UInt8(ascii: "%") { at += 1 }
      at += 1
      isFirst = false
    }
    return nil
  }
}
