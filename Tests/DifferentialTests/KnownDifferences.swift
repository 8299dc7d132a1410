import PropertyLists

/// A kind of input for which our result differs from Foundation's on Linux, deliberately or because Foundation cannot be imitated.
struct KnownDifference: Sendable {
  let reason: String
  /// A minimal input with the difference. If it no longer differs, the entry is obsolete.
  let example: Sample
  /// Whether the reason explains a difference. Must be narrow: differences without a reason fail the test.
  let explains: @Sendable (Difference) -> Bool

  init(
    _ reason: String, _ format: Sample.Format, _ example: [UInt8], _ explains: @escaping @Sendable (Difference) -> Bool
  ) {
    self.reason = reason
    self.example = Sample(name: "example: \(reason)", format: format, bytes: example)
    self.explains = explains
  }

  init(
    _ reason: String, _ format: Sample.Format, _ example: String, _ explains: @escaping @Sendable (Difference) -> Bool
  ) {
    self.init(reason, format, Array(example.utf8), explains)
  }

  static let all = xml + binary + text

  // MARK: XML

  private static let xml = [
    KnownDifference(
      "Foundation's scanner passes over what is no well-formed XML, such as an attribute without a value", .xml,
      "<plist version><true/></plist>"
    ) {
      ["xml.malformed", "xml.null-character", "xml.dtd-subset"].contains($0.error?.code) && $0.isAcceptedByFoundation
    },
    KnownDifference(
      "Foundation does not look into attributes, where an entity may be one that nobody declared", .xml,
      "<plist a=\"&e;\"><true/></plist>"
    ) { $0.error?.code == "xml.unknown-entity" && $0.isAcceptedByFoundation },
    KnownDifference(
      "Foundation ends an empty comment before the first element only at the next -->; we refuse such a file", .xml,
      "<!----><plist><true/></plist><!-- --><plist><false/></plist>"
    ) { $0.error?.code == "xml.empty-comment" && $0.isAcceptedByFoundation },
    KnownDifference(
      "Foundation ends tags and DOCTYPE at the first > even between quotes; we refuse such a file", .xml,
      "<plist><string a=\"x>y\">v</string></plist>"
    ) { $0.error?.code == "xml.quoted-tag-end" && $0.isAcceptedByFoundation },
    KnownDifference(
      "Foundation cuts the number of a CF$UID to 32 bits; we leave the dictionary as it is, with a diagnostic", .xml,
      "<plist><dict><key>CF$UID</key><integer>-1</integer></dict></plist>"
    ) { $0.isAcceptedByFoundation && $0.list.hasDiagnostic(.malformedUID) },
    KnownDifference(
      "Foundation decodes only the texts of XML, so that bytes of no character may stand in tags and comments", .xml,
      Array("<plist><!-- ".utf8) + [0xFF] + Array(" --><true/></plist>".utf8)
    ) {
      guard $0.sample.format == .xml, $0.error?.code == "text.invalid-encoding" else { return false }
      let repaired = try? PropertyList.parse(
        Array(String(decoding: $0.sample.bytes, as: UTF8.self).utf8), file: "repaired")
      return $0.foundation == repaired.map { .list($0.canonical) } || repaired == nil
    },
    KnownDifference(
      "Foundation reads bytes above 127 as Latin-1 in a file that says US-ASCII", .xml,
      Array("<?xml version=\"1.0\" encoding=\"US-ASCII\"?><plist><string>".utf8) + [0xE9]
        + Array("</string></plist>".utf8)
    ) { ($0.error?.message.contains("US-ASCII") ?? false) && $0.isAcceptedByFoundation },
    KnownDifference(
      "Foundation takes a misspelt encoding's name for the nearest, and knows more of them", .xml,
      "<?xml version=\"1.0\" encoding=\"ISO-8859-15\"?><plist><true/></plist>"
    ) { $0.error?.code == "text.unknown-encoding" && $0.isAcceptedByFoundation },
  ]

  // MARK: Binary

  private static let binary = [
    KnownDifference(
      "dates that are no number, or billions of years away, which Foundation reads and cannot show", .binary,
      file([[0x33] + TextBytes.bigEndian(Double.nan.bitPattern, 8)])
    ) { $0.error?.code == "binary.date" && $0.isAcceptedByFoundation },
    KnownDifference("Foundation on Linux crashes at a set", .binary, file([[0xC1, 1], [0x09]])) { difference in
      guard case .crash = difference.foundation else { return false }
      // Files that our reader rejects may contain a set, too; nothing else in this format is known to end the process.
      return difference.sample.format == .binary && difference.list?.has { $0.kind(of: $1) == .set } ?? true
    },
    KnownDifference(
      "keys that are no text, which no writer makes and the platform's own dictionaries can't be asked for", .binary,
      file([[0xD1, 1, 1], [0x10, 7]])
    ) { $0.error?.code == "binary.key" && $0.isAcceptedByFoundation },
    KnownDifference(
      "Foundation does not look at the offsets of objects that nothing refers to", .binary,
      Array("bplist00".utf8) + [0x09, 8, 0, 0, 0, 0, 0, 0, 0, 1, 1] + TextBytes.bigEndian(2, 8)
        + TextBytes.bigEndian(0, 8)
        + TextBytes.bigEndian(9, 8)
    ) { $0.error?.code == "binary.offset" && $0.isAcceptedByFoundation },
    KnownDifference("Foundation cannot allocate an empty UTF-16 text", .binary, file([[0x60]])) {
      $0.foundation == .error && ($0.list?.format == .binary) && ($0.list?.hasEmptyText ?? false)
    },
    KnownDifference(
      "Foundation does not look at the width of references in a file without references", .binary,
      file([[0xD0]], referenceSize: 34)
    ) { $0.error?.code == "binary.trailer" && $0.isAcceptedByFoundation },
    KnownDifference(
      "Foundation on Linux compares keys by canonical equivalence: of é in one piece and in two one is lost", .binary,
      file([[0xD2, 1, 2, 3, 3], [0x61, 0, 0xE9], [0x62, 0, 0x65, 3, 1], [0x09]])
    ) { $0.isAcceptedByFoundation && ($0.list?.hasEquivalentKeys ?? false) },
  ]

  /// Returns a binary file with objects in this order, starting with the root.
  private static func file(_ objects: [[UInt8]], referenceSize: UInt8 = 1) -> [UInt8] {
    let bytes = Array("bplist00".utf8) + objects.joined()
    let offsets = objects.indices.map { UInt8(8 + objects[..<$0].joined().count) }
    let table = [0, 0, 0, 0, 0, 0, 1, referenceSize] + TextBytes.bigEndian(UInt64(objects.count), 8)
    return bytes + offsets + table + TextBytes.bigEndian(0, 8) + TextBytes.bigEndian(UInt64(bytes.count), 8)
  }

  // MARK: Old-style and strings files

  private static let text = [
    KnownDifference(
      "Foundation guesses UTF-16 without a byte order mark from a null among the first two bytes; we ask for the mark",
      .strings,
      Array("\n\"a\";".utf8).flatMap { [$0, 0] }
    ) { $0.sample.format != .binary && $0.sample.bytes.count > 2 && $0.sample.bytes.prefix(2).contains(0) },
    KnownDifference("typed values of GNUstep, which Foundation refuses", .oldStyle, "<*I5>") {
      $0.foundation == .error && $0.list.hasDiagnostic(.gnustepValue)
    },
    KnownDifference(
      "Foundation looks at the lower eight bits of a digit of data alone: ı is 1", .oldStyle, "(<\u{131}0>)"
    ) { $0.error?.code == "text.data-digit" && $0.isAcceptedByFoundation },
    KnownDifference(
      "Foundation reads some bytes that are not UTF-8 as U+FFFD, or ends a strings file there; we refuse them all",
      .strings, Array("\"\u{E9}".utf8) + [0xA9] + Array("\";".utf8)
    ) { $0.sample.format != .xml && $0.error?.code == "text.invalid-encoding" && $0.isAcceptedByFoundation },
  ]
}
