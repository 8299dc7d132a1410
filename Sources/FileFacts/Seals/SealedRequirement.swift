import Basics

package struct SealedRequirement {
  /// The code directory hashes that it accepts, in hexadecimal digits; empty if it names a signer instead.
  private(set) var cdhashes: Set<String> = []
  private(set) var identifier: String?
  private(set) var needsCertificate = false

  /// Reads the terms of a requirement. Only hashes can be alternatives.
  package init(_ text: String) {
    let words = Self.words(text)
    for (number, word) in words.enumerated() {
      let next = number + 1 < words.count ? words[number + 1] : ""
      switch word {
      case "cdhash": cdhashes.insert(Self.unquoted(next.hasPrefix("H") ? String(next.dropFirst()) : next).lowercased())
      case "identifier": identifier = Self.unquoted(next)
      case "anchor", "certificate": needsCertificate = true
      default: break
      }
    }
    // A term of one alternative is not required by the others.
    if words.contains("or"), cdhashes.isEmpty { identifier = nil }
  }

  /// Splits a requirement into words; quoted text is one word.
  private static func words(_ text: String) -> [String] {
    var (words, word, isQuoted, isEscaped) = ([String](), [UInt8](), false, false)
    for byte in text.utf8 {
      if isQuoted {
        word.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\"") {
        word.append(byte)
        isQuoted = true
      } else if " \n\t()".utf8.contains(byte) {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
      } else {
        word.append(byte)
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  private static func unquoted(_ word: String) -> String {
    guard word.utf8.count >= 2, word.hasPrefix("\""), word.hasSuffix("\"") else { return word }
    var (text, isEscaped) = ("", false)
    for character in word.dropFirst().dropLast() {
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { text.append(character) }
    }
    return text
  }

  package func isMet(by signature: CodeSignature) -> Bool {
    if !cdhashes.isEmpty {
      return signature.directories.contains { cdhashes.contains(Hexadecimal.text(of: $0.cdhash)) }
    }
    if let identifier, identifier != signature.identifier { return false }
    return !needsCertificate || signature.hasCertificate
  }
}
