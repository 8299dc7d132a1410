import Basics
package import PropertyLists
import SwiftASN1

/// The signed message (CMS) in a code signature that was made with a certificate. Nothing is verified: neither signatures nor certificates.
package struct SignatureMessage: Hashable, Sendable {
  /// The certificate that the message names as the signer's, then its chain of issuers, if the message contains them. Empty
  /// if it does not contain the signer's.
  package internal(set) var certificates: [SigningCertificate] = []
  /// When the code was signed, according to the signer, in seconds since 2001; nil if not stated.
  package internal(set) var signingTime: Double?
  /// When the code was signed, according to a timestamp server (RFC 3161), in seconds since 2001; nil if there is no such timestamp.
  package internal(set) var timestamp: Double?

  /// The maximum number of certificates in a message; real ones have at most four.
  static let certificateLimit = 64

  private enum Identifier {
    static let signingTime: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 5]
    /// id-aa-timeStampToken
    static let timestamp: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 16, 2, 14]
    /// id-ct-TSTInfo
    static let timestampInfo: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 16, 1, 4]
  }

  init(_ bytes: [UInt8], file: String) throws(FileFactError) {
    let data = try SignedData(bytes, file: file)
    var signers = try EncodedFields(data.signers, .set, "the list of signers", file)
    guard let node = signers.take(.sequence) else { return }
    var signer = try EncodedFields(node, .sequence, "a signer", file)
    _ = try signer.require(.integer, "the version of a signer")
    // A certificate identified by its key cannot be found; Apple's tools do not use this form.
    let reference = signer.take(.sequence)
    if reference == nil { _ = signer.next() }
    if let reference, let all = data.certificates { certificates = try Self.chain(of: reference, in: all, file) }
    _ = signer.take(.sequence)
    if let attributes = signer.take(.tagged(0)) {
      for value in try Self.values(of: Identifier.signingTime, in: attributes, "the signed attributes", file) {
        signingTime = try EncodedTime.seconds(of: value, "the signing time", file)
      }
    }
    _ = signer.take(.sequence)
    _ = signer.take(.octetString)
    if let attributes = signer.take(.tagged(1)) {
      for value in try Self.values(of: Identifier.timestamp, in: attributes, "the unsigned attributes", file) {
        timestamp = try Self.time(ofToken: value, file)
      }
    }
  }

  private static func values(
    of type: ASN1ObjectIdentifier, in attributes: ASN1Node, _ name: String, _ file: String
  ) throws(FileFactError) -> [ASN1Node] {
    for node in try EncodedFields(attributes, attributes.identifier, name, file) {
      var attribute = try EncodedFields(node, .sequence, "an attribute", file)
      guard try attribute.identifier("the type of an attribute") == type else { continue }
      let values = try EncodedFields(
        try attribute.require(.set, "its values"), .set, "the values of an attribute", file)
      return Array(values.prefix(1))
    }
    return []
  }

  /// The time in a token of a timestamp server: a signed message whose content is a `TSTInfo`.
  private static func time(ofToken token: ASN1Node, _ file: String) throws(FileFactError) -> Double {
    let name = "the timestamp"
    let data = try SignedData(token, file: file)
    var content = try EncodedFields(data.content, .sequence, name, file)
    guard try content.identifier("the type of the timestamp") == Identifier.timestampInfo,
      let tagged = content.take(.tagged(0))
    else { throw .encodedMissing("the time", in: name, content.place) }
    var octets = try EncodedFields(tagged, .tagged(0), name, file)
    let node = try octets.require(.octetString, name)
    let bytes = try EncodedFields.root(octets.place, name) { try ASN1OctetString(berEncoded: node).bytes }
    let root = try EncodedFields.root(octets.place, name) { try BER.parse(Array(bytes)) }
    var info: EncodedFields
    do throws(FileFactError) {
      info = try EncodedFields(root, .sequence, name, file)
      _ = try info.require(.integer, "the version")
      _ = try info.require(.objectIdentifier, "the policy")
      _ = try info.require(.sequence, "the digest")
      _ = try info.require(.integer, "the serial number")
      let time = try info.require(.generalizedTime, "the time")
      return try EncodedTime.seconds(of: time, "the time", file)
    } catch {
      // Positions in the content are not positions in the file.
      throw .encodedMalformed(name, error.message, octets.place)
    }
  }

  private static func chain(
    of reference: ASN1Node, in certificates: ASN1Node, _ file: String
  ) throws(FileFactError) -> [SigningCertificate] {
    var names = try EncodedFields(reference, .sequence, "the certificate of a signer", file)
    let issuer = try names.require(.sequence, "the issuer").encodedBytes
    let serial = try names.require(.integer, "the serial number").encodedBytes
    var known: [EncodedCertificate] = []
    for node in try EncodedFields(certificates, .tagged(0), "the certificates", file)
    where node.identifier == .sequence {
      guard known.count < certificateLimit else {
        throw FileFactError(
          BytePlace(file: file, offset: node.encodedBytes.startIndex),
          "more than \(certificateLimit) certificates in one signature")
      }
      known.append(try EncodedCertificate(node, file))
    }
    guard var next = known.firstIndex(where: { $0.serial == serial && $0.issuer == issuer }) else { return [] }
    var chain: [SigningCertificate] = []
    while true {
      let own = known.remove(at: next)
      chain.append(try SigningCertificate(Array(own.bytes), file))
      guard own.issuer != own.subject, let found = known.firstIndex(where: { $0.subject == own.issuer }) else {
        return chain
      }
      next = found
    }
  }
}

private struct EncodedCertificate {
  let bytes: ArraySlice<UInt8>
  let serial: ArraySlice<UInt8>
  let issuer: ArraySlice<UInt8>
  let subject: ArraySlice<UInt8>

  init(_ node: ASN1Node, _ file: String) throws(FileFactError) {
    bytes = node.encodedBytes
    var outer = try EncodedFields(node, .sequence, "the certificate", file)
    var fields = try EncodedFields(
      try outer.require(.sequence, "the signed part"), .sequence, "the signed part", file)
    _ = fields.take(.tagged(0))
    serial = try fields.require(.integer, "the serial number").encodedBytes
    _ = try fields.require(.sequence, "the algorithm")
    issuer = try fields.require(.sequence, "the issuer").encodedBytes
    _ = try fields.require(.sequence, "the validity")
    subject = try fields.require(.sequence, "the subject").encodedBytes
  }
}

extension MachOSlice {
  /// The maximum size of a signature that is read for its certificates: 1 MiB. Real ones have about ten thousand bytes.
  static let messageLimit = 1 << 20

  /// Returns the certificates and times in the code signature. Nil if the code is not signed with a certificate, as in an ad hoc signature.
  ///
  /// Does not verify that the code was signed with the key of the certificate. `source` and `file` must be the source of the slice. Throws
  /// if the signature is malformed or cannot be read.
  package func signatureMessage(
    in source: any ByteSource, file: String
  ) throws(FileFactError) -> SignatureMessage? {
    guard let fields = try signatureReader(source, file)?.message() else { return nil }
    guard fields.count <= Self.messageLimit else {
      throw FileFactError(
        fields.place(),
        "the signature in the code signature has \(fields.count) bytes; the limit is \(Self.messageLimit)")
    }
    return try mapError(
      try SignatureMessage(fields.bytes, file: file)
    ) { (error: FileFactError) in
      FileFactError.badSignature(fields.place(), "the signature in the code signature is malformed: \(error.message)")
    }
  }
}

extension SignatureReader {
  /// The signed message (CMS) in the signature; nil if there is none, or an empty one, as in an ad hoc signature.
  func message() throws(FileFactError) -> Fields? {
    guard let table = try table(), let part = table[Slot.certificate] else { return nil }
    let name = "the signature in the code signature"
    let content = try open(part, in: table, Magic.wrapper, name).content
    guard !content.isEmpty else { return nil }
    return try reader.fields(at: content.lowerBound, count: content.count, end: content.upperBound, of: name)
  }
}
