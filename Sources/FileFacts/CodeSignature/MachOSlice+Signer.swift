package import PropertyLists
import SwiftASN1

extension MachOSlice {
  /// The maximum size of a signature that is read for its certificates: 1 MiB. Real ones have about ten thousand bytes.
  static let messageLimit = 1 << 20

  /// Returns the certificate that the code signature names as the signer's. Nil if the code is not signed with a certificate, as in an ad
  /// hoc signature, or if the signature does not contain it. Does not verify that the code was signed with the key of this certificate.
  ///
  /// `source` and `file` must be the source of the slice. Throws if the signature is malformed or cannot be read.
  package func signer(in source: any ByteSource, file: String) throws(FileFactError) -> SigningCertificate? {
    guard let part = signaturePart else { return nil }
    let range = try part.range(in: self, file: file)
    let reader = SignatureReader(reader: FieldReader(source, file: file), range: range)
    guard let fields = try reader.message() else { return nil }
    guard fields.count <= Self.messageLimit else {
      throw .messageTooLarge(fields.count, limit: Self.messageLimit, fields.place())
    }
    do throws(FileFactError) {
      return try Self.signer(of: Array(try fields.part(0, fields.count, of: "the signed message")), file)
    } catch {
      throw .signatureMessage(error.message, fields.place())
    }
  }

  private static func signer(of bytes: [UInt8], _ file: String) throws(FileFactError) -> SigningCertificate? {
    let data = try SignedData(bytes, file: file)
    var signers = try EncodedFields(data.signers, .set, "the list of signers", file)
    guard let certificates = data.certificates, let node = signers.take(.sequence) else { return nil }
    var signer = try EncodedFields(node, .sequence, "a signer", file)
    _ = try signer.require(.integer, "the version of a signer")
    // A certificate identified by its key cannot be found; Apple's tools do not use this form.
    guard let reference = signer.take(.sequence) else { return nil }
    var names = try EncodedFields(reference, .sequence, "the certificate of a signer", file)
    let issuer = try names.require(.sequence, "the issuer")
    let serial = try names.require(.integer, "the serial number")
    for certificate in try EncodedFields(certificates, .tagged(0), "the certificates", file)
    where certificate.identifier == .sequence {
      var outer = try EncodedFields(certificate, .sequence, "the certificate", file)
      var fields = try EncodedFields(
        try outer.require(.sequence, "the signed part"), .sequence, "the signed part", file)
      _ = fields.take(.tagged(0))
      let ownSerial = try fields.require(.integer, "the serial number")
      _ = try fields.require(.sequence, "the algorithm")
      let ownIssuer = try fields.require(.sequence, "the issuer")
      if ownSerial.encodedBytes == serial.encodedBytes, ownIssuer.encodedBytes == issuer.encodedBytes {
        return try SigningCertificate(Array(certificate.encodedBytes), file)
      }
    }
    return nil
  }
}

extension SignatureReader {
  /// The signed message (CMS) in the signature; nil if there is none, or an empty one, as in an ad hoc signature.
  func message() throws(FileFactError) -> Fields? {
    guard let table = try table(), let part = table[Slot.certificate] else { return nil }
    let name = "the signature in the code signature"
    let start = try start(of: part, in: table)
    let (head, end) = try blob(at: start, end: table.end, size: 8, of: name)
    try require(Magic.wrapper, head, name)
    guard end - start > 8 else { return nil }
    return try reader.fields(at: start + 8, count: end - start - 8, end: end, of: name)
  }
}
