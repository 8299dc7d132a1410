import Basics
import Testing

/// The kinds of ledgers: tests of ledgers run on each.
enum LedgerPlace: String, CaseIterable, CustomTestStringConvertible {
  /// An SQLite file.
  case file
  /// A database of its own on the PostgreSQL server that BUNDLEPOLICY_TEST_POSTGRES names.
  case server
  /// A branch of a git repository on this machine.
  case branch

  var testDescription: String { rawValue }

  /// Those that keep the tables themselves, where a test can change them.
  static var databases: [LedgerPlace] { all.filter { $0 != .branch } }

  /// Those that are there.
  static var all: [LedgerPlace] { allCases.filter { $0 != .server || getenv(ServerDatabase.variable) != nil } }
}
