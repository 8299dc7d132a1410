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
  /// The time of the verdict in RFC 3339 and UTC, such as `2026-11-22T10:00:00Z`.
  package var time: String
  /// The date of the check, with which waivers were compared, as `YYYY-MM-DD`.
  package var asOf: String
  /// The severity from which findings fail: `error`, `warning` or `note`.
  package var failOn: String
  /// A URI for the verifier; nil for the program's own.
  package var verifier: String?
  /// A URI for the location of the bundle; nil for the first bundle's name.
  package var resource: String?
  /// The values of parameters that were given individually.
  package var parameters: [String: String] = [:]
  package var parameterFiles: [File] = []
  package var baseline: File?
  package var reports: [WrittenReport] = []

  package init(toolVersion: String, time: String, asOf: String, failOn: String) {
    (self.toolVersion, self.time, self.asOf, self.failOn) = (toolVersion, time, asOf, failOn)
  }
}
