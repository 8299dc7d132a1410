import Basics

/// An unsigned provisioning profile: a property list in a signed message whose signature consists of zeros.
package struct SampleProfile: Sendable {
  package var content: [UInt8] = []
  package var isIntact = true
  package var hasDigest = true
  /// `OBJECT IDENTIFIER` of the digest's algorithm, encoded; by default, SHA-256.
  package var algorithm: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
  package var signerCount = 1
  /// The certificate of the signer, which the message contains; nil for a signer that is identified by its key.
  package var certificate: SampleCertificate?
  package var issuers: [SampleCertificate] = []
  /// The signer's signing time: `YYYYMMDDhhmmssZ`.
  package var signingTime: String?
  /// The timestamp server's signing time: `YYYYMMDDhhmmssZ`.
  package var timestamp: String?
  package var hasContent = true
  /// The size in bytes of the content's pieces; lengths are then indefinite. Nil for content in one piece.
  package var pieceSize: Int?

  /// SHA-1, which Apple signs with.
  package static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]

  package init(_ content: [UInt8]) { self.content = content }

  package init(_ content: [UInt8], _ change: (inout SampleProfile) -> Void) {
    self.content = content
    change(&self)
  }

  /// Identifiers of PKCS (1.2.840.113549.1), by their last numbers.
  private static func identifier(_ numbers: UInt8...) -> [UInt8] {
    EncodedBytes.identifier([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01] + numbers)
  }

  private static let signedData = identifier(7, 2)

  private var digest: [UInt8] {
    let signed = isIntact ? content : content + [0]
    return (algorithm == Self.sha1 ? DigestAlgorithm.sha1 : .sha256).digest(of: signed[...])
  }

  private var encodedAlgorithm: [UInt8] { EncodedBytes.sequence(EncodedBytes.identifier(algorithm)) }

  private var signer: [UInt8] {
    func attribute(_ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
      EncodedBytes.sequence(type, EncodedBytes.set(value))
    }
    let attributes =
      (signingTime.map { attribute(Self.identifier(9, 5), EncodedBytes.time($0)) } ?? [])
      + (hasDigest ? attribute(Self.identifier(9, 4), EncodedBytes.octets(digest)) : [])
    return EncodedBytes.sequence(
      EncodedBytes.integer(3), certificate?.reference ?? EncodedBytes.element(0x80, [1, 2, 3]), encodedAlgorithm,
      attributes.isEmpty ? [] : EncodedBytes.element(0xA0, attributes), encodedAlgorithm,
      EncodedBytes.octets([0, 0, 0, 0]),
      timestamp.map { EncodedBytes.element(0xA1, attribute(Self.identifier(9, 16, 2, 14), Self.token(at: $0))) } ?? [])
  }

  /// A token of a timestamp server, without signers.
  private static func token(at time: String) -> [UInt8] {
    let digest = EncodedBytes.sequence(
      EncodedBytes.sequence(EncodedBytes.identifier(sha1)), EncodedBytes.octets([0]))
    let info = EncodedBytes.sequence(
      EncodedBytes.integer(1), EncodedBytes.identifier([0x2A, 0x03]), digest, EncodedBytes.integer(7),
      EncodedBytes.element(0x18, Array(time.utf8)))
    let content = EncodedBytes.sequence(
      identifier(9, 16, 1, 4), EncodedBytes.element(0xA0, EncodedBytes.octets(info)))
    let signed = EncodedBytes.sequence(EncodedBytes.integer(3), EncodedBytes.set(), content, EncodedBytes.set())
    return EncodedBytes.sequence(signedData, EncodedBytes.element(0xA0, signed))
  }

  package var bytes: [UInt8] {
    func structure(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
      let content = parts.flatMap { $0 }
      return pieceSize == nil ? EncodedBytes.element(tag, content) : [tag, 0x80] + content + [0, 0]
    }
    var octets = EncodedBytes.octets(content)
    if let pieceSize {
      let pieces = stride(from: 0, to: content.count, by: max(1, pieceSize)).map { start in
        EncodedBytes.octets(Array(content[start..<min(content.count, start + max(1, pieceSize))]))
      }
      octets = structure(0x24, pieces.flatMap { $0 })
    }
    let certificates = certificate.map {
      EncodedBytes.element(0xA0, SampleCertificate { $0.serial = 9 }.bytes + issuers.flatMap(\.bytes) + $0.bytes)
    }
    let signed = structure(
      0x30, EncodedBytes.integer(1), EncodedBytes.set(encodedAlgorithm),
      structure(0x30, Self.identifier(7, 1), hasContent ? structure(0xA0, octets) : []), certificates ?? [],
      EncodedBytes.set((0..<signerCount).flatMap { _ in signer }))
    return structure(0x30, Self.signedData, structure(0xA0, signed))
  }
}

package struct SampleCertificate: Sendable {
  package var commonName = "Apple Distribution: Example (ABCDE12345)"
  package var team = "ABCDE12345"
  package var organization = "Example"
  package var serial: UInt8 = 1
  /// The name of the certificate that issued it; nil if it has only an organization.
  package var issuerName: String?
  package var issuerOrganization = "Apple Inc."
  /// Whether it issues others: its subject has no team.
  package var isAuthority = false
  /// The last numbers of Apple's markers (1.2.840.113635.100.6.1.…).
  package var markers: [UInt8] = []
  /// `YYYYMMDDhhmmssZ`
  package var starts = "20200101000000Z"
  package var expires = "20991231000000Z"

  package init() {}

  package init(_ change: (inout SampleCertificate) -> Void) { change(&self) }

  private static func name(_ type: UInt8, _ text: String) -> [UInt8] {
    EncodedBytes.set(
      EncodedBytes.sequence(
        EncodedBytes.identifier([0x55, 0x04, type]), EncodedBytes.element(0x0C, Array(text.utf8))))
  }

  private static func authority(_ commonName: String?, _ organization: String) -> [UInt8] {
    EncodedBytes.sequence(commonName.map { name(3, $0) } ?? [], name(10, organization))
  }

  private var issuer: [UInt8] { Self.authority(issuerName, issuerOrganization) }

  /// A critical extension that contains NULL for each marker.
  private var extensions: [UInt8] {
    if markers.isEmpty { return [] }
    let all = markers.flatMap { marker in
      EncodedBytes.sequence(
        EncodedBytes.identifier([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x01, marker]),
        EncodedBytes.element(0x01, [0xFF]), EncodedBytes.octets([0x05, 0x00]))
    }
    return EncodedBytes.element(0xA3, EncodedBytes.sequence(all))
  }

  /// A signer's reference to it.
  var reference: [UInt8] { EncodedBytes.sequence(issuer, EncodedBytes.integer(serial)) }

  package var bytes: [UInt8] {
    let algorithm = EncodedBytes.sequence(EncodedBytes.identifier([0x2A, 0x03]))
    let signature = EncodedBytes.element(0x03, [0])
    let subject =
      isAuthority
      ? Self.authority(commonName, organization)
      : EncodedBytes.sequence(Self.name(3, commonName), Self.name(11, team), Self.name(10, organization))
    let signed = EncodedBytes.sequence(
      EncodedBytes.element(0xA0, EncodedBytes.integer(2)), EncodedBytes.integer(serial), algorithm, issuer,
      EncodedBytes.sequence(EncodedBytes.time(starts), EncodedBytes.time(expires)), subject,
      // The key must precede the extensions.
      markers.isEmpty ? [] : EncodedBytes.sequence(algorithm, signature), extensions)
    return EncodedBytes.sequence(signed, algorithm, signature)
  }
}

/// Elements in DER (X.690).
package enum EncodedBytes {
  static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, parts.flatMap { $0 }) }

  static func set(_ content: [UInt8] = []) -> [UInt8] { element(0x31, content) }

  static func integer(_ number: UInt8) -> [UInt8] { element(0x02, [number]) }

  static func octets(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }

  static func identifier(_ encoded: [UInt8]) -> [UInt8] { element(0x06, encoded) }

  /// A time given as `YYYYMMDDhhmmssZ`. Years from 2050 on have four digits.
  package static func time(_ text: String) -> [UInt8] {
    text >= "2050" ? element(0x18, Array(text.utf8)) : element(0x17, Array(text.dropFirst(2).utf8))
  }

  package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
    var length: [UInt8] = []
    var rest = content.count
    while rest > 0 {
      length.insert(UInt8(rest & 0xFF), at: 0)
      rest >>= 8
    }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }
}
