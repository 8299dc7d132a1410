import Basics
import LuaRuntime

/// What host functions know and note of the rule that runs, on one bundle or over all bundles.
package struct RuleRun {
  /// The findings that the rule reports; nil while no `check` runs.
  package var collector: FindingCollector?
  /// The bundles that an `across` function compares, with its findings; nil while none runs.
  package var compared: ComparedBundles?
  /// What the rule reads; nil unless somebody asked.
  package let reads: ReadRecorder?
  /// What the rule asks about earlier builds.
  package internal(set) var questions = HistoryQuestions()
  /// What the rule asked for and could not have, which ends it whatever it does next.
  package var refusal: Refusal?
  /// Rows of the ledger that the rule has paid for.
  var paidRows: Set<Int64> = []
  /// Seals whose comparison with the files the rule has paid for.
  var paidSeals: Set<LuaNode> = []
  /// The documents, files and tables that count in `keptBytes`.
  var keptDocuments: Set<Int> = []
  var keptFiles: Set<Int> = []
  var keptTables: Set<LuaNode> = []
  /// Bytes of memory that what the rule has read takes.
  var keptBytes = 0

  /// The maximum of `keptBytes`. The documents of a real bundle take some megabytes.
  static let keptLimit = 256 << 20

  package init(reads: ReadRecorder? = nil) { self.reads = reads }

  /// Returns and forgets `refusal`.
  package mutating func takeRefusal() -> Refusal? {
    defer { refusal = nil }
    return refusal
  }

  /// Why a rule did not get what it asked for.
  package struct Refusal {
    package let code: String
    package let message: String
    package let hint: String
  }
}
