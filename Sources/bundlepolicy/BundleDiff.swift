import PolicyEngine
import Reporting

/// `bundlepolicy diff OLD NEW`.
enum BundleDiff {
  static func run(old: String, new: String, isVerbose: Bool, _ output: DiffOutput) throws -> ExitStatus {
    return .incomplete
  }
}
