import Basics
import BuildRecords
import PolicyTestSupport

@testable import ReleaseLedger

/// A ledger of a test's own, in any place, gone when the value goes.
final class TestLedger {
  let place: LedgerPlace
  let location: LedgerLocation
  let ledger: Ledger
  /// That of the file; of a server's one it is empty.
  let folder: TemporaryFolder
  private let database: ServerDatabase?

  /// Equal for all ledgers, so that rows can be copied between them.
  static let id = [UInt8](0..<16)

  init(_ place: LedgerPlace, id: [UInt8] = TestLedger.id) throws {
    let made = try Self.emptyPlace(place)
    (self.place, location, folder, database) = (place, made.location, made.folder, made.database)
    if place == .branch, id == Self.id {
      try Self.unpackEmptyBranch(in: folder)
      ledger = try Ledger.open(location)
    } else {
      ledger = try Ledger.prepare(location, id: id, time: 1).0
    }
  }

  /// A repository with an empty ledger and its copy in the cache, as a tar file: to make them is thirty runs of git.
  private static let emptyBranch = Result {
    let repository = try TestRepository(in: TemporaryFolder())
    _ = try Ledger.prepare(LedgerLocation(.branch(repository.address)), id: id, time: 1)
    let words = [
      "tar", "-cf", "-", "-C", repository.folder.path, "builds.git", "-C",
      try GitLedgerCache(repository.address).folder, "git",
    ]
    return try ChildProcess.run("/usr/bin/env", words).output
  }

  private static func unpackEmptyBranch(in folder: TemporaryFolder) throws {
    try folder.write("empty.tar", try emptyBranch.get())
    let words = ["tar", "-xf", "empty.tar"]
    guard try ChildProcess.run("/usr/bin/env", words, in: folder.path).status == 0,
      rename(folder("git"), try GitLedgerCache(TestRepository(in: folder).address).folder + "/git") == 0
    else { throw TestRepository.Failure(text: "the empty ledger cannot be unpacked") }
  }

  /// Where a ledger can be made.
  static func emptyPlace(_ place: LedgerPlace) throws -> (
    location: LedgerLocation, folder: TemporaryFolder, database: ServerDatabase?
  ) {
    let folder = try TemporaryFolder()
    switch place {
    case .branch: return (LedgerLocation(.branch(try TestRepository(in: folder).address)), folder, nil)
    case .file: return (LedgerLocation(.file(folder("builds.db"))), folder, nil)
    case .server:
      let database = try ServerDatabase()
      return (LedgerLocation(.server(url: database.url)), folder, database)
    }
  }

  /// Another connection.
  func open() throws -> Ledger { try Ledger.open(location) }

  /// A ledger with all rows that others recorded: a process sees a branch as it was when it was opened.
  private var current: Ledger { get throws { place == .branch ? try open() : ledger } }

  /// Records entries one after the other, each as in a transaction of its own. A branch gets their rows in one commit, out of a file:
  /// a push is a dozen runs of git, and `recordEach` is for tests of those.
  @discardableResult func record(_ entries: [BuildEntry], time: Int64 = 1_000) throws -> [LedgerReceipt] {
    guard place == .branch, entries.count > 1 else { return try recordEach(entries, time: time) }
    let draft = try TestLedger(.file, id: ledger.identity.id)
    var lines: [[UInt8]] = []
    // Not what others pushed since: to read that is half a dozen runs of git more.
    let count = try ledger.export { lines += $0.split(separator: 0x0A).map(Array.init) }
    _ = try Ledger.importing(lines, into: draft.location)
    let receipts = try draft.recordEach(entries, time: time)
    let new = try draft.exported().dropFirst(1 + Int(count)).compactMap { RowText.value($0).flatMap(LedgerExport.row) }
    try ledger.write { database throws(LedgerError) in
      for row in new { try Ledger.insert(row, into: database) }
    }
    return receipts
  }

  /// Records entries one after the other, each in a transaction of its own.
  @discardableResult func recordEach(_ entries: [BuildEntry], time: Int64 = 1_000) throws -> [LedgerReceipt] {
    try entries.flatMap { try recordTogether([$0], time: time) }
  }

  /// Records entries in one transaction.
  @discardableResult func recordTogether(_ entries: [BuildEntry], time: Int64 = 1_000) throws -> [LedgerReceipt] {
    let snapshot = try ledger.snapshot(of: entries.map(\.subject), names: [])
    guard case .recorded(let receipts) = try ledger.record(entries, unlessChangedSince: snapshot, time: time) else {
      throw LedgerError(.failed, "nobody else records here, and the snapshot is outdated")
    }
    return receipts
  }

  /// Runs a statement that the ledger itself would never run.
  func tamper(_ statement: String, _ values: LedgerValue...) throws {
    try ledger.write { database throws(LedgerError) in
      try database.run(statement, values) { _ throws(LedgerError) in true }
    }
  }

  /// Changes the ledger to one of an earlier version, without room for marks. Open it again afterwards.
  func downgrade(to version: Int64 = LedgerSchema.oldest) throws {
    if place == .branch {
      let repository = try TestRepository(in: folder)
      try repository.tamper {
        try folder.write("\($0)/begin.jsonl", LedgerExport.head(id: ledger.id, schema: version))
      }
      return
    }
    try tamper("ALTER TABLE builds DROP COLUMN details")
    if version < LedgerSchema.withDrops { try tamper("DROP INDEX builds_by_product") }
    if version < LedgerSchema.withMarks {
      for statement in [
        "DROP INDEX builds_by_target", "DROP INDEX builds_by_bundle", "ALTER TABLE builds DROP COLUMN mark",
        "ALTER TABLE builds DROP COLUMN target", "ALTER TABLE builds DROP COLUMN reason",
        "CREATE INDEX builds_by_bundle ON builds (identifier, product, sequence)",
      ] { try tamper(statement) }
    }
    try tamper("UPDATE ledger SET version = \(version)")
  }

  /// Adds a row about a build.
  @discardableResult func mark(
    _ sequence: Int64, _ kind: BuildMark.Kind, because reason: String? = nil, labels: [String: String] = [:],
    time: Int64 = 2_000
  ) throws -> LedgerMarking {
    let labels = labels.map { BuildEntry.Label(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
    return try ledger.mark(
      sequence, MarkRequest(kind, because: reason, labels: labels), tool: "bundlepolicy test", time: time)
  }

  /// All rows, as they are.
  func rows() throws -> [RecordedBuild] {
    var filter = LedgerFilter()
    filter.includesParts = true
    return try current.log(filter, limit: .max).builds.reversed()
  }

  /// The lines of the exported ledger, without their ends.
  func exported() throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    _ = try current.export { lines += $0.split(separator: 0x0A).map(Array.init) }
    return lines
  }

  /// Rows of any statement.
  func ask(_ statement: String, _ values: LedgerValue...) throws -> [[LedgerValue]] {
    try ledger.read { database throws(LedgerError) in
      var rows: [[LedgerValue]] = []
      try database.run(statement, values) { row throws(LedgerError) in
        rows.append(row)
        return true
      }
      return rows
    }
  }
}

extension Ledger {
  /// The messages of what is wrong, each behind the row's number.
  func complaints(anchor: [UInt8]? = nil) throws -> [String] {
    try verify(anchor: anchor).defects.map { "\($0.sequence.map { "#\($0)" } ?? "all"): \($0.message)" }
  }

  /// Imports these lines.
  static func importing(_ lines: [[UInt8]], into location: LedgerLocation) throws -> (added: Int64, known: Int64) {
    var next = lines[...].makeIterator()
    return try importing({ () throws(LedgerError) in next.next() }, file: "export.jsonl", into: location, time: 1)
  }
}
