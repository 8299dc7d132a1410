package import Basics
internal import PropertyLists

/// An error for a file that begins like a known format but is invalid, or whose bytes cannot be read.
package typealias FileFactError = Diagnostic<FileFactCode>

package enum FileFactCode: String, DiagnosticCode {
  case malformed = "file-facts.malformed"
  case unreadable = "file-facts.unreadable"
  /// The file exceeds a size limit.
  case tooLarge = "limit.file-size"
}

extension FileFactError {
  init(_ place: BytePlace, _ message: String, hint: String? = nil) {
    self.init(
      .malformed, message, file: place.file, place: Place(byteOffset: UInt64(clamping: place.offset)), hint: hint)
  }

  init(unreadable file: String, _ message: String) { self.init(.unreadable, message, file: file) }
}

struct BytePlace {
  let file: String
  let offset: Int
}

extension FileFactError {
  static let incomplete = "build or copy the file again; it is incomplete"
  static let damaged = "build or copy the file again; it is damaged"

  private static let resign = "sign the code again with codesign --force"
  private static let resignHint =
    "sign the code again with codesign --force, which writes entitlements as a property list as well"

  static func ends(within what: String, needs: Int, left: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "\(what) needs \(counted(needs, "byte")) here, but only \(left) \(left == 1 ? "is" : "are") left",
      hint: incomplete)
  }

  static func shrank(_ place: BytePlace) -> FileFactError {
    FileFactError(place, "the file became shorter while it was being read")
  }

  static func tooLargeToHash(file: String, size: Int, limit: Int) -> FileFactError {
    FileFactError(
      .tooLarge,
      "the file has \(counted(size, "byte")); a SHA-256 is computed only for files of up to \(limit) bytes", file: file)
  }

  // MARK: PNG

  static func pngSignature(_ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the PNG signature is not 89 50 4E 47 0D 0A 1A 0A",
      hint: "a transfer that converts line endings damages a PNG; copy it as a binary file")
  }

  static func pngChunkType(_ found: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "a chunk's type must be four letters, not \(found)", hint: damaged)
  }

  static func pngChunkLength(_ type: String, _ length: UInt32, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the chunk \(type) states \(counted(length, "byte")); a chunk has at most 2147483647", hint: damaged)
  }

  static func pngFirstChunk(_ found: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "a PNG must start with the chunk IHDR, not \(found)", hint: damaged)
  }

  static func pngHeaderLength(_ length: UInt32, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "IHDR must have 13 bytes, but states \(length)", hint: damaged)
  }

  static func pngChecksum(stated: UInt32, computed: UInt32, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the checksum of IHDR is 0x\(hexadecimal(stated)), but should be 0x\(hexadecimal(computed))",
      hint: damaged)
  }

  static func pngDimension(_ name: String, _ value: UInt32, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the \(name) is \(value); it must be from 1 to 2147483647")
  }

  static func pngForm(_ colorType: UInt8, _ bitDepth: UInt8, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "color type \(colorType) with \(bitDepth) bits is not valid in PNG")
  }

  static func pngMethod(_ name: String, _ value: UInt8, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "unknown \(name) method \(value)")
  }

  static func pngNoImage(_ place: BytePlace) -> FileFactError {
    FileFactError(place, "the PNG ends without image data (IDAT)", hint: incomplete)
  }

  static func pngTooManyChunks(_ limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "more than \(limit) chunks before the image data")
  }

  // MARK: Icon families

  static func iconFamilyLength(stated: UInt32, size: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the icon family states \(counted(stated, "byte")), but the file has \(size)", hint: incomplete)
  }

  static func iconElementLength(_ type: String, _ length: UInt32, left: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the element '\(type)' states \(counted(length, "byte")); it has at least 8, and \(left) are left",
      hint: damaged)
  }

  static func iconContents(_ type: String, _ length: UInt32, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place,
      "the table of contents lists '\(type)' of \(counted(length, "byte")), but no such element follows in this order",
      hint: damaged)
  }

  static func iconContentsLength(_ length: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the table of contents has \(counted(length, "byte")), not a multiple of 8", hint: damaged)
  }

  static func iconTooManyElements(_ limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "more than \(limit) elements in one icon family")
  }

  // MARK: Asset catalogs

  static func blockOutside(address: Int, length: Int, file: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "a block has \(counted(length, "byte")) at offset \(address), but the file has only \(file)",
      hint: incomplete)
  }

  static func tooManyBlocks(_ count: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(count) blocks; the limit is \(limit)")
  }

  static func noBlock(_ number: Int, of count: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the block \(number) is missing; the index lists \(count)", hint: damaged)
  }

  static func noNamedBlock(_ name: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the asset catalog has no block \(name)", hint: damaged)
  }

  static func blockTag(_ found: String, expected: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "a block starts with '\(found)', not with '\(expected)'", hint: damaged)
  }

  static func treeTooDeep(_ name: String, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the tree \(name) has more than \(limit) levels", hint: damaged)
  }

  static func treeLoop(_ name: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the leaves of the tree \(name) lead back to one that was read before", hint: damaged)
  }

  static func tooManyEntries(_ name: String, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the tree \(name) has more than \(limit) entries")
  }

  static func tooManyAttributes(limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the key of an image has more than \(limit) attributes", hint: damaged)
  }

  static func imagesShared(limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "names share their images: together they would have more than \(limit)", hint: damaged)
  }

  static func blocksShared(limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "blocks are used again and again: together they would have more than \(limit) bytes", hint: damaged)
  }

  // MARK: Mach-O

  static func fatCount(_ count: UInt32, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the fat header lists \(count) architectures; it must be from 1 to \(limit)")
  }

  static func fatRange(_ number: Int, offset: UInt64, size: UInt64, file: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "slice \(number) has \(counted(size, "byte")) at offset \(offset), but the file has only \(file)",
      hint: incomplete)
  }

  static func fatOverlap(_ number: Int, with other: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "slice \(number) overlaps \(other)", hint: damaged)
  }

  static func sliceForm(_ number: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "slice \(number) is neither a Mach-O file nor a static archive", hint: damaged)
  }

  static func sliceArchitecture(_ number: Int, fat: String, slice: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "slice \(number) is \(fat) in the fat header, but \(slice) in its own header", hint: damaged)
  }

  static func commandCount(_ count: UInt32, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(count) load commands; the limit is \(limit)")
  }

  static func commandsTooLarge(_ size: UInt32, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(counted(size, "byte")) of load commands; the limit is \(limit)")
  }

  static func commandsOutside(_ size: UInt32, left: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place,
      "the header states \(counted(size, "byte")) of load commands, but only \(left) \(left == 1 ? "is" : "are") left",
      hint: incomplete)
  }

  static func commandOutside(_ number: Int, of count: UInt32, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "load command \(number) of \(count) is after the end of the load commands", hint: damaged)
  }

  static func commandSize(_ name: String, _ size: UInt32, least: Int, left: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "\(name) states \(counted(size, "byte")); it has at least \(least), and \(left) are left", hint: damaged)
  }

  static func segmentOutside(offset: UInt64, size: UInt64, slice: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "a segment has \(counted(size, "byte")) at offset \(offset), but the slice has only \(slice)",
      hint: incomplete)
  }

  static func commandText(_ name: String, offset: UInt32, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the name in \(name) starts at its byte \(offset), which overlaps its fields", hint: damaged)
  }

  static func commandTextEnd(_ name: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the name in \(name) is not terminated", hint: damaged)
  }

  static func sectionsOutside(_ name: String, _ count: UInt32, fit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(name) states \(counted(count, "section")), but has room for \(fit)", hint: damaged)
  }

  static func partOutside(_ part: MachOPart, slice: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "\(part.name) has \(part.size) bytes at offset \(part.offset), but the slice has only \(slice)",
      hint: incomplete)
  }

  static func partTooLarge(_ part: MachOPart, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(part.name) has \(part.size) bytes; the limit is \(limit)")
  }

  static func foundStringsTooLarge(_ part: MachOPart, limit: Int, file: String) -> FileFactError {
    FileFactError(
      .tooLarge, "\(part.name) has more than \(limit) bytes of strings that meet the conditions", file: file)
  }

  static func messageCertificates(limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "more than \(limit) certificates in one signature")
  }

  static func appleDoubleCount(_ what: String, _ count: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the AppleDouble header states \(count) \(what); the limit is \(limit)", hint: damaged)
  }

  static func appleDoubleEntry(offset: Int, size: Int, file: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "an AppleDouble entry has \(counted(size, "byte")) at offset \(offset), but the file has only \(file)",
      hint: incomplete)
  }

  static func fontCount(_ what: String, _ count: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the font states \(count) \(what); the limit is \(limit)", hint: damaged)
  }

  static func fontTable(_ tag: String, offset: Int, size: Int, file: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place,
      "the table \(tag) of the font has \(counted(size, "byte")) at offset \(offset), but the file has only \(file)",
      hint: incomplete)
  }

  static func toolsOutside(_ count: UInt32, fit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "LC_BUILD_VERSION states \(count) tools, but has room for \(fit)", hint: damaged)
  }

  // MARK: Symbols

  static func symbolCount(_ count: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the symbol table lists \(counted(count, "symbol")); the limit is \(limit)")
  }

  static func symbolsTooLarge(_ part: String, names: Int, bytes: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(part) has more than \(names) names, or more than \(bytes) bytes of names")
  }

  static func pointersTooMany(_ part: String, bytes: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(part) and others like it have more than \(bytes) bytes")
  }

  static func symbolRange(first: UInt32, count: UInt32, of total: UInt32, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "LC_DYSYMTAB names \(counted(Int(count), "symbol")) from \(first) on, but the symbol table has \(total)",
      hint: damaged)
  }

  static func symbolName(_ number: Int, offset: Int, within part: MachOPart, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the name of symbol \(number) starts at byte \(offset), but \(part.name) has only \(part.size) bytes",
      hint: damaged)
  }

  static func symbolNameEnd(_ number: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the name of symbol \(number) is not terminated", hint: damaged)
  }

  static func symbolsMalformed(_ part: String, _ reason: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(part) is malformed: \(reason)", hint: damaged)
  }

  // MARK: Code signatures

  static func signatureMagic(_ name: String, _ found: UInt32, expected: UInt32, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "\(name) starts with 0x\(hexadecimal(found)), not with 0x\(hexadecimal(expected))", hint: resign)
  }

  static func signatureLength(
    _ name: String, _ length: UInt32, least: Int, left: Int, _ place: BytePlace
  ) -> FileFactError {
    FileFactError(
      place, "\(name) states \(counted(length, "byte")); it has at least \(least), and \(left) are left", hint: resign)
  }

  static func signatureCount(_ count: UInt32, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the code signature lists \(count) parts; the limit is \(limit)", hint: resign)
  }

  static func signatureOffset(_ name: String, _ offset: UInt32, within size: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "\(name) starts at byte \(offset), which is not after the fields and within \(counted(size, "byte"))",
      hint: resign)
  }

  static func signatureTextEnd(_ name: String, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(name) has no end within \(limit) bytes", hint: resign)
  }

  static func signatureWithoutDirectory(_ place: BytePlace) -> FileFactError {
    FileFactError(place, "the code signature has no code directory", hint: resign)
  }

  static func signatureOverlap(_ name: String, _ slot: UInt32, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(name) shares bytes with part 0x\(String(slot, radix: 16))", hint: resign)
  }

  static func signaturePartTooLarge(_ name: String, _ size: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(name) has \(counted(size, "byte")); the limit is \(limit)", hint: resign)
  }

  static func signatureSlots(_ count: UInt32, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the code directory has \(count) slots before those of the code; the limit is \(limit)", hint: resign)
  }

  static func signatureHashSize(_ name: String, _ size: Int, expected: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the code directory states hashes of \(counted(size, "byte")), but \(name) has \(expected)", hint: resign)
  }

  static func signaturePageSize(_ shift: UInt8, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the code directory states pages of 2 to the power of \(shift) bytes", hint: resign)
  }

  static func signatureHashes(_ offset: Int, size: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the hashes of the code directory around its byte \(offset) are not within its \(counted(size, "byte"))",
      hint: resign
    )
  }

  static func signatureCodeLimit(_ limit: UInt64, slice: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the signature covers \(limit) bytes of code, but the slice has only \(slice)", hint: incomplete)
  }

  static func signaturePages(_ count: Int, expected: UInt64, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the code directory has hashes of \(counted(count, "page")), but the code has \(expected)", hint: resign)
  }

  static func sealMalformed(_ message: String, file: String, _ place: Place) -> FileFactError {
    FileFactError(
      .malformed, "the list of sealed files is malformed: \(message)", file: file, place: place,
      hint: "sign the bundle again with codesign --force")
  }

  // MARK: Embedded Info.plist

  static func embeddedInfoMalformed(_ reason: String, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the embedded Info.plist is malformed: \(reason)",
      hint: "correct the file that -sectcreate __TEXT __info_plist names, and link again")
  }

  // MARK: Entitlements

  static func entitlementsOnlyEncoded(_ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the code signature has entitlements only in DER form, which is not supported", hint: resignHint)
  }

  static func encodedEntitlementsMalformed(_ reason: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the entitlements in DER form are malformed: \(reason)", hint: resign)
  }

  static func entitlementsTwice(_ place: BytePlace) -> FileFactError {
    FileFactError(place, "the code signature contains entitlements twice", hint: resign)
  }

  static func entitlementsTooLarge(_ count: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the entitlements have \(counted(count, "byte")); the limit is \(limit)", hint: resign)
  }

  static func entitlementsForm(_ place: BytePlace) -> FileFactError {
    FileFactError(place, "the entitlements are not an XML property list", hint: resign)
  }

  static func entitlementsMalformed(_ error: PropertyListError, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the entitlements are malformed: \(error.message)", hint: resign)
  }

  static func entitlementsAmbiguous(_ diagnostic: SilentChange, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "tools read these entitlements differently: \(diagnostic.message)",
      hint: "correct the entitlements and sign the code again")
  }

  static func entitlementsNoDictionary(_ found: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the entitlements must be a dictionary, not \(found)", hint: resign)
  }

  static func entitlementsDisagree(_ key: String, _ one: String, _ other: String, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the entitlement '\(key)' has different values in the slices \(one) and \(other)",
      hint: "sign all slices with the same entitlements")
  }

  static func entitlementsMissing(
    _ key: String, _ slice: String, isSigned: Bool, butIn other: String, _ place: BytePlace
  ) -> FileFactError {
    FileFactError(
      place,
      "the slice \(other) has the entitlement '\(key)', but the slice \(slice) \(isSigned ? "does not" : "is not signed")",
      hint: "sign all slices with the same entitlements")
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    withUnsafeBytes(of: value.bigEndian) { Hexadecimal.text(of: $0, uppercase: true) }
  }
}
