import Basics
import Presentation
import PropertyLists
import StructuredText

/// Escapes text for SARIF messages, in which braces and links have a meaning (3.11.5, 3.11.6).
enum SARIFText {
  /// Escapes lines of text from outside for a message, without control characters, placeholders or links.
  static func plain(_ lines: [String]) -> String {
    escaped(lines.map(TerminalText.escape).joined(separator: "\n"))
  }

  private static let special = UnusualBytes("{}]")

  /// Doubles braces, and escapes the bracket of `](` so that it cannot end the text of a link. After an odd number of backslashes it is
  /// escaped already.
  static func escaped(_ text: String) -> String {
    var text = text
    if text.withUTF8({ special.first(in: $0, from: 0) == $0.count }) { return text }
    var result: [UInt8] = []
    var backslashes = 0
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { result.append(byte) }
      if byte == UInt8(ascii: "]"), backslashes.isMultiple(of: 2), bytes[(index + 1)...].first == UInt8(ascii: "(") {
        result.append(UInt8(ascii: "\\"))
      }
      result.append(byte)
      backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension JSONWriter {
  /// Writes a message object in plain text, and in Markdown if there is any. A message is never empty (3.11.8).
  mutating func message(_ name: String, _ lines: [String], markdown: String? = nil) {
    let text = SARIFText.plain(lines)
    self.name(name)
    object { json in
      json.member("text", text.isEmpty ? "-" : text)
      if let markdown { json.member("markdown", SARIFText.escaped(markdown)) }
    }
  }

  mutating func location(
    _ path: String, line: Int? = nil, column: Int? = nil, keyPath: String? = nil, message: String? = nil
  ) {
    object { json in
      json.object("physicalLocation") { json in
        json.artifactLocation(path)
        if let line, line >= 1 {
          json.object("region") { json in
            json.member("startLine", line)
            if let column, column >= 1 { json.member("startColumn", column) }
            // Without an end column, a region extends to the end of the line.
            json.member("endLine", line)
          }
        }
      }
      if let keyPath { json.array("logicalLocations") { $0.logicalLocation(keyPath) } }
      if let message { json.message("message", [message]) }
    }
  }

  mutating func artifactLocation(_ path: String) {
    let uri = ArtifactURI.reference(to: path)
    object("artifactLocation") { json in
      json.member("uri", uri.text)
      if uri.isRelative { json.member("uriBaseId", SARIFReport.base) }
    }
  }

  mutating func replacement(_ replacement: SourceReplacement) {
    object { json in
      json.object(
        "deletedRegion",
        [
          "startLine": Int(replacement.start.line ?? 1), "startColumn": Int(replacement.start.column ?? 1),
          "endLine": Int(replacement.end.line ?? 1), "endColumn": Int(replacement.end.column ?? 1),
        ])
      if replacement.inserted.isEmpty { return }
      json.object("insertedContent") { $0.member("text", replacement.inserted) }
    }
  }

  /// Writes a JSON Pointer into a property list, in the terms for JSON (3.33.7, example 2).
  private mutating func logicalLocation(_ keyPath: String) {
    let name = JSONPointer.tokens(keyPath)?.last ?? ""
    let isElement = !name.isEmpty && name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    object { json in
      json.member("name", keyPath.isEmpty ? "/" : TerminalText.escape(name))
      json.member("fullyQualifiedName", keyPath.isEmpty ? "/" : keyPath)
      json.member("kind", keyPath.isEmpty ? "object" : isElement ? "value" : "property")
    }
  }
}

/// Writes paths of files as URI references (RFC 3986), as SARIF requires in 3.4.3 and 3.10.
enum ArtifactURI {
  /// A path that does not start with `/` stays relative. Empty segments and `.` are removed; `..` stays, because only the file system knows
  /// where it leads.
  static func reference(to path: String) -> (text: String, isRelative: Bool) {
    let encoded = segments(path).map { PercentEncoding.encode($0) }.joined(separator: "/")
    if path.utf8.first == UInt8(ascii: "/") { return ("file:///" + encoded, false) }
    return (encoded.isEmpty ? "./" : encoded, true)
  }

  /// Returns the components of a path without empty ones and `.`. Splits scalars, because a slash before a combining mark is a slash.
  static func segments(_ path: String) -> [Substring] {
    path.unicodeScalars.split(separator: "/").map { Substring($0) }.filter { $0 != "." }
  }

  /// Whether a string is the URI of a page, which a link may have.
  static func isPage(_ text: String) -> Bool {
    let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
    guard let scheme, text.utf8.count > scheme.utf8.count else { return false }
    return text.utf8.allSatisfy { byte in
      // RFC 3986, appendix A: ASCII without control characters, spaces and these.
      byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    }
  }
}
