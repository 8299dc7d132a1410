import Basics

extension SignatureReader {
  /// The maximum length of an identifier with its terminating zero, in bytes. The tools allow the length of a path.
  private static let textLimit = 1024
  /// The maximum number of slots for parts other than code; about a dozen are defined.
  private static let partSlotLimit = 64
  /// The maximum size of a code directory, in bytes: enough for hashes of 8 GiB of code.
  private static let directoryLimit = 64 << 20

  /// The versions that added fields to the directory, and where these fields end (`CS_SUPPORTS…`).
  private enum Form {
    static let first = 44
    static let scatter: (version: UInt32, size: Int) = (0x2_0100, 48)
    static let team: (version: UInt32, size: Int) = (0x2_0200, 52)
    static let longLimit: (version: UInt32, size: Int) = (0x2_0300, 64)
    static let executableSegment: (version: UInt32, size: Int) = (0x2_0400, 88)
    static let runtime: (version: UInt32, size: Int) = (0x2_0500, 96)
  }

  func directory(at start: Int, end: Int) throws(FileFactError) -> CodeDirectory {
    let name = "the code directory"
    let (head, ownEnd) = try blob(at: start, end: end, size: Form.first, of: name)
    try require(Magic.directory, head, name)
    guard ownEnd - start <= Self.directoryLimit else {
      throw .signaturePartTooLarge(name, ownEnd - start, limit: Self.directoryLimit, head.place(4))
    }
    let fields = try reader.fields(at: start, count: Form.first, end: ownEnd, of: name)
    let version = try fields.uint32(8)
    func more(_ form: (version: UInt32, size: Int)) throws(FileFactError) -> Fields? {
      guard version >= form.version else { return nil }
      return try reader.fields(at: start, count: form.size, end: ownEnd, of: name)
    }
    let identifier = try text(fields, 20, "the identifier", after: Form.first, start: start, end: ownEnd)
    let isScattered = try more(Form.scatter)?.uint32(44) ?? 0 != 0
    var team: String?
    if let more = try more(Form.team), try more.uint32(48) != 0 {
      team = try text(more, 48, "the team", after: Form.team.size, start: start, end: ownEnd)
    }
    let longLimit = try more(Form.longLimit)?.uint64(56) ?? 0
    let codeLimit = longLimit > 0 ? longLimit : UInt64(try fields.uint32(32))
    var segment: CodeDirectory.ExecutableSegment?
    if let more = try more(Form.executableSegment) {
      segment = .init(base: try more.uint64(64), limit: try more.uint64(72), flags: try more.uint64(80))
    }
    let runtime = try more(Form.runtime)?.uint32(88) ?? 0

    let hashNumber = try fields.uint8(37)
    let hash = SignatureHash(rawValue: hashNumber)
    let hashSize = Int(try fields.uint8(36))
    let (partCount, pageCount) = (try fields.uint32(24), try fields.uint32(28))
    guard partCount <= Self.partSlotLimit else {
      throw .badSignature(
        fields.place(24),
        "the code directory has \(partCount) slots before those of the code; the limit is \(Self.partSlotLimit)")
    }
    if let hash, hashSize != hash.size, partCount > 0 || pageCount > 0 {
      throw .badSignature(
        fields.place(36),
        "the code directory states hashes of \(counted(hashSize, "byte")), but \(hash.name) has \(hash.size)")
    }
    let pageShift = try fields.uint8(39)
    guard pageShift < 32 else {
      throw .badSignature(fields.place(39), "the code directory states pages of 2 to the power of \(pageShift) bytes")
    }
    // The slots before the page hashes are numbered backward.
    let offset = Int(try fields.uint32(16))
    let (before, after) = (Int(partCount) * hashSize, Int(pageCount) * hashSize)
    guard
      before + after == 0
        || offset - before >= Form.first && offset <= ownEnd - start && after <= ownEnd - start - offset
    else {
      throw .badSignature(
        fields.place(16),
        "the hashes of the code directory around its byte \(offset) are not within its \(counted(ownEnd - start, "byte"))"
      )
    }
    var partHashes: [UInt32: [UInt8]] = [:]
    if before > 0 {
      let slots = try reader.fields(at: start + offset - before, count: before, end: ownEnd, of: name)
      for slot in 1...partCount {
        let bytes = try slots.part(before - Int(slot) * hashSize, hashSize, of: "a hash")
        if bytes.contains(where: { $0 != 0 }) { partHashes[slot] = Array(bytes) }
      }
    }
    return CodeDirectory(
      identifier: identifier, team: team.flatMap { $0.isEmpty ? nil : $0 },
      flags: CodeSignatureFlags(rawValue: try fields.uint32(12)), version: version, hash: hash, hashNumber: hashNumber,
      hashSize: hashSize, pageSize: pageShift == 0 ? 0 : 1 << Int(pageShift), codeLimit: codeLimit,
      pageCount: Int(pageCount), isScattered: isScattered, executableSegment: segment,
      runtimeVersion: runtime == 0 ? nil : "\(runtime >> 16).\(runtime >> 8 & 0xFF).\(runtime & 0xFF)",
      cdhash: try hash.map { hash throws(FileFactError) in
        Array(try self.hash(of: start..<ownEnd, hash, "the code directory").prefix(20))
      } ?? [],
      partHashes: partHashes, pageHashes: after == 0 ? start..<start : (start + offset)..<(start + offset + after))
  }

  func hash(of range: Range<Int>, _ kind: SignatureHash, _ name: String) throws(FileFactError) -> [UInt8] {
    var hasher = SignatureHash.Hasher(kind)
    var next = range.lowerBound
    while next < range.upperBound {
      let count = min(1 << 20, range.upperBound - next)
      let piece = try reader.fields(at: next, count: count, end: range.upperBound, of: name)
      let bytes = try piece.part(0, count, of: name)
      bytes.withUnsafeBytes { hasher.update($0) }
      next += count
    }
    return hasher.hash
  }

  /// The string whose offset in the directory is at `position`.
  private func text(
    _ directory: Fields, _ position: Int, _ name: String, after fieldsEnd: Int, start: Int, end: Int
  ) throws(FileFactError) -> String {
    let offset = try directory.uint32(position)
    guard offset >= fieldsEnd, offset < end - start else {
      throw .signatureOffset("\(name) in the code directory", offset, within: end - start, directory.place(position))
    }
    let count = min(Self.textLimit, end - start - Int(offset))
    let rest = try reader.fields(at: start + Int(offset), count: count, end: end, of: name)
    let bytes = try rest.part(0, count, of: name)
    guard let zero = bytes.firstIndex(of: 0) else {
      throw .badSignature(rest.place(0), "\(name) in the code directory has no end within \(count) bytes")
    }
    return String(decoding: bytes[..<zero], as: UTF8.self)
  }
}
