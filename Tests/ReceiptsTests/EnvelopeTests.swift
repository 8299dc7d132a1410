import Basics
import Testing

@testable import Receipts

/// Envelopes: the signed bytes, and rejection of anything else.
@Suite struct EnvelopeTests {
  private static let hello = Array("hello world".utf8)
  private static let type = "http://example.com/HelloWorld"

  /// The example of DSSE 1.0.2, protocol.md, "Test Vectors".
  @Test func theExampleOfTheSpecification() throws {
    #expect(
      String(decoding: Envelope.preAuthenticationEncoding(type: Self.type, Self.hello), as: UTF8.self)
        == "DSSEv1 29 http://example.com/HelloWorld 11 hello world")
    let envelope = try Envelope(
      Array(
        #"{"payload": "aGVsbG8gd29ybGQ=", "payloadType": "http://example.com/HelloWorld", "signatures": [{"sig": "A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA=="}]}"#
          .utf8))
    #expect(envelope.payload == Self.hello && envelope.payloadType == Self.type)
    // Its signature consists of r and s; ours are in DER.
    let point = SampleKeys.hex(
      "04" + "67cd390f77aa359cb08c2235f652270493a9ed832b0abcc01f70954c0390d238"
        + "0c782bd54e269125a44f4433aff1432ce94e12bca73aa67ac80cea12608ddf74")
    let key = try VerifyingKey(
      pem: SampleKeys.pem("PUBLIC KEY", SampleKeys.der(0x30, SampleKeys.p256Algorithm, SampleKeys.der(3, [0], point))))
    let raw = try #require(envelope.signatures.first)
    let signature = P256.der(raw)
    let message = Envelope.preAuthenticationEncoding(type: Self.type, Self.hello)
    #expect(key.verifies(signature, of: message) && !key.verifies(raw, of: message))
  }

  @Test func bytesAreCountedAndNotCharacters() {
    #expect(
      String(decoding: Envelope.preAuthenticationEncoding(type: "é", Array("ü".utf8)), as: UTF8.self)
        == "DSSEv1 2 é 2 ü")
    #expect(Envelope.preAuthenticationEncoding(type: "", []) == Array("DSSEv1 0  0 ".utf8))
  }

  @Test(arguments: KeyAlgorithm.allCases) func roundTrip(_ algorithm: KeyAlgorithm) throws {
    let key = try SampleKeys.signing(algorithm)
    let other = try SampleKeys.signing(algorithm == .ed25519 ? .p256 : .ed25519)
    let envelope = try Envelope(try Envelope(signing: Self.hello, type: Self.type, with: key).text)
    let opened = try envelope.opened(with: [other.publicKey, key.publicKey])
    #expect(opened.payload == Self.hello && opened.key.identifier == key.publicKey.identifier)
    #expect(throws: ReceiptError.self) { try envelope.opened(with: [other.publicKey]) }
    #expect(throws: ReceiptError.self) { try envelope.opened(with: []) }
  }

  /// Flipping any bit makes verification fail, except in `keyid`, which is a hint and not signed.
  @Test(arguments: KeyAlgorithm.allCases) func everyBitCounts(_ algorithm: KeyAlgorithm) throws {
    let key = try SampleKeys.signing(algorithm)
    let text = try Envelope(signing: Self.hello, type: Self.type, with: key).text
    let hint = Array(#""keyid":"\#(key.publicKey.identifier)","#.utf8)
    let start = try #require(text.indices.first { text[$0...].starts(with: hint) })
    var unread = 0
    for position in text.indices.dropLast() {
      for bit in 0..<8 {
        var damaged = text
        damaged[position] ^= 1 << bit
        guard let opened = try? Envelope(damaged).opened(with: [key.publicKey]) else {
          unread += 1
          continue
        }
        #expect((start..<start + hint.count).contains(position), "byte \(position), bit \(bit)")
        #expect(opened.payload == Self.hello)
      }
    }
    #expect(unread >= (text.count - 1 - hint.count) * 8)
  }

  @Test(arguments: KeyAlgorithm.allCases) func noBeginningVerifies(_ algorithm: KeyAlgorithm) throws {
    let key = try SampleKeys.signing(algorithm)
    let text = try Envelope(signing: Self.hello, type: Self.type, with: key).text
    // It is complete without its line feed.
    for count in 0..<text.count - 1 { #expect(throws: ReceiptError.self) { try Envelope(Array(text[..<count])) } }
  }

  @Test func severalSignatures() throws {
    let (one, two) = (try SampleKeys.signing(.ed25519), try SampleKeys.signing(.p256))
    let message = Envelope.preAuthenticationEncoding(type: Self.type, Self.hello)
    func text(_ signatures: [[UInt8]]) -> [UInt8] {
      let list = signatures.map { #"{"sig":"\#(Base64.encode($0))"}"# }
      return Array(
        #"{"payload":"aGVsbG8gd29ybGQ=","payloadType":"\#(Self.type)","signatures":[\#(list.joined(separator: ","))]}"#
          .utf8)
    }
    let both = try Envelope(text([try one.sign(message), try two.sign(message)]))
    #expect(try both.opened(with: [two.publicKey]).key.algorithm == .p256)
    #expect(try both.opened(with: [one.publicKey]).key.algorithm == .ed25519)
    let foreign = try Envelope(text([[1, 2, 3], [], try two.sign(message)]))
    #expect(try foreign.opened(with: [one.publicKey, two.publicKey]).key.algorithm == .p256)
    #expect(throws: ReceiptError.self) { try foreign.opened(with: [one.publicKey]) }
    #expect(throws: ReceiptError.self) { try Envelope(text([])) }
    #expect(throws: ReceiptError.self) { try Envelope(text([[UInt8]](repeating: [1], count: 65))) }
  }

  @Test(arguments: [
    ("not JSON", "payload", "not JSON"), ("[]", "a list", "an envelope is a JSON object"),
    ("{}", "no type", "'payloadType' is missing"),
    (#"{"payloadType":"t"}"#, "no payload", "'payload' is missing"),
    (#"{"payloadType":"t","payload":"YQ==","payload":"YQ==","signatures":[]}"#, "twice", "is a duplicate"),
    (#"{"payloadType":"t","payload":"YQ==","signatures":[{"sig":"YQ=="}]} x"#, "more", "the end of the text"),
    (#"{"payloadType":"t","payload":"YQ==","signatures":{}}"#, "no list", "'signatures' is missing"),
    (#"{"payloadType":"t","payload":"YQ==","signatures":[]}"#, "none", "0 signatures"),
    (#"{"payloadType":"t","payload":"YQ==","signatures":["YQ=="]}"#, "text", "a signature is not base64"),
    (#"{"payloadType":"t","payload":"YQ==","signatures":[{"sig":"Y"}]}"#, "sig", "a signature is not base64"),
    (
      #"{"payloadType":"t","payload":"YQ==","signatures":[{"sig":"YQ==","keyid":1}]}"#, "keyid",
      "a 'keyid' is not a string"
    ),
    (#"{"payloadType":"t","payload":"YQ","signatures":[{"sig":"YQ=="}]}"#, "padding", "'payload' is not base64"),
    (
      #"{"payloadType":"t","payload":"YR==","signatures":[{"sig":"YQ=="}]}"#, "bits left over",
      "'payload' is not base64"
    ),
    (#"{"payloadType":"t","payload":" YQ==","signatures":[{"sig":"YQ=="}]}"#, "a blank", "'payload' is not base64"),
  ])
  func malformed(_ text: String, _ why: String, _ message: String) {
    do throws(ReceiptError) {
      _ = try Envelope(Array(text.utf8))
      Issue.record("\(why): it was read")
    } catch {
      #expect(error.code == .malformed && error.message.contains(message), "\(error.message)")
    }
  }

  @Test(arguments: [
    ("", [UInt8]()), ("Zg==", Array("f".utf8)), ("Zm8=", Array("fo".utf8)), ("Zm9v", Array("foo".utf8)),
    ("Zm9vYmFy", Array("foobar".utf8)), ("+/+/", [0xFB, 0xFF, 0xBF]),
  ])
  func base64(_ text: String, _ bytes: [UInt8]) {
    #expect(Base64.encode(bytes) == text && Base64.decode(ofEitherAlphabet: text.utf8) == bytes)
  }

  @Test func base64OfTheOtherAlphabet() {
    #expect(Base64.decode(ofEitherAlphabet: "-_-_".utf8) == [0xFB, 0xFF, 0xBF])
    for text in [
      "+_+/", "=", "====", "Zg==Zg==", "Zg=a", "Zg", "Zh==", "Zm9=", "Zm8=====", "Zm8\n", "Zg======", "=Zg=",
    ] {
      #expect(Base64.decode(ofEitherAlphabet: text.utf8) == nil, "\(text)")
    }
  }
}
