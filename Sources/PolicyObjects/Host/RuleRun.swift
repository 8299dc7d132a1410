import Basics
package import BundleFacts
import LuaRuntime

package struct RuleRun {
  /// The findings that the rule reports; nil while no `check` runs.
  package var collector: FindingCollector?
  /// The bundles that an `across` function compares, with its findings; nil while none runs.
  package var compared: ComparedBundles?
  package let reads: ReadRecorder?
  package internal(set) var questions = HistoryQuestions()
  /// A request of the rule that was refused, which ends the rule no matter what it does next.
  package var refusal: Refusal?
  /// Rows of the ledger that the rule has paid for, so that each is charged once.
  var paidRows: Set<Int64> = []
  /// Seals whose comparison with the files has been charged to the rule.
  var paidSeals: Set<LuaNode> = []
  /// Patterns whose compilation has been charged to the rule.
  var paidPatterns: Set<[String]> = []
  var keptDocuments: Set<Int> = []
  var keptFiles: Set<Int> = []
  var keptTables: Set<LuaNode> = []
  package var unreadable: ReadFailure?
  var failures: Set<String> = []
  var keptBytes = 0

  /// The maximum of `keptBytes`. The documents of a real bundle take some megabytes.
  static let keptLimit = 256 << 20

  package init(reads: ReadRecorder? = nil) { self.reads = reads }

  /// The failure that a condition of the rule met, unless the rule has got it itself.
  package var unseenFailure: ReadFailure? { unreadable.flatMap { failures.contains($0.message) ? nil : $0 } }

  package mutating func takeRefusal() -> Refusal? {
    defer { refusal = nil }
    return refusal
  }

  package struct Refusal {
    package let code: String
    package let message: String
    package let hint: String
  }
}

package struct HistoryQuestions {
  var asksForHistory = false
  var asksForNamesake = false
  var hasNamesake = false

  var isAny: Bool { asksForHistory || asksForNamesake }
}
