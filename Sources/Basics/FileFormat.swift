/// The format of a file, determined by its first bytes and not by its name.
///
/// Only the beginning is checked, not whether the rest of the file is valid. Formats that need not be distinguished share a name.
package enum FileFormat: String, CaseIterable, Hashable, Sendable {
  case empty
  /// Only zeros in the bytes examined, as after a failed copy.
  case zeros
  /// The pointer that Git LFS leaves in place of a file that was not fetched.
  case lfsPointer = "lfs_pointer"
  case html, xml
  /// Begins with `#!`.
  case script
  /// Other text in ASCII, UTF-8, an 8-bit encoding, or UTF-16 with a byte order mark.
  case text
  case machO = "mach_o"
  case universal
  case staticLibrary = "static_library"
  case bitcode
  case metalLibrary = "metal_library"
  case elf
  case pe
  case javaClass = "java_class"
  case png, jpeg, gif, tiff, bmp, webp
  case heif
  case icns, pdf
  /// A BOM store, such as an asset catalog.
  case bom
  case binaryPlist = "binary_plist"
  case nibArchive = "nib_archive"
  /// Output of NSArchiver, such as old nibs.
  case typedStream = "typed_stream"
  case font
  case webFont = "web_font"
  case mp3, wav, aiff, caf, ogg, flac, midi, amr
  case mpeg4
  case avi, matroska
  case zip, gzip, bzip2, xz, rar, xar
  case sevenZip = "seven_zip"
  case appleArchive = "apple_archive"
  case sqlite
  /// Data in DER or BER, such as certificates and signed messages.
  case der
  case unknown

  /// The maximum number of bytes to examine. The header of a PDF file may be that far from its start.
  package static let headLength = 1024

  package init(ofFileBeginning start: ArraySlice<UInt8>) { self = Self.format(of: start) }

  private static func format(of start: ArraySlice<UInt8>) -> FileFormat {
    if start.isEmpty { return .empty }
    if let format = known(start, in: magicNumbers) {
      return format == .universal && isJavaClass(start) ? .javaClass : format
    }
    if start.allSatisfy({ $0 == 0 }) { return .zeros }
    let text = text(start)
    if let text, text != .text { return text }
    if containsHeaderOfPDF(start) { return .pdf }
    if let text { return text }
    if let format = known(start, in: letters) { return format == .mpeg4 && isImage(start) ? .heif : format }
    if isSequence(start) { return .der }
    return isMPEGAudio(start) ? .mp3 : .unknown
  }

  // MARK: Binary formats

  private typealias Magic = (format: FileFormat, offset: Int, bytes: [UInt8])

  private static func magic(_ format: FileFormat, _ text: String, at offset: Int = 0) -> Magic {
    (format, offset, text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }

  /// Magic numbers that no text begins with.
  private static let magicNumbers: [Magic] = [
    magic(.machO, "\u{CF}\u{FA}\u{ED}\u{FE}"), magic(.machO, "\u{CE}\u{FA}\u{ED}\u{FE}"),
    magic(.machO, "\u{FE}\u{ED}\u{FA}\u{CF}"), magic(.machO, "\u{FE}\u{ED}\u{FA}\u{CE}"),
    magic(.universal, "\u{CA}\u{FE}\u{BA}\u{BE}"), magic(.universal, "\u{CA}\u{FE}\u{BA}\u{BF}"),
    magic(.staticLibrary, "!<arch>\u{0A}"), magic(.bitcode, "BC\u{C0}\u{DE}"),
    magic(.bitcode, "\u{DE}\u{C0}\u{17}\u{0B}"),
    // Metal libraries for several types of processor.
    magic(.metalLibrary, "\u{CB}\u{FE}\u{BA}\u{BE}"),
    magic(.elf, "\u{7F}ELF"), magic(.png, "\u{89}PNG\u{0D}\u{0A}\u{1A}\u{0A}"), magic(.jpeg, "\u{FF}\u{D8}\u{FF}"),
    magic(.gif, "GIF87a"), magic(.gif, "GIF89a"), magic(.tiff, "II*\u{00}"), magic(.tiff, "MM\u{00}*"),
    magic(.bom, "BOMStore"), magic(.binaryPlist, "bplist"), magic(.nibArchive, "NIBArchive"),
    magic(.typedStream, "streamtyped", at: 2), magic(.typedStream, "typedstream", at: 2),
    magic(.font, "\u{00}\u{01}\u{00}\u{00}"), magic(.amr, "#!AMR\u{0A}"), magic(.amr, "#!AMR-WB\u{0A}"),
    magic(.matroska, "\u{1A}\u{45}\u{DF}\u{A3}"), magic(.zip, "PK\u{03}\u{04}"), magic(.zip, "PK\u{05}\u{06}"),
    magic(.zip, "PK\u{07}\u{08}"), magic(.gzip, "\u{1F}\u{8B}"), magic(.xz, "\u{FD}7zXZ\u{00}"),
    magic(.sevenZip, "7z\u{BC}\u{AF}\u{27}\u{1C}"), magic(.rar, "Rar!\u{1A}\u{07}"),
    magic(.sqlite, "SQLite format 3\u{00}"),
  ]

  /// Magic numbers that consist of letters, which are only checked if the file is not text.
  private static let letters: [Magic] = [
    magic(.metalLibrary, "MTLB"), magic(.icns, "icns"), magic(.font, "OTTO"), magic(.font, "true"),
    magic(.font, "typ1"), magic(.font, "ttcf"), magic(.webFont, "wOFF"), magic(.webFont, "wOF2"),
    magic(.mp3, "ID3"), magic(.caf, "caff"), magic(.ogg, "OggS"), magic(.flac, "fLaC"), magic(.midi, "MThd"),
    // In the Interchange File Format and similar formats, the type follows the size.
    magic(.wav, "WAVE", at: 8), magic(.webp, "WEBP", at: 8), magic(.avi, "AVI ", at: 8), magic(.aiff, "AIFF", at: 8),
    magic(.aiff, "AIFC", at: 8),
    magic(.mpeg4, "ftyp", at: 4), magic(.mpeg4, "moov", at: 4), magic(.mpeg4, "mdat", at: 4),
    magic(.mpeg4, "wide", at: 4), magic(.mpeg4, "skip", at: 4), magic(.mpeg4, "free", at: 4),
    magic(.bzip2, "BZh"), magic(.pe, "MZ"), magic(.bmp, "BM"), magic(.xar, "xar!"),
    magic(.appleArchive, "AA01"), magic(.appleArchive, "YAA1"), magic(.appleArchive, "pbz"),
  ]

  private static func known(_ start: ArraySlice<UInt8>, in magics: [Magic]) -> FileFormat? {
    magics.first { start.dropFirst($0.offset).starts(with: $0.bytes) }?.format
  }

  private static let imageBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"]

  private static func isImage(_ start: ArraySlice<UInt8>) -> Bool {
    let brand = start.dropFirst(8)
    return imageBrands.contains { brand.starts(with: $0.utf8) }
  }

  /// Distinguishes class files like `MachOReader`.
  private static func isJavaClass(_ start: ArraySlice<UInt8>) -> Bool {
    let head = Array(start.prefix(11))
    guard head.count == 11, head[3] == 0xBE else { return false }
    return head[4..<8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } >= 45 && head[10] != 0
  }

  /// Readers look for the header in the first kilobyte (ISO 32000-1, annex H.3, note 13).
  private static func containsHeaderOfPDF(_ start: ArraySlice<UInt8>) -> Bool {
    var rest = start
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[percent...]
      if rest.starts(with: "%PDF-".utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Whether the file begins with a sequence with a multi-byte length, as all certificates and messages do.
  private static func isSequence(_ start: ArraySlice<UInt8>) -> Bool {
    start.first == 0x30 && start.dropFirst().first.map { (0x80...0x84).contains($0) } == true
  }

  /// Whether the file begins with a frame header (ISO/IEC 11172-3) of layer II or III, with a valid version and rates.
  private static func isMPEGAudio(_ start: ArraySlice<UInt8>) -> Bool {
    let head = Array(start.prefix(4))
    guard head.count == 4, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return false }
    return head[1] & 0x18 != 0x08 && [0x02, 0x04].contains(head[1] & 0x06)
      && head[2] & 0xF0 != 0xF0 && head[2] & 0x0C != 0x0C
  }

  // MARK: Text

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let pointer = Array("version https://git-lfs".utf8)
  private static let pages = ["<!doctype html", "<html", "<head", "<body"]

  /// Whether a byte may be part of text: control characters are only allowed from tab to carriage return, and escape.
  private static func isCharacter(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || (0x09...0x0D).contains(byte) || byte == 0x1B
  }

  /// Whether bytes are UTF-8; if the file continues, the last character may be truncated.
  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    (bytes.count < headLength ? 0...0 : 0...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }

  /// The type of text; nil if there are bytes that do not occur in text.
  private static func text(_ start: ArraySlice<UInt8>) -> FileFormat? {
    // Without a mark, UTF-16 cannot be distinguished from other data.
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
      return start.dropFirst(2).starts(with: [0, 0]) ? nil : .text
    }
    // The lines after the first of a script may contain anything.
    if start.starts(with: "#!".utf8), start.prefix(while: { $0 != 0x0A }).allSatisfy(isCharacter) { return .script }
    guard start.allSatisfy(isCharacter) else { return nil }
    // In an 8-bit encoding most characters must be ASCII; otherwise it cannot be distinguished from other data.
    let others = start.count(where: { $0 >= 0x80 })
    if others > start.count / 2, !isUTF8(start) { return nil }
    if start.starts(with: pointer) { return .lfsPointer }
    let rest = (start.starts(with: byteOrderMark) ? start.dropFirst(3) : start)
      .drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard rest.first == UInt8(ascii: "<"), let next = rest.dropFirst().first else { return .text }
    let lower = rest.prefix(16).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    if pages.contains(where: { lower.starts(with: $0.utf8) }) { return .html }
    let isElement = (0x41...0x5A).contains(next & 0xDF) || next == UInt8(ascii: "?") || next == UInt8(ascii: "!")
    return isElement ? .xml : .text
  }
}
