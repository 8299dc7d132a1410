/// What a receipt says that a report doesn't: how the check was set up, and who made it.
public struct ReceiptTerms: Hashable, Sendable {
  /// A file that took part.
  public struct File: Hashable, Sendable {
    /// As given.
    public let name: String
    /// SHA-256 over its bytes, 64 hexadecimal digits.
    public let digest: String

    /// Makes one.
    public init(name: String, digest: String) {
      self.name = name
      self.digest = digest
    }
  }

  /// A report that was written.
  public struct WrittenReport: Hashable, Sendable {
    /// `json`, `text`…
    public let format: String
    /// The file and its digest.
    public let file: File

    /// Makes one.
    public init(format: String, file: File) {
      self.format = format
      self.file = file
    }
  }

  /// The program's version.
  public var toolVersion: String
  /// When the verdict was reached, RFC 3339 in UTC: `2026-11-22T10:00:00Z`.
  public var time: String
  /// The day that waivers were held against, `YYYY-MM-DD`.
  public var asOf: String
  /// The severity from which on findings fail: `error`, `warning`, `note`.
  public var failOn: String
  /// A URI for who verified; nil for what the program calls itself.
  public var verifier: String?
  /// A URI for where the bundle is to be had; nil for the first bundle's name.
  public var resource: String?
  /// Values of parameters that were given one by one.
  public var parameters: [String: String] = [:]
  /// Files of values of parameters.
  public var parameterFiles: [File] = []
  /// The baseline.
  public var baseline: File?
  /// The reports written to files.
  public var reports: [WrittenReport] = []

  /// Makes terms.
  public init(toolVersion: String, time: String, asOf: String, failOn: String) {
    self.toolVersion = toolVersion
    self.time = time
    self.asOf = asOf
    self.failOn = failOn
  }
}
