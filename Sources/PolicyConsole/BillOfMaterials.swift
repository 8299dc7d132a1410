import Basics

/// The format of a bill of materials. The document itself is made by the standard modules `apple.components`.
package struct BillOfMaterials: Sendable {
  package enum Format: String, Sendable { case cyclonedx, spdx }

  let format: Format
  private let tool: String
  private let version: String
  private let time: String?

  /// `time`: when it is made, such as `2026-11-22T10:00:00Z`; nil if it is not to say so.
  package init(_ format: Format, tool: String, version: String, time: String?) {
    (self.format, self.tool, self.version, self.time) = (format, tool, version, time)
  }

  /// Stands for the serial number until the rest is known.
  private static let placeholder = "00000000-0000-0000-0000-000000000000"

  /// The settings as a Lua table.
  var settings: String {
    let fields = [
      ("tool", tool), ("version", version), ("serial", Self.placeholder), ("time", time),
    ]
    return "{ " + fields.compactMap { name, text in text.map { "\(name) = \"\($0)\"" } }.joined(separator: ", ") + " }"
  }

  /// Returns the JSON document. Its serial number is computed from everything else, so that the same bundle has the same one.
  package static func document(_ fact: InspectedFact) -> [UInt8] {
    let text = String(decoding: FactInspection.json(fact), as: UTF8.self)
    var digest = SHA256Digest()
    digest.update(Array(text.utf8))
    var bytes = Array(digest.bytes.prefix(16))
    // A UUID that is made of a hash: version 8 and the variant of RFC 9562.
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return Array(text.replacing(placeholder, with: Hexadecimal.uuid(bytes).lowercased()).utf8)
  }
}
