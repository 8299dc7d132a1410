import Basics
import PropertyLists

struct SignatureReader {
  let reader: FieldReader
  let range: Range<Int>

  /// `CSMAGIC_…`
  enum Magic {
    static let directory: UInt32 = 0xFADE_0C02
    static let signature: UInt32 = 0xFADE_0CC0
    static let wrapper: UInt32 = 0xFADE_0B01
    static let requirements: UInt32 = 0xFADE_0C01
    static let requirement: UInt32 = 0xFADE_0C00
  }

  /// `CSSLOT_…`
  enum Slot {
    static let directory: UInt32 = 0
    /// `CSSLOT_ALTERNATE_CODEDIRECTORIES`, of which the kernel knows five.
    static let alternateDirectories: Range<UInt32> = 0x1000..<0x1005
    static let certificate: UInt32 = 0x1_0000
  }

  /// The maximum number of parts in a signature; about a dozen are defined.
  private static let partLimit = 64
  struct Table {
    var parts: [Part] = []
    /// The end of the table in the signature.
    let size: Int
    /// The end of the signature in the file.
    let end: Int

    subscript(slot: UInt32) -> Part? { parts.first { $0.slot == slot } }
  }

  struct Part {
    let slot: UInt32
    let offset: UInt32
    /// The position of that statement.
    let place: BytePlace
  }

  /// The table of parts; nil for a code directory alone, which the kernel also accepts.
  func table() throws(FileFactError) -> Table? {
    let (head, end) = try blob(at: range.lowerBound, end: range.upperBound, size: 8, of: "the code signature")
    if try head.uint32(0) == Magic.directory { return nil }
    try require(Magic.signature, head, "the code signature")
    let count = try reader.fields(at: range.lowerBound + 8, count: 4, end: end, of: "the code signature")
    let number = try count.uint32(0)
    guard number <= Self.partLimit else { throw .signatureCount(number, limit: Self.partLimit, count.place(0)) }
    let fields = try reader.fields(
      at: range.lowerBound + 12, count: Int(number) * 8, end: end, of: "the table of the code signature")
    var table = Table(size: 12 + fields.count, end: end)
    for start in stride(from: 0, to: fields.count, by: 8) {
      table.parts.append(
        Part(slot: try fields.uint32(start), offset: try fields.uint32(start + 4), place: fields.place(start + 4)))
    }
    return table
  }

  /// The start of a part in the file. Throws unless it is after the table and within the signature.
  func start(of part: Part, in table: Table) throws(FileFactError) -> Int {
    let size = table.end - range.lowerBound
    guard part.offset >= table.size, part.offset < size else {
      throw .signatureOffset("part 0x\(String(part.slot, radix: 16))", part.offset, within: size, part.place)
    }
    return range.lowerBound + Int(part.offset)
  }

  /// The head of a part with this magic number, and the range of its content in the file.
  func open(
    _ part: Part, in table: Table, _ magic: UInt32, size: Int = 8, _ name: String
  ) throws(FileFactError) -> (head: Fields, content: Range<Int>) {
    let start = try start(of: part, in: table)
    let (head, end) = try blob(at: start, end: table.end, size: size, of: name)
    try require(magic, head, name)
    return (head, (start + 8)..<end)
  }

  func read() throws(FileFactError) -> CodeSignature {
    guard let table = try table() else {
      let directory = try directory(at: range.lowerBound, end: range.upperBound)
      return CodeSignature(directories: [directory], parts: [], certificateSize: 0)
    }
    guard let main = table[Slot.directory] else {
      throw .badSignature(reader.place(range.lowerBound), "the code signature has no code directory")
    }
    var directories = [try directory(at: try start(of: main, in: table), end: table.end)]
    for slot in Slot.alternateDirectories {
      guard let part = table[slot] else { continue }
      directories.append(try directory(at: try start(of: part, in: table), end: table.end))
    }
    var certificateSize = 0
    if let part = table[Slot.certificate] {
      certificateSize =
        try open(part, in: table, Magic.wrapper, "the signature in the code signature").content.count
    }
    var parts: [CodeSignature.Part] = []
    for part in table.parts {
      let start = try self.start(of: part, in: table)
      let (_, partEnd) = try blob(at: start, end: table.end, size: 8, of: "a part of the code signature")
      parts.append(CodeSignature.Part(slot: part.slot, range: start..<partEnd))
    }
    return CodeSignature(directories: directories, parts: parts, certificateSize: certificateSize)
  }

  /// Reads the head of a blob, which starts with a magic number and its size. The size must be at least `size` bytes; returns the blob's
  /// end in the file, too.
  func blob(at start: Int, end: Int, size: Int, of name: String) throws(FileFactError) -> (Fields, end: Int) {
    let head = try reader.fields(at: start, count: 8, end: end, of: name)
    let length = try head.uint32(4)
    guard length >= size, length <= end - start else {
      throw .badSignature(
        head.place(4), "\(name) states \(counted(length, "byte")); it has at least \(size), and \(end - start) are left"
      )
    }
    return (head, start + Int(length))
  }

  func require(_ magic: UInt32, _ head: Fields, _ name: String) throws(FileFactError) {
    let found = try head.uint32(0)
    guard found == magic else {
      throw .badSignature(
        head.place(0), "\(name) starts with 0x\(Hexadecimal.text(found)), not with 0x\(Hexadecimal.text(magic))")
    }
  }
}

extension SignatureReader {
  /// The maximum size of entitlements to read: 1 MiB. Real ones have a few thousand bytes.
  static let entitlementsLimit = 1 << 20

  /// `CSSLOT_ENTITLEMENTS` and `CSSLOT_DER_ENTITLEMENTS`, and the magic number of the former.
  private static let slot: UInt32 = 5
  private static let encodedSlot: UInt32 = 7
  private static let magic: UInt32 = 0xFADE_7171

  /// The XML property list of the entitlements, or nil if the signature contains none in any form.
  ///
  /// Throws if they are only in DER form, duplicated, or share bytes with another part.
  func entitlements() throws(FileFactError) -> Fields? {
    guard let table = try table() else { return nil }
    let found = table.parts.filter { $0.slot == Self.slot }
    guard let part = found.first else {
      if let encoded = table[Self.encodedSlot] {
        throw FileFactError(
          encoded.place, "the code signature has entitlements only in DER form, which is not supported",
          hint: "sign the code again with codesign --force, which writes entitlements as a property list as well")
      }
      return nil
    }
    // The kernel uses the first part, but other readers might use another.
    guard found.count == 1 else {
      throw .badSignature(found[1].place, "the code signature contains entitlements twice")
    }
    let name = "the part with the entitlements"
    let (head, content) = try open(part, in: table, Self.magic, name)
    for other in table.parts where other.slot != Self.slot {
      let otherStart = try self.start(of: other, in: table)
      let (_, otherEnd) = try blob(at: otherStart, end: table.end, size: 8, of: "a part of the code signature")
      guard otherStart >= content.upperBound || otherEnd <= content.lowerBound - 8 else {
        throw .badSignature(part.place, "\(name) shares bytes with part 0x\(String(other.slot, radix: 16))")
      }
    }
    return try entitlements(content, head, name)
  }

  func entitlements(_ content: Range<Int>, _ head: Fields, _ name: String) throws(FileFactError) -> Fields {
    guard content.count <= Self.entitlementsLimit else {
      throw .badSignature(
        head.place(4),
        "the entitlements have \(counted(content.count, "byte")); the limit is \(Self.entitlementsLimit)")
    }
    return try reader.fields(at: content.lowerBound, count: content.count, end: content.upperBound, of: name)
  }
}

extension MachOSlice {
  /// The reader of the code signature; nil if no load command refers to one.
  func signatureReader(_ source: any ByteSource, _ file: String) throws(FileFactError) -> SignatureReader? {
    guard let part = signaturePart else { return nil }
    return SignatureReader(reader: FieldReader(source, file: file), range: try part.range(in: self, file: file))
  }
}
