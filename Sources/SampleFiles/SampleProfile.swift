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

  private static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
  private static let signingTimeType: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x05]
  private static let timestampType: [UInt8] = [
    0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x02, 0x0E,
  ]
  private static let timestampInfo: [UInt8] = [
    0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x01, 0x04,
  ]
  private static let messageDigest: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04]

  private var digest: [UInt8] {
    let signed = isIntact ? content : content + [0]
    return (algorithm == Self.sha1 ? DigestAlgorithm.sha1 : .sha256).digest(of: signed[...])
  }

  private var signer: [UInt8] {
    func attribute(_ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
      EncodedBytes.element(0x30, EncodedBytes.element(0x06, type) + EncodedBytes.element(0x31, value))
    }
    let digest = EncodedBytes.element(0x04, self.digest)
    let attributes =
      (signingTime.map { attribute(Self.signingTimeType, EncodedBytes.time($0)) } ?? [])
      + (hasDigest ? attribute(Self.messageDigest, digest) : [])
    return EncodedBytes.element(
      0x30,
      EncodedBytes.element(0x02, [3]) + (certificate?.reference ?? EncodedBytes.element(0x80, [1, 2, 3]))
        + EncodedBytes.element(0x30, EncodedBytes.element(0x06, algorithm))
        + (attributes.isEmpty ? [] : EncodedBytes.element(0xA0, attributes))
        + EncodedBytes.element(0x30, EncodedBytes.element(0x06, algorithm))
        + EncodedBytes.element(0x04, [0, 0, 0, 0])
        + (timestamp.map { EncodedBytes.element(0xA1, attribute(Self.timestampType, Self.token(at: $0))) } ?? []))
  }

  /// A token of a timestamp server, without signers.
  private static func token(at time: String) -> [UInt8] {
    let digest = EncodedBytes.element(
      0x30,
      EncodedBytes.element(0x30, EncodedBytes.element(0x06, sha1)) + EncodedBytes.element(0x04, [0]))
    let info = EncodedBytes.element(
      0x30,
      EncodedBytes.element(0x02, [1]) + EncodedBytes.element(0x06, [0x2A, 0x03]) + digest
        + EncodedBytes.element(0x02, [7]) + EncodedBytes.element(0x18, Array(time.utf8)))
    let content = EncodedBytes.element(
      0x30,
      EncodedBytes.element(0x06, timestampInfo) + EncodedBytes.element(0xA0, EncodedBytes.element(0x04, info)))
    let signed = EncodedBytes.element(
      0x30,
      EncodedBytes.element(0x02, [3]) + EncodedBytes.element(0x31, []) + content + EncodedBytes.element(0x31, []))
    return EncodedBytes.element(0x30, EncodedBytes.element(0x06, signedData) + EncodedBytes.element(0xA0, signed))
  }

  package var bytes: [UInt8] {
    func structure(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      pieceSize == nil ? EncodedBytes.element(tag, content) : [tag, 0x80] + content + [0, 0]
    }
    var octets = EncodedBytes.element(0x04, content)
    if let pieceSize {
      let pieces = stride(from: 0, to: content.count, by: max(1, pieceSize)).map { start in
        EncodedBytes.element(0x04, Array(content[start..<min(content.count, start + max(1, pieceSize))]))
      }
      octets = structure(0x24, pieces.flatMap { $0 })
    }
    let algorithms = EncodedBytes.element(0x31, EncodedBytes.element(0x30, EncodedBytes.element(0x06, algorithm)))
    let contents = structure(0x30, EncodedBytes.element(0x06, Self.data) + (hasContent ? structure(0xA0, octets) : []))
    let certificates = certificate.map {
      EncodedBytes.element(0xA0, SampleCertificate { $0.serial = 9 }.bytes + issuers.flatMap(\.bytes) + $0.bytes)
    }
    let signers = EncodedBytes.element(0x31, (0..<signerCount).flatMap { _ in signer })
    let signed = structure(
      0x30, EncodedBytes.element(0x02, [1]) + algorithms + contents + (certificates ?? []) + signers)
    return structure(0x30, EncodedBytes.element(0x06, Self.signedData) + structure(0xA0, signed))
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
    let value = EncodedBytes.element(0x06, [0x55, 0x04, type]) + EncodedBytes.element(0x0C, Array(text.utf8))
    return EncodedBytes.element(0x31, EncodedBytes.element(0x30, value))
  }

  private static func authority(_ commonName: String?, _ organization: String) -> [UInt8] {
    EncodedBytes.element(0x30, (commonName.map { name(3, $0) } ?? []) + name(10, organization))
  }

  private var issuer: [UInt8] { Self.authority(issuerName, issuerOrganization) }

  /// A critical extension that contains NULL for each marker.
  private var extensions: [UInt8] {
    if markers.isEmpty { return [] }
    let all = markers.flatMap { marker in
      EncodedBytes.element(
        0x30,
        EncodedBytes.element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x01, marker])
          + EncodedBytes.element(0x01, [0xFF]) + EncodedBytes.element(0x04, [0x05, 0x00]))
    }
    return EncodedBytes.element(0xA3, EncodedBytes.element(0x30, all))
  }

  /// A signer's reference to it.
  var reference: [UInt8] { EncodedBytes.element(0x30, issuer + EncodedBytes.element(0x02, [serial])) }

  package var bytes: [UInt8] {
    let algorithm = EncodedBytes.element(0x30, EncodedBytes.element(0x06, [0x2A, 0x03]))
    let subject =
      isAuthority
      ? Self.authority(commonName, organization)
      : EncodedBytes.element(0x30, Self.name(3, commonName) + Self.name(11, team) + Self.name(10, organization))
    // The key must precede the extensions.
    let key = markers.isEmpty ? [] : EncodedBytes.element(0x30, algorithm + EncodedBytes.element(0x03, [0]))
    let signed =
      EncodedBytes.element(0xA0, EncodedBytes.element(0x02, [2])) + EncodedBytes.element(0x02, [serial]) + algorithm
      + issuer + EncodedBytes.element(0x30, EncodedBytes.time(starts) + EncodedBytes.time(expires)) + subject + key
      + extensions
    return EncodedBytes.element(0x30, EncodedBytes.element(0x30, signed) + algorithm + EncodedBytes.element(0x03, [0]))
  }
}

package enum EncodedBytes {
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
