/// Finds the entitlements in an embedded signature.
extension SignatureReader {
  /// Bytes of entitlements that are read: 1 MiB. Real ones have a few thousand.
  static let entitlementsLimit = 1 << 20

  /// `CSSLOT_ENTITLEMENTS` and `CSSLOT_DER_ENTITLEMENTS`, and the magic number of the former.
  private static let slot: UInt32 = 5
  private static let encodedSlot: UInt32 = 7
  private static let magic: UInt32 = 0xFADE_7171

  /// The XML property list of the entitlements; nil when the signature holds none in any form.
  ///
  /// Throws when they are there in the DER form alone, twice, or share bytes with another part.
  func entitlements() throws(FileFactError) -> Fields? {
    guard let table = try table() else { return nil }
    let found = table.parts.filter { $0.slot == Self.slot }
    guard let part = found.first else {
      if let encoded = table[Self.encodedSlot] { throw .entitlementsOnlyEncoded(encoded.place) }
      return nil
    }
    // The kernel takes the first, other readers might take another.
    guard found.count == 1 else { throw .entitlementsTwice(found[1].place) }
    let name = "the part with the entitlements"
    let start = try start(of: part, in: table)
    let (head, ownEnd) = try blob(at: start, end: table.end, size: 8, of: name)
    try require(Self.magic, head, name)
    for other in table.parts where other.slot != Self.slot {
      let otherStart = try self.start(of: other, in: table)
      let (_, otherEnd) = try blob(at: otherStart, end: table.end, size: 8, of: "a part of the code signature")
      guard otherStart >= ownEnd || otherEnd <= start else { throw .signatureOverlap(name, other.slot, part.place) }
    }
    let count = ownEnd - start - 8
    guard count <= Self.entitlementsLimit else {
      throw .entitlementsTooLarge(count, limit: Self.entitlementsLimit, head.place(4))
    }
    return try reader.fields(at: start + 8, count: count, end: ownEnd, of: name)
  }
}
