import Basics
import PropertyLists

extension FileFactError {
  private static let download = "download the profile again, and embed it as it is"

  static func profileTooLarge(_ count: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the profile has \(count) bytes; the limit is \(limit)")
  }

  static func profileTooMany(_ key: String, _ count: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(key) in the profile has \(count) elements; the limit is \(limit)")
  }

  static func profileListMalformed(_ error: PropertyListError, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the property list of the profile is malformed: \(error.message)", hint: download)
  }

  static func profileAmbiguous(_ diagnostic: SilentChange, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "tools read this profile differently: \(diagnostic.message)", hint: download)
  }

  static func profileType(_ what: String, _ expected: String, _ found: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(what) must be \(expected), not \(found)", hint: download)
  }

  static func profileCertificate(_ number: Int, _ reason: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "certificate \(number) of the profile is malformed: \(reason)", hint: download)
  }

  // MARK: The signed message

  static func messageTooLarge(_ count: Int, limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the signature in the code signature has \(count) bytes; the limit is \(limit)")
  }

  static func signatureMessage(_ reason: String, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the signature in the code signature is malformed: \(reason)",
      hint: "sign the code again with codesign --force")
  }

  static func messageEmpty(_ place: BytePlace) -> FileFactError {
    FileFactError(place, "the profile is empty", hint: download)
  }

  static func messageWithoutContent(_ place: BytePlace) -> FileFactError {
    FileFactError(place, "the profile is a bare property list; it must be signed", hint: download)
  }

  static func messageForm(_ byte: UInt8, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place,
      "the profile starts with 0x\(Hexadecimal.text(of: [byte], uppercase: true)); a signed message starts with 0x30",
      hint: download)
  }

  static func messageTruncated(stated: Int, left: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(
      place, "the signed message states \(counted(stated, "byte")), but only \(left) \(left == 1 ? "is" : "are") left",
      hint: download)
  }

  static func messageType(_ place: BytePlace) -> FileFactError {
    FileFactError(place, "the profile is not a signed message", hint: download)
  }

  static func messageContent(_ place: BytePlace) -> FileFactError {
    FileFactError(place, "the signed message has no content", hint: download)
  }

  static func messageUnsigned(_ place: BytePlace) -> FileFactError {
    FileFactError(place, "nobody signed the profile: its list of signers is empty", hint: download)
  }

  static func messageSigners(limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the signed message has more than \(limit) signers", hint: download)
  }

  static func encodedType(_ what: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(what) has the wrong type", hint: download)
  }

  static func encodedMissing(_ what: String, in structure: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(structure) has no valid element for \(what)", hint: download)
  }

  static func encodedMalformed(_ what: String, _ reason: String, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "\(what) is malformed: \(reason)", hint: download)
  }
}
