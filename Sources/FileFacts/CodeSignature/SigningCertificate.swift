import Basics
import SwiftASN1

/// A certificate with which code is signed, or may be (X.509, RFC 5280). Its own signature is not verified.
package struct SigningCertificate: Hashable, Sendable {
  /// Such as `Apple Distribution: Example (ABCDE12345)`.
  package let commonName: String?
  /// The organizational unit, which is the team.
  package let team: String?
  package let organization: String?
  /// The name of the certificate that issued it: `Apple Worldwide Developer Relations Certification Authority`.
  package let issuer: String?
  package let issuerOrganization: String?
  /// Apple's object identifiers for the purposes of certificates (1.2.840.113635.100.6.…), sorted.
  package let markers: [String]
  /// In seconds since 2001.
  package let starts: Double
  package let expires: Double
  /// In lower-case hexadecimal digits.
  package let sha1: String
  package let sha256: String
}

enum EncodedTime {
  /// In seconds since 2001.
  static func seconds(of node: ASN1Node, _ what: String, _ file: String) throws(FileFactError) -> Double {
    try EncodedFields.root(BytePlace(file: file, offset: node.encodedBytes.startIndex), what) {
      if node.identifier == .utcTime {
        let time = try UTCTime(derEncoded: node)
        return seconds(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
      }
      let time = try GeneralizedTime(derEncoded: node)
      return seconds(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
    }
  }

  private static func seconds(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int)
    -> Double
  {
    let days = CivilTime.days(toYear: year, month: month, day: day)
    let time: Int = (hour * 60 + minute) * 60 + second
    return Double(days * 86_400 + time) - 978_307_200
  }
}

extension SigningCertificate {
  private enum Identifier {
    static let commonName: ASN1ObjectIdentifier = [2, 5, 4, 3]
    static let organization: ASN1ObjectIdentifier = [2, 5, 4, 10]
    static let organizationalUnit: ASN1ObjectIdentifier = [2, 5, 4, 11]
  }

  /// Reads a certificate of a profile. `number` is its position there, from 1; `place` the position of the property list.
  init(_ bytes: [UInt8], number: Int, _ place: BytePlace) throws(FileFactError) {
    do throws(FileFactError) {
      try self.init(bytes, place.file)
    } catch {
      throw .badProfile(place, "certificate \(number) of the profile is malformed: \(error.message)")
    }
  }

  init(_ bytes: [UInt8], _ file: String) throws(FileFactError) {
    let start = BytePlace(file: file, offset: 0)
    let root = try EncodedFields.root(start, "the certificate") { try DER.parse(bytes) }
    var outer = try EncodedFields(root, .sequence, "the certificate", file)
    var fields = try EncodedFields(
      try outer.require(.sequence, "the signed part"), .sequence, "the signed part", file)
    _ = fields.take(.tagged(0))
    _ = try fields.require(.integer, "the serial number")
    _ = try fields.require(.sequence, "the algorithm")
    let issuerNames = try Self.names(try fields.require(.sequence, "the issuer"), file)
    issuer = issuerNames.first { $0.type == Identifier.commonName }?.text
    issuerOrganization = issuerNames.first { $0.type == Identifier.organization }?.text
    var validity = try EncodedFields(try fields.require(.sequence, "the validity"), .sequence, "the validity", file)
    starts = try Self.moment(&validity)
    expires = try Self.moment(&validity)
    let subject = try Self.names(try fields.require(.sequence, "the subject"), file)
    commonName = subject.first { $0.type == Identifier.commonName }?.text
    team = subject.first { $0.type == Identifier.organizationalUnit }?.text
    organization = subject.first { $0.type == Identifier.organization }?.text
    markers = try Self.markers(&fields, file)
    sha1 = Hexadecimal.text(of: DigestAlgorithm.sha1.digest(of: bytes[...]))
    sha256 = Hexadecimal.text(of: DigestAlgorithm.sha256.digest(of: bytes[...]))
  }

  /// In seconds since 2001.
  private static func moment(_ fields: inout EncodedFields) throws(FileFactError) -> Double {
    let what = "a date of the validity"
    guard let node = fields.next() else { throw .encodedMissing(what, in: "the validity", fields.place) }
    return try EncodedTime.seconds(of: node, what, fields.place.file)
  }

  /// The maximum number of extensions; real certificates have about ten.
  private static let extensionLimit = 256
  /// 1.2.840.113635.100.6
  private static let markerPrefix: [UInt] = [1, 2, 840, 113_635, 100, 6]

  private static func markers(_ fields: inout EncodedFields, _ file: String) throws(FileFactError) -> [String] {
    _ = fields.take(.sequence)
    _ = fields.take(.tagged(1))
    _ = fields.take(.tagged(2))
    guard let tagged = fields.take(.tagged(3)) else { return [] }
    var outer = try EncodedFields(tagged, .tagged(3), "the extensions", file)
    var markers: [String] = []
    let extensions = try EncodedFields(
      try outer.require(.sequence, "the extensions"), .sequence, "the extensions", file)
    for node in extensions.prefix(extensionLimit) {
      var fields = try EncodedFields(node, .sequence, "an extension", file)
      let type = try fields.identifier("the type of an extension")
      if type.oidComponents.starts(with: markerPrefix) {
        markers.append(type.oidComponents.map(String.init).joined(separator: "."))
      }
    }
    return markers.sorted()
  }

  private static func names(
    _ node: ASN1Node, _ file: String
  ) throws(FileFactError) -> [(type: ASN1ObjectIdentifier, text: String)] {
    var names: [(type: ASN1ObjectIdentifier, text: String)] = []
    for part in try EncodedFields(node, .sequence, "the subject", file) {
      for attribute in try EncodedFields(part, .set, "a part of the subject", file) {
        var fields = try EncodedFields(attribute, .sequence, "a part of the subject", file)
        let type = try fields.identifier("the type of a part of the subject")
        guard case .primitive(let bytes)? = fields.next()?.content else { continue }
        names.append((type, String(decoding: bytes, as: UTF8.self)))
      }
    }
    return names
  }
}
