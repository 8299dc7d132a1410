import PropertyLists

/// An archive format, determined by the first bytes because extensions may be wrong.
enum ArchiveFormat: Sendable {
  case zip
  case tar
  case gzip, xz, zstandard, bzip2

  static let headBytes = 512

  /// A zip begins with an entry, or with its end record if it is empty, or with a marker if it is split.
  private static let beginnings: [(format: ArchiveFormat, bytes: [UInt8])] = [
    (.zip, [0x50, 0x4B, 3, 4]), (.zip, [0x50, 0x4B, 5, 6]), (.zip, [0x50, 0x4B, 7, 8]), (.gzip, [0x1F, 0x8B, 8]),
    (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]), (.zstandard, [0x28, 0xB5, 0x2F, 0xFD]),
  ]

  init?(head: [UInt8]) {
    if let (format, _) = Self.beginnings.first(where: { head.starts(with: $0.bytes) }) {
      self = format
    } else if head.count >= 10, head.starts(with: Array("BZh".utf8)), (0x31...0x39).contains(head[3]),
      Array(head[4..<10]) == [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
    {
      self = .bzip2
    } else if Self.isTarHeader(head) {
      self = .tar
    } else {
      return nil
    }
  }

  /// The format that a name indicates, or nil if it does not indicate a supported archive.
  ///
  /// Only zip and the tar family are distinguished reliably; the bytes determine the compression.
  static func promised(byName name: String) -> ArchiveFormat? {
    let outer = BundlePath.loweredExtension(name)
    switch outer {
    case "ipa", "zip": return .zip
    case "tar": return .tar
    case "tgz": return .gzip
    case "txz": return .xz
    case "tzst": return .zstandard
    case "tbz", "tbz2": return .bzip2
    case "gz", "xz", "zst", "bz2":
      guard BundlePath.loweredExtension(BundlePath.withoutExtension(name)) == "tar" else { return nil }
      return ["gz": .gzip, "xz": .xz, "zst": .zstandard][outer] ?? .bzip2
    default: return nil
    }
  }

  var isZip: Bool { self == .zip }

  func open(_ source: any ByteSource, limits: ArchiveLimits) throws(StorageError) -> any Archive {
    if isZip { return try ZipArchive(source, limits: limits) }
    return try TarArchive(source, format: self, limits: limits)
  }

  var words: String {
    switch self {
    case .zip: "a zip archive"
    case .tar: "a tar archive"
    case .gzip: "a gzip-compressed file"
    case .xz: "an xz-compressed file"
    case .zstandard: "a Zstandard-compressed file"
    case .bzip2: "a bzip2-compressed file"
    }
  }

  static func words(forHead head: [UInt8]) -> String {
    if head.isEmpty { return "an empty file" }
    if head.starts(with: "bplist".utf8) { return "a binary property list" }
    if let foreign = ForeignFile(head: head) { return foreign.words }
    // With fewer bytes than the headers of an executable need, the magic number has to suffice.
    if head.starts(with: "MZ".utf8) { return "a Windows executable, perhaps a self-extracting archive" }
    if head.starts(with: "<?xml".utf8) { return "an XML file" }
    if head.starts(with: "<!DOCTYPE".utf8) { return "an XML or HTML file" }
    return head.starts(with: "{".utf8) ? "perhaps JSON" : "something else"
  }

  /// Checks for `ustar` at offset 257, as in every tar since 1988, or the checksum of an older one: the sum of the header's bytes, with the
  /// eight checksum bytes counted as spaces (POSIX.1-1988, 10.1.1).
  private static func isTarHeader(_ head: [UInt8]) -> Bool {
    guard head.count >= 512 else { return false }
    if head[257..<262].elementsEqual("ustar".utf8) { return true }
    let digits = head[148..<156].drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
    guard head[0] != 0, !digits.isEmpty else { return false }
    // At most eight octal digits, and at most 512 bytes of at most 255: no overflow.
    let stored = digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
    let sum = head[..<148].reduce(0) { $0 + Int($1) } + head[156..<512].reduce(0) { $0 + Int($1) } + 8 * 0x20
    return sum == stored
  }
}
