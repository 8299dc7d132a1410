import Basics
import PolicyEngine
import PropertyLists

/// The data of a receipt that is not in the report: how the check was configured, and who ran it.
package struct ReceiptTerms: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    package let name: String
    /// The SHA-256 of its contents in 64 hexadecimal digits.
    package let digest: String

    package init(name: String, digest: String) {
      self.name = name
      self.digest = digest
    }
  }

  package struct WrittenReport: Hashable, Sendable {
    package let format: String
    package let file: File

    package init(format: String, file: File) {
      self.format = format
      self.file = file
    }
  }

  package var toolVersion: String
  package var time: String
  /// The date of the check, with which waivers were compared, as `YYYY-MM-DD`.
  package var asOf: String
  /// The severity from which findings fail: `error`, `warning` or `note`.
  package var failOn: String
  /// A URI for the verifier; nil for the program's own.
  package var verifier: String?
  /// A URI for the location of the bundle; nil for the first bundle's name.
  package var resource: String?
  package var parameters: [String: String] = [:]
  package var parameterFiles: [File] = []
  package var baseline: File?
  package var reports: [WrittenReport] = []

  package init(toolVersion: String, time: String, asOf: String, failOn: String) {
    (self.toolVersion, self.time, self.asOf, self.failOn) = (toolVersion, time, asOf, failOn)
  }
}

package struct UTCTime: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
  package let secondsSince1970: Int64

  /// 9999-12-31T23:59:59Z, because RFC 3339 has four-digit years.
  private static let last: Int64 = 253_402_300_799

  package init?(secondsSince1970: Int64) {
    guard (0...Self.last).contains(secondsSince1970) else { return nil }
    self.secondsSince1970 = secondsSince1970
  }

  /// Parses `YYYY-MM-DDThh:mm:ssZ`; ignores a fraction. Returns nil for anything else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 40, bytes[10] == UInt8(ascii: "T"), bytes.last == UInt8(ascii: "Z"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let day = CalendarDate(String(decoding: bytes[..<10], as: UTF8.self)),
      let hour = Self.number(bytes[11..<13]), hour < 24, let minute = Self.number(bytes[14..<16]), minute < 60,
      let second = Self.number(bytes[17..<19]), second < 60
    else { return nil }
    let fraction = bytes[19...].dropLast()
    if let point = fraction.first {
      guard point == UInt8(ascii: "."), fraction.count > 1, Self.number(fraction.dropFirst()) != nil else { return nil }
    }
    self.init(secondsSince1970: day.millisecondsSince1970 / 1_000 + hour * 3_600 + minute * 60 + second)
  }

  /// `YYYY-MM-DDThh:mm:ssZ`.
  package var text: String { CivilTime(secondsSince1970: secondsSince1970).text }

  package var day: String { String(text.prefix(10)) }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
    var number: Int64 = 0
    for digit in digits { number = number &* 10 &+ Int64(digit - 0x30) }
    return number
  }
}
