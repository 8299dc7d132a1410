internal import CheckerABI

/// Takes what a checker finds.
public struct CheckerReport {
  let call: CheckerCall

  /// How bad a finding is.
  public enum Severity: UInt32, Sendable {
    /// As the rule says.
    case rule
    /// Worth knowing.
    case note
    /// Fails nothing unless `--fail-on` says so.
    case warning
    /// Fails the bundle.
    case error
  }

  /// What a finding is about.
  public enum Place {
    /// The bundle being checked, as a whole.
    case bundle
    /// A file, by its path relative to the bundle.
    case file(String)
    /// A value of a property list of the graph.
    case value(CheckedValue)
    /// A key of a dictionary; one that isn't there is reported as missing.
    case key(String, of: CheckedValue)
  }

  /// Reports a finding: what is wrong, in one sentence of up to 4096 bytes; what was expected; what to do about it.
  /// `discriminator` tells it from others at the same place, from run to run.
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
    message.withCheckerText { message in
      finding.message = message
      expected.withCheckerText { expected in
        finding.expected = expected
        fix.withCheckerText { fix in
          finding.fix = fix
          discriminator.withCheckerText { discriminator in
            finding.discriminator = discriminator
            file.withCheckerText { file in
              finding.file = file
              key.withCheckerText { key in
                finding.key = key
                // What the program refuses it remembers, and ends the rule in an error.
                _ = host.report(host.context, &finding)
              }
            }
          }
        }
      }
    }
  }

  /// A line for the author of the checker, on standard error.
  public func log(_ line: String) {
    guard let host = try? call.host() else { return }
    line.withCheckerText { host.log(host.context, $0) }
  }
}
