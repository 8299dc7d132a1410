/// A code signature that signs nothing: what a signature says, without hashes.
public struct SampleSignature: Sendable {
  /// Of the code.
  public var identifier = "com.example.app"
  /// Of the team; nil for none.
  public var team: String?
  /// `CS_…`; ad hoc unless told otherwise.
  public var flags: UInt32 = 2
  /// Whether bytes stand where the signature of a certificate does.
  public var isCertified = false
  /// Of the code directory.
  public var version: UInt32 = 0x2_0400
  /// Instead of where the identifier starts in the code directory.
  public var identifierOffset: UInt32?
  /// Instead of where the code directory starts.
  public var directoryOffset: UInt32?
  /// Instead of the size of the code directory.
  public var directoryLength: UInt32?
  /// Instead of the number of parts.
  public var statedCount: UInt32?
  /// Whether a zero ends the identifier, and nothing follows.
  public var isTerminated = true

  /// An ad hoc signature.
  public init() {}

  /// Changes some of it.
  public init(_ change: (inout SampleSignature) -> Void) { change(&self) }

  /// The code directory.
  public var directory: [UInt8] {
    let start: UInt32 = version >= 0x2_0400 ? 88 : version >= 0x2_0200 ? 52 : 44
    var texts = ByteWriter()
    texts.add(text: identifier)
    if isTerminated { texts.add([0]) }
    let teamOffset = team == nil ? 0 : start + UInt32(texts.bytes.count)
    if let team {
      texts.add(text: team)
      texts.add([0])
    }
    var directory = ByteWriter()
    directory.add(0xFADE_0C02, directoryLength ?? start + UInt32(texts.bytes.count), version, flags)
    directory.add(0, identifierOffset ?? start, 0, 0, 0, 0x2002_000C, 0)
    if version >= 0x2_0200 { directory.add(0, teamOffset) }
    if version >= 0x2_0400 { directory.add([UInt8](repeating: 0, count: 36)) }
    return directory.bytes + texts.bytes
  }

  /// The whole signature.
  public var bytes: [UInt8] {
    let directory = directory
    var wrapper = ByteWriter()
    wrapper.add(0xFADE_0B01, isCertified ? 12 : 8)
    if isCertified { wrapper.add(0x3080_0609) }
    let size = 28 + directory.count + wrapper.bytes.count
    var signature = ByteWriter()
    signature.add(0xFADE_0CC0, UInt32(size), statedCount ?? 2)
    signature.add(0, directoryOffset ?? 28 + UInt32(wrapper.bytes.count), 0x1_0000, 28)
    return signature.bytes + wrapper.bytes + directory
  }
}
