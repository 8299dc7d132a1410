package import Basics

package struct SampleSignature: Sendable {
  package var identifier = "com.example.app"
  package var team: String?
  /// The `CS_…` flags; by default ad hoc.
  package var flags: UInt32 = 2
  /// Whether there are bytes in place of a certificate's signature.
  package var isCertified = false
  /// The signed message with the certificate; by default, four meaningless bytes.
  package var message: [UInt8]?
  package var version: UInt32 = 0x2_0400
  package var identifierOffset: UInt32?
  package var directoryOffset: UInt32?
  package var directoryLength: UInt32?
  package var statedCount: UInt32?
  /// An XML property list; nil for none.
  package var entitlements: [UInt8]?
  /// Entitlements in the DER form; nil for none.
  package var encodedEntitlements: [UInt8]?
  /// Further parts after all others: the slot and the bytes of each, with its header.
  package var furtherParts: [(slot: UInt32, bytes: [UInt8])] = []
  /// Overrides the offset of the part in this slot.
  package var partOffset: (slot: UInt32, offset: UInt32)?
  package var entitlementsLength: UInt32?
  package var entitlementsMagic: UInt32 = 0xFADE_7171
  package var hash = SignatureHash.sha256
  package var alternateHashes: [SignatureHash] = []
  /// Hashes of parts other than code, by slot; nil if there are no such slots.
  package var partHashes: [UInt32: [UInt8]]?
  /// The code whose pages are hashed; nil for none.
  package var code: [UInt8]?
  package var statedSlots: UInt32?
  package var requirements: [UInt8]?
  /// Whether a zero terminates the identifier.
  package var isTerminated = true

  package init() {}

  package init(_ change: (inout SampleSignature) -> Void) { change(&self) }

  package var directory: [UInt8] {
    let start: UInt32 = version >= 0x2_0400 ? 88 : version >= 0x2_0200 ? 52 : 44
    var texts = ByteWriter()
    texts.add(text: identifier)
    if isTerminated { texts.add([0]) }
    let teamOffset = team == nil ? 0 : start + UInt32(texts.bytes.count)
    if let team {
      texts.add(text: team)
      texts.add([0])
    }
    let (before, pages) = hashes
    let size = start + UInt32(texts.bytes.count) + UInt32(before.count + pages.count)
    let hashOffset = before.isEmpty && pages.isEmpty ? 0 : size - UInt32(pages.count)
    var directory = ByteWriter()
    directory.add(0xFADE_0C02, directoryLength ?? size, version, flags)
    directory.add(hashOffset, identifierOffset ?? start)
    directory.add(statedSlots ?? UInt32(before.count / hash.size), UInt32(pages.count / hash.size))
    directory.add(UInt32(code?.count ?? 0), UInt32(hash.size) << 24 | UInt32(hash.rawValue) << 16 | 12, 0)
    if version >= 0x2_0200 { directory.add(0, teamOffset) }
    if version >= 0x2_0400 { directory.add([UInt8](repeating: 0, count: 36)) }
    return directory.bytes + texts.bytes + before + pages
  }

  /// The hashes before and after the stated position of the hashes.
  private var hashes: (before: [UInt8], pages: [UInt8]) {
    var own = partHashes ?? [:]
    if partHashes != nil {
      for part in hashedParts where own[part.slot] == nil { own[part.slot] = hash.hash(of: part.bytes) }
    }
    let last = own.keys.max() ?? 0
    let before = (0..<last).flatMap { own[last - $0] ?? [UInt8](repeating: 0, count: hash.size) }
    let code = code ?? []
    let pages = stride(from: 0, to: code.count, by: 4096).flatMap { start in
      hash.hash(of: Array(code[start..<min(start + 4096, code.count)]))
    }
    return (before, pages)
  }

  private var hashedParts: [(slot: UInt32, bytes: [UInt8])] {
    var parts: [(slot: UInt32, bytes: [UInt8])] = []
    if let requirements { parts.append((2, requirements)) }
    if let entitlements {
      let length = entitlementsLength ?? UInt32(entitlements.count + 8)
      parts.append((5, Self.blob(entitlementsMagic, entitlements, length: length)))
    }
    if let encodedEntitlements {
      parts.append((7, Self.blob(0xFADE_7172, encodedEntitlements, length: UInt32(encodedEntitlements.count + 8))))
    }
    return parts
  }

  package var bytes: [UInt8] {
    let directory = directory
    let message = message ?? (isCertified ? [0x30, 0x80, 0x06, 0x09] : [])
    let wrapper = Self.blob(0xFADE_0B01, message)
    // The main code directory, which ends after its identifier, stays last.
    let alternates = alternateHashes.enumerated().map { number, hash in
      var signature = self
      // The given hashes are of another type.
      (signature.hash, signature.partHashes) = (hash, partHashes.map { _ in [:] })
      return (slot: 0x1000 + UInt32(number), bytes: signature.directory)
    }
    let parts =
      [(0x1_0000, wrapper)] + hashedParts + furtherParts + alternates + [(slot: UInt32(0), bytes: directory)]
    var table = ByteWriter()
    var offset = UInt32(12 + parts.count * 8)
    for part in parts {
      var stated = offset
      if let partOffset, partOffset.slot == part.slot { stated = partOffset.offset }
      if part.slot == 0, let directoryOffset { stated = directoryOffset }
      table.add(part.slot, stated)
      offset += UInt32(part.bytes.count)
    }
    var signature = ByteWriter()
    signature.add(0xFADE_0CC0, offset, statedCount ?? UInt32(parts.count))
    return signature.bytes + table.bytes + parts.flatMap(\.bytes)
  }

  /// A part of a signature: magic number, size and content.
  package static func blob(_ magic: UInt32, _ content: [UInt8], length: UInt32? = nil) -> [UInt8] {
    var blob = ByteWriter()
    blob.add(magic, length ?? UInt32(content.count + 8))
    return blob.bytes + content
  }
}
