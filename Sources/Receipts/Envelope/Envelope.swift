import Basics
internal import StructuredText

/// A signed text: a DSSE 1.0.2 envelope (github.com/secure-systems-lab/dsse) in JSON.
package struct Envelope: Hashable, Sendable {
  let payload: [UInt8]
  /// The type of the payload, which is signed, too.
  let payloadType: String
  /// The signatures. Their key identifiers are not signed and are ignored.
  let signatures: [[UInt8]]
  private let keyIdentifier: String

  static let signatureLimit = 64

  init(signing payload: [UInt8], type payloadType: String, with key: SigningKey) throws(ReceiptError) {
    self.payload = payload
    self.payloadType = payloadType
    signatures = [try key.sign(Self.preAuthenticationEncoding(type: payloadType, payload))]
    keyIdentifier = key.publicKey.identifier
  }

  /// Parses an envelope without verifying its signatures. Ignores unknown members, as DSSE requires.
  package init(_ bytes: [UInt8]) throws(ReceiptError) {
    let value = try mapError(try JSONReader.read(bytes)) { (error: StructuredTextError) in
      ReceiptError.malformed("it is not JSON: \(error.message) at \(error.place)")
    }
    guard case .mapping = value.content else { throw .malformed("an envelope is a JSON object, not \(value.phrase)") }
    guard let type = value["payloadType"]?.string else { throw .malformed("'payloadType' is missing or not a string") }
    guard let digits = value["payload"]?.string else { throw .malformed("'payload' is missing or not a string") }
    guard let payload = Base64.decode(ofEitherAlphabet: digits.utf8) else {
      throw .malformed("its 'payload' is not base64 with padding")
    }
    guard let listed = value["signatures"]?.list else { throw .malformed("'signatures' is missing or not a list") }
    guard (1...Self.signatureLimit).contains(listed.count) else {
      throw .malformed("it has \(listed.count) signatures; 1 to \(Self.signatureLimit) are expected")
    }
    signatures = try listed.map { entry throws(ReceiptError) in
      guard let text = entry["sig"]?.string, let signature = Base64.decode(ofEitherAlphabet: text.utf8) else {
        throw .malformed("a signature is not base64 with padding")
      }
      if let identifier = entry["keyid"], identifier.string == nil { throw .malformed("a 'keyid' is not a string") }
      return signature
    }
    (self.payload, payloadType, keyIdentifier) = (payload, type, "")
  }

  /// The bytes that are signed: `PAE(type, body)` of DSSE 1.0.2.
  static func preAuthenticationEncoding(type: String, _ body: [UInt8]) -> [UInt8] {
    Array("DSSEv1 \(type.utf8.count) \(type) \(body.count) ".utf8) + body
  }

  func opened(with keys: [VerifyingKey]) throws(ReceiptError) -> (payload: [UInt8], key: VerifyingKey) {
    let message = Self.preAuthenticationEncoding(type: payloadType, payload)
    for key in keys {
      for signature in signatures where key.verifies(signature, of: message) { return (payload, key) }
    }
    let count = signatures.count == 1 ? "the signature is not" : "none of the \(signatures.count) signatures is"
    throw ReceiptError(
      .signature, "\(count) by \(keys.count == 1 ? "the key given" : "one of the \(keys.count) keys given")",
      hint:
        "the receipt was changed or signed with another key; name that key with --key, or get the original receipt again"
    )
  }

  var text: [UInt8] {
    var json = JSONWriter(isOnOneLine: true)
    json.object { json in
      json.member("payload", Base64.encode(payload))
      json.member("payloadType", payloadType)
      json.objects("signatures", signatures) { ["keyid": keyIdentifier, "sig": Base64.encode($0)] }
    }
    return json.bytes + [0x0A]
  }
}
