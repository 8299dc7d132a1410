package import Basics
internal import PropertyLists

package typealias FileFactError = Diagnostic<FileFactCode>

package enum FileFactCode: String, DiagnosticCode {
  case malformed = "file-facts.malformed"
  case unreadable = "file-facts.unreadable"
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
  static func damaged(_ place: BytePlace, _ message: String) -> FileFactError {
    FileFactError(place, message, hint: "build or copy the file again; it is damaged")
  }

  static func incomplete(_ place: BytePlace, _ message: String) -> FileFactError {
    FileFactError(place, message, hint: "build or copy the file again; it is incomplete")
  }

  static func badSignature(_ place: BytePlace, _ message: String) -> FileFactError {
    FileFactError(place, message, hint: "sign the code again with codesign --force")
  }

  static func badProfile(_ place: BytePlace, _ message: String) -> FileFactError {
    FileFactError(place, message, hint: "download the profile again, and embed it as it is")
  }

  static func ends(within what: String, needs: Int, left: Int, _ place: BytePlace) -> FileFactError {
    .incomplete(
      place, "\(what) needs \(counted(needs, "byte")) here, but only \(left) \(left == 1 ? "is" : "are") left")
  }

  static func shrank(_ place: BytePlace) -> FileFactError {
    FileFactError(place, "the file became shorter while it was being read")
  }

  static func tooLargeToHash(file: String, size: Int, limit: Int) -> FileFactError {
    FileFactError(
      .tooLarge,
      "the file has \(counted(size, "byte")); a SHA-256 is computed only for files of up to \(limit) bytes", file: file)
  }

  static func pngNoImage(_ place: BytePlace) -> FileFactError {
    .incomplete(place, "the PNG ends without image data (IDAT)")
  }

  // MARK: Asset catalogs

  static func tooManyBlocks(_ count: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(count) blocks; the limit is \(limit)")
  }

  static func noNamedBlock(_ name: String, _ place: BytePlace) -> FileFactError {
    .damaged(place, "the asset catalog has no block \(name)")
  }

  static func tooManyAttributes(limit: Int, _ place: BytePlace) -> FileFactError {
    .damaged(place, "the key of an image has more than \(limit) attributes")
  }

  // MARK: Mach-O

  static func fatOverlap(_ number: Int, with other: String, _ place: BytePlace) -> FileFactError {
    .damaged(place, "slice \(number) overlaps \(other)")
  }

  static func commandSize(_ name: String, _ size: UInt32, least: Int, left: Int, _ place: BytePlace) -> FileFactError {
    .damaged(place, "\(name) states \(counted(size, "byte")); it has at least \(least), and \(left) are left")
  }

  static func partTooLarge(_ part: MachOPart, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(part.name) has \(part.size) bytes; the limit is \(limit)")
  }

  static func appleDoubleCount(_ what: String, _ count: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    .damaged(place, "the AppleDouble header states \(count) \(what); the limit is \(limit)")
  }

  static func fontCount(_ what: String, _ count: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    .damaged(place, "the font states \(count) \(what); the limit is \(limit)")
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

  static func symbolsMalformed(_ part: String, _ reason: String, _ place: BytePlace) -> FileFactError {
    .damaged(place, "\(part) is malformed: \(reason)")
  }

  // MARK: Code signatures

  static func signatureCount(_ count: UInt32, limit: Int, _ place: BytePlace) -> FileFactError {
    .badSignature(place, "the code signature lists \(count) parts; the limit is \(limit)")
  }

  static func signatureOffset(_ name: String, _ offset: UInt32, within size: Int, _ place: BytePlace) -> FileFactError {
    .badSignature(
      place, "\(name) starts at byte \(offset), which is not after the fields and within \(counted(size, "byte"))")
  }

  static func signaturePartTooLarge(_ name: String, _ size: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    .badSignature(place, "\(name) has \(counted(size, "byte")); the limit is \(limit)")
  }

  // MARK: Embedded Info.plist

  static func embeddedInfoMalformed(_ reason: String, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the embedded Info.plist is malformed: \(reason)",
      hint: "correct the file that -sectcreate __TEXT __info_plist names, and link again")
  }

  // MARK: Entitlements

  static func entitlementsMalformed(_ error: PropertyListError, _ place: BytePlace) -> FileFactError {
    .badSignature(place, "the entitlements are malformed: \(error.message)")
  }

  static func entitlementsNoDictionary(_ found: String, _ place: BytePlace) -> FileFactError {
    .badSignature(place, "the entitlements must be a dictionary, not \(found)")
  }

  // MARK: Provisioning profiles

  static func profileListMalformed(_ error: PropertyListError, _ place: BytePlace) -> FileFactError {
    .badProfile(place, "the property list of the profile is malformed: \(error.message)")
  }

  static func profileType(_ what: String, _ expected: String, _ found: String, _ place: BytePlace) -> FileFactError {
    .badProfile(place, "\(what) must be \(expected), not \(found)")
  }

  static func encodedMissing(_ what: String, in structure: String, _ place: BytePlace) -> FileFactError {
    .badProfile(place, "\(structure) has no valid element for \(what)")
  }

  static func encodedMalformed(_ what: String, _ reason: String, _ place: BytePlace) -> FileFactError {
    .badProfile(place, "\(what) is malformed: \(reason)")
  }
}

extension Hexadecimal {
  static func text(_ value: UInt32) -> String {
    withUnsafeBytes(of: value.bigEndian) { text(of: $0, uppercase: true) }
  }
}
