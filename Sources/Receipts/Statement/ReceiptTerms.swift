/// What a receipt says that a report doesn't: how the check was set up, and who made it.
package struct ReceiptTerms: Hashable, Sendable {
  /// A file that took part.
  package struct File: Hashable, Sendable {
    /// As given.
    package let name: String
    /// SHA-256 over its bytes, 64 hexadecimal digits.
    package let digest: String

    /// Makes one.
    package init(name: String, digest: String) {
      self.name = name
      self.digest = digest
    }
  }

  /// A report that was written.
  package struct WrittenReport: Hashable, Sendable {
    /// `json`, `text`…
    package let format: String
    /// The file and its digest.
    package let file: File

    /// Makes one.
    package init(format: String, file: File) {
      self.format = format
      self.file = file
    }
  }

  /// The program's version.
  package var toolVersion: String
  /// When the verdict was reached, RFC 3339 in UTC: `2026-11-22T10:00:00Z`.
  package var time: String
  /// The day that waivers were held against, `YYYY-MM-DD`.
  package var asOf: String
  /// The severity from which on findings fail: `error`, `warning`, `note`.
  package var failOn: String
  /// A URI for who verified; nil for what the program calls itself.
  package var verifier: String?
  /// A URI for where the bundle is to be had; nil for the first bundle's name.
  package var resource: String?
  /// Values of parameters that were given one by one.
  package var parameters: [String: String] = [:]
  /// Files of values of parameters.
  package var parameterFiles: [File] = []
  /// The baseline.
  package var baseline: File?
  /// The reports written to files.
  package var reports: [WrittenReport] = []

  /// Makes terms.
  package init(toolVersion: String, time: String, asOf: String, failOn: String) {
    self.toolVersion = toolVersion
    self.time = time
    self.asOf = asOf
    self.failOn = failOn
  }
}
