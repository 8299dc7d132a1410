import Basics

/// A provisioning profile that nobody signed: a property list in a signed message whose signature is a few zeros.
package struct SampleProfile: Sendable {
  /// The property list.
  package var content: [UInt8] = []
  /// Whether the digest matches the content.
  package var isIntact = true
  /// Whether there is a digest.
  package var hasDigest = true
  /// `OBJECT IDENTIFIER` of the digest's algorithm, encoded; by default, SHA-256.
  package var algorithm: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
  /// Of the content.
  package var signerCount = 1
  /// The certificate of the signer, which the message contains; nil for a signer that is named by its key.
  package var certificate: SampleCertificate?
  /// Whether there is content.
  package var hasContent = true
  /// Whether it states no lengths, and its content comes in pieces of so many bytes.
  package var pieceSize: Int?

  /// SHA-1, with which Apple signs.
  package static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]

  /// A profile of this property list.
  package init(_ content: [UInt8]) { self.content = content }

  /// Changes some of it.
  package init(_ content: [UInt8], _ change: (inout SampleProfile) -> Void) {
    self.content = content
    change(&self)
  }

  private static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
  private static let messageDigest: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04]

  private var digest: [UInt8] {
    let signed = isIntact ? content : content + [0]
    return (algorithm == Self.sha1 ? DigestAlgorithm.sha1 : .sha256).digest(of: signed[...])
  }

  private var signer: [UInt8] {
    let digest = EncodedBytes.element(0x04, self.digest)
    let attribute = EncodedBytes.element(
      0x30, EncodedBytes.element(0x06, Self.messageDigest) + EncodedBytes.element(0x31, digest))
    return EncodedBytes.element(
      0x30,
      EncodedBytes.element(0x02, [3]) + (certificate?.reference ?? EncodedBytes.element(0x80, [1, 2, 3]))
        + EncodedBytes.element(0x30, EncodedBytes.element(0x06, algorithm))
        + (hasDigest ? EncodedBytes.element(0xA0, attribute) : [])
        + EncodedBytes.element(0x30, EncodedBytes.element(0x06, algorithm))
        + EncodedBytes.element(0x04, [0, 0, 0, 0]))
  }

  /// The file.
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
      EncodedBytes.element(0xA0, SampleCertificate { $0.serial = 9 }.bytes + $0.bytes)
    }
    let signers = EncodedBytes.element(0x31, (0..<signerCount).flatMap { _ in signer })
    let signed = structure(
      0x30, EncodedBytes.element(0x02, [1]) + algorithms + contents + (certificates ?? []) + signers)
    return structure(0x30, EncodedBytes.element(0x06, Self.signedData) + structure(0xA0, signed))
  }
}

/// A certificate without a key.
package struct SampleCertificate: Sendable {
  package var commonName = "Apple Distribution: Example (ABCDE12345)"
  package var team = "ABCDE12345"
  package var organization = "Example"
  package var serial: UInt8 = 1
  /// `YYYYMMDDhhmmssZ`
  package var starts = "20200101000000Z"
  package var expires = "20991231000000Z"

  /// A valid one.
  package init() {}

  /// Changes some of it.
  package init(_ change: (inout SampleCertificate) -> Void) { change(&self) }

  private static func name(_ type: UInt8, _ text: String) -> [UInt8] {
    let value = EncodedBytes.element(0x06, [0x55, 0x04, type]) + EncodedBytes.element(0x0C, Array(text.utf8))
    return EncodedBytes.element(0x31, EncodedBytes.element(0x30, value))
  }

  private static let issuer = EncodedBytes.element(0x30, name(10, "Apple Inc."))

  /// How a signer names it.
  var reference: [UInt8] { EncodedBytes.element(0x30, Self.issuer + EncodedBytes.element(0x02, [serial])) }

  /// The certificate, in DER.
  package var bytes: [UInt8] {
    /// Years from 2050 on have four digits.
    func time(_ text: String) -> [UInt8] {
      text >= "2050"
        ? EncodedBytes.element(0x18, Array(text.utf8)) : EncodedBytes.element(0x17, Array(text.dropFirst(2).utf8))
    }
    let algorithm = EncodedBytes.element(0x30, EncodedBytes.element(0x06, [0x2A, 0x03]))
    let subject = Self.name(3, commonName) + Self.name(11, team) + Self.name(10, organization)
    let signed =
      EncodedBytes.element(0xA0, EncodedBytes.element(0x02, [2])) + EncodedBytes.element(0x02, [serial]) + algorithm
      + Self.issuer + EncodedBytes.element(0x30, time(starts) + time(expires))
      + EncodedBytes.element(0x30, subject)
    return EncodedBytes.element(0x30, EncodedBytes.element(0x30, signed) + algorithm + EncodedBytes.element(0x03, [0]))
  }
}

/// Elements of ASN.1 in DER.
package enum EncodedBytes {
  /// Tag, length and content.
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
