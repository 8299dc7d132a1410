import Basics
import SwiftASN1

/// The content of a signed message (CMS `SignedData`, RFC 5652), and whether it matches the signed digest. No signature is verified.
struct SignedMessage {
  let content: ArraySlice<UInt8>
  /// The start of the content in the file, or of the element that contains it in pieces.
  let contentOffset: Int
  /// Whether the content has the digest that each signer signed; nil if a signer has no digest, or one of an unknown algorithm.
  let isIntact: Bool?

  private enum Identifier {
    static let data: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 1]
    static let messageDigest: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 4]
    static let sha1: ASN1ObjectIdentifier = [1, 3, 14, 3, 2, 26]
    static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
    static let sha384: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 2]
    static let sha512: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 3]
  }

  /// The maximum number of signers of a message; normally there is one.
  private static let signerLimit = 16

  /// Reads a whole file. BER is accepted, too, because streaming writers do not know lengths in advance.
  init(_ bytes: [UInt8], file: String) throws(FileFactError) {
    let start = BytePlace(file: file, offset: 0)
    try Self.checkHead(bytes, start)
    let data = try SignedData(bytes, file: file)
    var inner = try EncodedFields(data.content, .sequence, "the content", file)
    guard try inner.identifier("the type of the content") == Identifier.data, let tagged = inner.take(.tagged(0)) else {
      throw .badProfile(inner.place, "the signed message has no content")
    }
    var octets = try EncodedFields(tagged, .tagged(0), "the content", file)
    let node = try octets.require(.octetString, "the content")
    let content = try EncodedFields.root(octets.place, "the content") { try ASN1OctetString(berEncoded: node).bytes }
    self.content = content
    if case .primitive(let bytes) = node.content {
      contentOffset = bytes.startIndex
    } else {
      contentOffset = node.encodedBytes.startIndex
    }

    var answers: [Bool?] = []
    for signer in try EncodedFields(data.signers, .set, "the list of signers", file) {
      guard answers.count < Self.signerLimit else {
        throw .badProfile(start, "the signed message has more than \(Self.signerLimit) signers")
      }
      answers.append(try Self.isSigned(content, by: signer, file))
    }
    if answers.isEmpty { throw .badProfile(start, "nobody signed the profile: its list of signers is empty") }
    isIntact = answers.contains(false) ? false : answers.contains(nil) ? nil : true
  }

  /// Throws specific errors for a file that is not a message at all or was truncated.
  private static func checkHead(_ bytes: [UInt8], _ place: BytePlace) throws(FileFactError) {
    guard let first = bytes.first else { throw .badProfile(place, "the profile is empty") }
    guard first == 0x30 else {
      let isList =
        bytes.starts(with: Array("<?xml".utf8)) || bytes.starts(with: Array("<plist".utf8))
        || bytes.starts(with: Array("<!DOCTYPE".utf8)) || bytes.starts(with: Array("bplist".utf8))
      throw isList
        ? .badProfile(place, "the profile is a bare property list; it must be signed")
        : .badProfile(
          place,
          "the profile starts with 0x\(Hexadecimal.text(of: [first], uppercase: true)); a signed message starts with 0x30"
        )
    }
    guard bytes.count > 1, bytes[1] > 0x80, bytes[1] <= 0x84 else { return }
    let digits = Int(bytes[1] & 0x7F)
    guard bytes.count >= 2 + digits else { return }
    let length = bytes[2..<(2 + digits)].reduce(0) { $0 << 8 | Int($1) }
    let left = bytes.count - 2 - digits
    guard length <= left else {
      throw .badProfile(
        place, "the signed message states \(counted(length, "byte")), but only \(left) \(left == 1 ? "is" : "are") left"
      )
    }
  }

  /// Whether a signer signed this content; nil if that cannot be determined.
  private static func isSigned(
    _ content: ArraySlice<UInt8>, by signer: ASN1Node, _ file: String
  ) throws(FileFactError) -> Bool? {
    var fields = try EncodedFields(signer, .sequence, "a signer", file)
    _ = try fields.require(.integer, "the version of a signer")
    if fields.take(.tagged(0)) == nil { _ = try fields.require(.sequence, "the certificate of a signer") }
    var algorithm = try EncodedFields(
      try fields.require(.sequence, "the digest algorithm of a signer"), .sequence, "the digest algorithm", file)
    let digest = digest(of: content, try algorithm.identifier("the digest algorithm"))
    guard let attributes = fields.take(.tagged(0)) else { return nil }
    var isSame: Bool?
    for node in try EncodedFields(attributes, .tagged(0), "the signed attributes", file) {
      var attribute = try EncodedFields(node, .sequence, "a signed attribute", file)
      guard try attribute.identifier("the type of a signed attribute") == Identifier.messageDigest else { continue }
      var values = try EncodedFields(
        try attribute.require(.set, "the signed digest"), .set, "the signed digest", file)
      let value = try values.require(.octetString, "the signed digest")
      let signed = try EncodedFields.root(values.place, "the signed digest") {
        try ASN1OctetString(berEncoded: value).bytes
      }
      isSame = digest.map { $0.elementsEqual(signed) && isSame != false }
    }
    return isSame
  }

  private static func digest(of content: ArraySlice<UInt8>, _ algorithm: ASN1ObjectIdentifier) -> [UInt8]? {
    switch algorithm {
    case Identifier.sha1: DigestAlgorithm.sha1.digest(of: content)
    case Identifier.sha256: DigestAlgorithm.sha256.digest(of: content)
    case Identifier.sha384: DigestAlgorithm.sha384.digest(of: content)
    case Identifier.sha512: DigestAlgorithm.sha512.digest(of: content)
    default: nil
    }
  }
}

struct SignedData {
  let content: ASN1Node
  let certificates: ASN1Node?
  let signers: ASN1Node

  private static let identifier: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 2]

  init(_ bytes: [UInt8], file: String) throws(FileFactError) {
    let start = BytePlace(file: file, offset: 0)
    try self.init(try EncodedFields.root(start, "the signed message") { try BER.parse(bytes) }, file: file)
  }

  init(_ root: ASN1Node, file: String) throws(FileFactError) {
    let start = BytePlace(file: file, offset: root.encodedBytes.startIndex)
    var outer = try EncodedFields(root, .sequence, "the signed message", file)
    guard try outer.identifier("the type of the message") == Self.identifier else {
      throw .badProfile(start, "the profile is not a signed message")
    }
    var wrapper = try EncodedFields(
      try outer.require(.tagged(0), "the signed data"), .tagged(0), "the signed data", file)
    var signed = try EncodedFields(
      try wrapper.require(.sequence, "the signed data"), .sequence, "the signed data", file)
    _ = try signed.require(.integer, "the version of the signed data")
    _ = try signed.require(.set, "the list of digest algorithms")
    content = try signed.require(.sequence, "the content")
    certificates = signed.take(.tagged(0))
    _ = signed.take(.tagged(1))
    signers = try signed.require(.set, "the list of signers")
  }
}

struct EncodedFields: Sequence, IteratorProtocol {
  private var rest: ASN1NodeCollection.Iterator
  private var upcoming: ASN1Node?
  private let name: String
  let place: BytePlace

  init(_ node: ASN1Node, _ identifier: ASN1Identifier, _ name: String, _ file: String) throws(FileFactError) {
    place = BytePlace(file: file, offset: node.encodedBytes.startIndex)
    self.name = name
    guard node.identifier == identifier, case .constructed(let elements) = node.content else {
      throw .badProfile(place, "\(name) has the wrong type")
    }
    rest = elements.makeIterator()
    upcoming = rest.next()
  }

  mutating func next() -> ASN1Node? {
    defer { if upcoming != nil { upcoming = rest.next() } }
    return upcoming
  }

  mutating func take(_ identifier: ASN1Identifier) -> ASN1Node? {
    upcoming?.identifier == identifier ? next() : nil
  }

  mutating func require(_ identifier: ASN1Identifier, _ what: String) throws(FileFactError) -> ASN1Node {
    guard let node = take(identifier) else { throw .encodedMissing(what, in: name, place) }
    return node
  }

  mutating func identifier(_ what: String) throws(FileFactError) -> ASN1ObjectIdentifier {
    let node = try require(.objectIdentifier, what)
    return try Self.root(place, what) { try ASN1ObjectIdentifier(derEncoded: node) }
  }

  /// Calls a function of the ASN.1 library, whose errors have no position.
  static func root<Result>(
    _ place: BytePlace, _ what: String, _ body: () throws -> Result
  ) throws(FileFactError) -> Result {
    do {
      return try body()
    } catch let error as ASN1Error {
      throw .encodedMalformed(what, reason(error), place)
    } catch {
      throw .encodedMalformed(what, "\(error)", place)
    }
  }

  /// The library's own descriptions contain lines of its source.
  private static func reason(_ error: ASN1Error) -> String {
    switch error.code {
    case .truncatedASN1Field: "it ends early"
    case .unsupportedFieldLength: "a length is malformed"
    case .unexpectedFieldType: "a value has the wrong type"
    case .invalidStringRepresentation: "a string is malformed"
    default: "it is not valid ASN.1"
    }
  }
}

extension ASN1Identifier {
  /// A tag whose meaning depends on the structure that contains it.
  static func tagged(_ number: UInt) -> ASN1Identifier {
    ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
  }
}
