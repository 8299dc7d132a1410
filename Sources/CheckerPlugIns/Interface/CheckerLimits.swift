/// What a checker may use.
package struct CheckerLimits: Hashable, Sendable {
  /// Seconds of one check by the clock, and of processor time; also of loading and describing.
  package var seconds: Int
  /// Bytes of memory of the process that checkers run in, beyond what it begins with.
  package var memory: Int

  /// Findings of one check.
  static let findings = 100_000
  /// Bytes of all findings of one check.
  static let findingBytes = 64 << 20
  /// Bytes of a finding's text.
  static let textBytes = 4096
  /// Bytes of lines logged or printed during one check that are kept.
  static let logBytes = 64 << 10
  /// Bytes that a process may print during one check.
  static let printedBytes = 64 << 20
  /// Reasons of files that can't be read that are handed out in one check; later ones get the last again.
  static let failures = 1_000
  /// Things looked at that are told apart.
  static let reads = 2_000

  /// Half a minute and a gibibyte, unless told otherwise.
  package init(seconds: Int = 30, memory: Int = 1 << 30) {
    self.seconds = seconds
    self.memory = memory
  }
}
