internal import CheckerABI

/// Receives the findings of a checker.
public struct CheckerReport {
  let call: CheckerCall

  /// The severity of a finding.
  public enum Severity: UInt32, Sendable {
    /// The severity of the rule.
    case rule
    /// Information; never fails the check unless `--fail-on note` is given.
    case note
    /// Fails the check only with `--fail-on warning` or `note`.
    case warning
    /// Fails the check.
    case error
  }

  /// The location of a finding.
  public enum Place {
    /// The bundle being checked, as a whole.
    case bundle
    /// A file, by its path relative to the bundle.
    case file(String)
    /// A value of a property list of the graph.
    case value(CheckedValue)
    /// A key of a dictionary. A key that does not exist is reported as missing.
    case key(String, of: CheckedValue)
  }

  /// Reports a finding.
  ///
  /// - Parameter place: its location.
  /// - Parameter message: the violation, in one sentence of up to 4096 bytes.
  /// - Parameter expected: the value or state that the rule requires.
  /// - Parameter fix: what to do about it.
  /// - Parameter severity: the severity; by default the rule's.
  /// - Parameter discriminator: distinguishes the finding from others at the same location, in all runs.
  public func finding(
    at place: Place = .bundle, _ message: String, expected: String? = nil, fix: String? = nil,
    severity: Severity = .rule, discriminator: String? = nil
  ) {
    guard let host = try? call.host() else { return }
    var node: checker_node = 0
    var file: String?
    var key: String?
    switch place {
    case .bundle: break
    case .file(let path): file = path
    case .value(let value): node = value.node
    case .key(let name, let dictionary): (key, node) = (name, dictionary.node)
    }
    var finding = checker_finding()
    finding.size = UInt32(MemoryLayout<checker_finding>.size)
    finding.severity = severity.rawValue
    finding.node = node
    [message, expected, fix, discriminator, file, key].withCheckerTexts { texts in
      (finding.message, finding.expected, finding.fix) = (texts[0], texts[1], texts[2])
      (finding.discriminator, finding.file, finding.key) = (texts[3], texts[4], texts[5])
      // The host remembers a finding that it refuses, and the rule ends with an error.
      _ = host.report(host.context, &finding)
    }
  }

  /// Writes a line for the author of the checker to standard error.
  public func log(_ line: String) {
    guard let host = try? call.host() else { return }
    line.withCheckerText { host.log(host.context, $0) }
  }
}
