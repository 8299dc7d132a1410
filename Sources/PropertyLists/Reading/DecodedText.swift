import Basics

struct DecodedText: ~Copyable {
  private var text: SourceText
  /// The start of the text after a byte order mark.
  let start: Int
  let remarks: [Remark]

  init(_ stored: consuming SourceText) throws(PropertyListError) {
    let bytes = stored.base
    let count = stored.count
    guard count > 0 else { throw PropertyListError("file.empty", "the file is empty; expected a property list") }
    var encoding = TextEncoding.utf8
    var markLength = 0
    if let mark = TextEncoding.fromByteOrderMark(bytes, count) {
      (encoding, markLength) = mark
      guard count > markLength else { throw DecodedText.onlyMark }
    } else if count > 2, bytes[0] == 0 || bytes[1] == 0 {
      // Core Foundation reads these as UTF-16.
      throw DecodedText.noMark(at: bytes[0] == 0 ? 0 : 1)
    } else if let declared = TextEncoding.declared(bytes, count) {
      guard let known = TextEncoding.named(declared.name) else {
        throw DecodedText.unknownEncoding(declared.name, TextPosition.place(bytes, count, offset: declared.offset))
      }
      encoding = known
    }
    switch encoding {
    case .utf8, .ascii:
      let invalid =
        encoding == .ascii
        ? (0..<count).first { bytes[$0] >= 0x80 }
        : UTF8Check.firstInvalid(bytes + markLength, count - markLength).map { $0 + markLength }
      if let invalid {
        throw DecodedText.invalid(
          bytes[invalid], encoding == .ascii ? "US-ASCII" : "UTF-8",
          TextPosition.place(bytes, count, offset: invalid))
      }
      text = stored
      start = markLength
      remarks = []
    case .utf16, .utf32, .latin1, .windows1252:
      if encoding == .windows1252, let free = (0..<count).first(where: { Transcoding.isUnassigned1252(bytes[$0]) }) {
        throw DecodedText.invalid(bytes[free], "windows-1252", TextPosition.place(bytes, count, offset: free))
      }
      let converted = Transcoding.utf8(from: encoding, bytes + markLength, count - markLength)
      guard converted.text.count <= Limits.hardFileSize else {
        throw .tooLarge(converted.text.count, limit: Limits.hardFileSize)
      }
      // UTF-16 and UTF-32 may contain less than a character.
      guard converted.text.count > 0 else { throw DecodedText.onlyMark }
      if case .utf32 = encoding, let at = converted.outcome.firstReplacement {
        throw PropertyListError(
          "text.invalid-encoding", "a value that is not a UTF-32 character",
          place: TextPosition.place(converted.text.base, converted.text.count, offset: at))
      }
      remarks = DecodedText.remarks(converted.outcome, converted.text.count)
      start = 0
      text = converted.takeText()
    }
  }

  consuming func takeText() -> SourceText { text }

  /// Whether text is XML: unless the first `<` starts old-style data, that is hexadecimal digits, or GNUstep's `<*` and `<[`.
  static func looksLikeXML(_ text: UnsafePointer<UInt8>, _ count: Int, from start: Int) -> Bool {
    var at = start
    while at < count, Blank.isXML(text[at]) { at += 1 }
    guard at < count, text[at] == UInt8(ascii: "<") else { return false }
    at += 1
    if at < count, text[at] == UInt8(ascii: "*") || text[at] == UInt8(ascii: "[") { return false }
    while at < count, Blank.isXML(text[at]) || Hexadecimal.value(text[at]) != nil { at += 1 }
    return !(at < count && text[at] == UInt8(ascii: ">"))
  }

  private static func remarks(_ outcome: Transcoding.Outcome, _ count: Int) -> [Remark] {
    var remarks: [Remark] = []
    if let at = outcome.firstReplacement {
      remarks.append(
        Remark(code: .malformedUTF16, message: "an unpaired surrogate; it is read as U+FFFD", offset: at, node: 0))
    }
    if outcome.isTruncated {
      remarks.append(
        Remark(
          code: .malformedUTF16, message: "the last character is incomplete; its bytes are ignored", offset: count,
          node: 0
        ))
    }
    return remarks
  }

  private static let onlyMark = PropertyListError("file.empty", "the file contains only a byte order mark")

  private static func noMark(at offset: Int) -> PropertyListError {
    PropertyListError(
      "text.invalid-encoding", "a null character at the beginning, as in UTF-16 without a byte order mark",
      place: Place(line: 1, column: UInt32(offset + 1)),
      hint: "save the file as UTF-8, or with a byte order mark as UTF-16")
  }

  private static func unknownEncoding(_ name: String, _ place: Place) -> PropertyListError {
    PropertyListError(
      "text.unknown-encoding", "the encoding '\(Excerpt.line(name))' is not supported", place: place,
      hint: name.uppercased().hasPrefix("UTF-16")
        ? "UTF-16 needs a byte order mark" : "save the file as UTF-8, with encoding=\"UTF-8\"")
  }

  private static func invalid(_ byte: UInt8, _ encoding: String, _ place: Place) -> PropertyListError {
    PropertyListError(
      "text.invalid-encoding", "the byte 0x\(Hexadecimal.text(of: [byte], uppercase: true)) is not \(encoding) here",
      place: place,
      hint: "save the file as UTF-8, or with a byte order mark as UTF-16")
  }
}
