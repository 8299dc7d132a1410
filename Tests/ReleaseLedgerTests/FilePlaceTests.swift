import Basics
import BuildRecords
import CSQLite
import PolicyTestSupport
import Testing

@testable import ReleaseLedger

/// Different files in place of a ledger.
@Suite(.timeLimit(.minutes(30))) struct FilePlaceTests {
  /// The codes of opening and creating a ledger.
  private static func codes(_ path: String) -> [LedgerCode?] {
    let location = LedgerLocation(.file(path))
    return [code { _ = try Ledger.open(location) }, code { _ = try Ledger.prepare(location, time: 1) }]
  }

  /// Runs statements on a file as another program would.
  private static func sqlite(_ path: String, _ statements: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open(path, &handle) == SQLITE_OK,
      sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK
    else { throw LedgerError(.failed, sqlite3_errmsg(handle).map { String(cString: $0) } ?? "") }
  }

  @Test func aMissingFile() throws {
    let folder = try TemporaryFolder()
    let error = failure { _ = try Ledger.open(LedgerLocation(.file(folder("builds.db")))) }
    #expect(error?.code == .missing && error?.file == folder("builds.db"))
    #expect(error?.hint?.contains("ledger init --ledger \(folder("builds.db"))") == true)
    #expect(try folder.names() == [])
    #expect(Self.codes(folder("no/builds.db")) == [.missing, .unwritable])
    #expect(Self.codes("") == [.missing, .failed])
    #expect(Self.codes("a\u{0}b") == [.missing, .failed])
    #expect(Self.codes(folder("new/")) == [.missing, .failed])
    #expect(Self.codes(folder(String(repeating: "x", count: 300))).allSatisfy { $0 != nil })
    try folder.write("file", "")
    #expect(Self.codes(folder("file/builds.db")) == [.missing, .unwritable])
    #expect(try folder.names() == ["file"])
  }

  /// Its journal would be next to only one of the names.
  @Test func aFileWithTwoNames() throws {
    let test = try TestLedger(.file)
    #expect(link(test.folder("builds.db"), test.folder("other.db")) == 0)
    for name in ["builds.db", "other.db"] {
      let error = failure { _ = try Ledger.open(LedgerLocation(.file(test.folder(name)))) }
      #expect(
        error?.code == .failed && error?.message.contains("has 2 hard links") == true, "\(error?.message ?? "")"
      )
      #expect(code { _ = try Ledger.prepare(LedgerLocation(.file(test.folder(name))), time: 1) } == .failed)
    }
    #expect(unlink(test.folder("other.db")) == 0)
    _ = try test.open()
    // The target of a symbolic link is one file with its journal next to it.
    try test.folder.makeDirectory("links")
    try test.folder.link("links/a.db", to: "../builds.db")
    let linked = try Ledger.open(LedgerLocation(.file(test.folder("links/a.db"))))
    guard case .recorded = try linked.record([.sample()], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
    else {
      throw LedgerError(.failed, "outdated")
    }
    #expect(try test.ledger.count(of: BuildEntry.sample().subject, before: nil) == 1)
    #expect(try test.folder.names() == ["builds.db", "links"])
  }

  /// A process that is killed while it makes a ledger leaves files, which are in nobody's way and go with the next one.
  @Test func leftoversOfKilledProcesses() throws {
    let folder = try TemporaryFolder()
    // No process has such a number.
    let dead = "99999999"
    let leftovers = [
      "builds.db.new-\(dead)-abcdef", "builds.db.new-\(dead)-abcdef-journal", "builds.db.new-\(dead)-123456",
    ]
    let others = ["builds.db.new", "builds.db.new-\(dead)-x", "builds.db.new-x-abcdef", "other.db.new-\(dead)-abcdef"]
    let own = "builds.db.new-\(getpid())-abcdef"
    for name in leftovers + others + [own, "builds.db-journal", "builds.db-wal"] { try folder.write(name, "left") }
    let location = LedgerLocation(.file(folder("builds.db")))
    _ = try Ledger.prepare(location, time: 1)
    #expect(Set(try folder.names()) == Set(others + [own, "builds.db"]))
    #expect(try Ledger.open(location).verify().defects == [])
    // Killed after the file had its name, and before the other was taken away.
    #expect(link(folder("builds.db"), folder("builds.db.new-\(dead)-fedcba")) == 0)
    #expect(try Ledger.open(location).verify().defects == [])
  }

  @Test func whatIsNoLedgerIsLeftAsItIs() throws {
    let folder = try TemporaryFolder()
    var random = RandomNumbers(seed: 3)
    try folder.write("empty", [])
    try folder.write("short", "SQLite format 3")
    try folder.write("text", String(repeating: "CFBundleVersion = 5;\n", count: 300))
    try folder.write("random", (0..<8192).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    try folder.write("header", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 200))
    try Self.sqlite(folder("other"), "CREATE TABLE builds (a); INSERT INTO builds VALUES (1)")
    try Self.sqlite(folder("none"), "PRAGMA user_version = 5")
    for name in try folder.names() {
      let before = try folder.bytes(name)
      #expect(Self.codes(folder(name)) == [.foreign, .foreign], "\(name)")
      #expect(try folder.bytes(name) == before, "\(name)")
    }
    try folder.makeDirectory("folder")
    #expect(Self.codes(folder("folder")) == [.foreign, .foreign])
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(Self.codes(folder("pipe")) == [.foreign, .foreign])
    #expect(Self.codes("/dev/null") == [.foreign, .foreign])
    try folder.link("loop", to: "loop")
    #expect(Self.codes(folder("loop")) == [.failed, .failed])
    try folder.link("nowhere", to: "none such")
    #expect(Self.codes(folder("nowhere")) == [.missing, .foreign])
    #expect(
      try folder.names() == [
        "empty", "folder", "header", "loop", "none", "nowhere", "other", "pipe", "random", "short", "text",
      ])
  }

  /// Tables of another's in a file that says it is a ledger, and a ledger's that are not all there.
  @Test(arguments: [
    ("", LedgerCode.foreign), ("CREATE TABLE ledger (a)", .foreign),
    ("CREATE TABLE ledger (id, program, version)", .foreign),
    ("CREATE TABLE ledger (id, program, version); INSERT INTO ledger VALUES (x'00', 'bundlepolicy', 1)", .foreign),
    ("CREATE TABLE ledger (id, program, version); INSERT INTO ledger VALUES (randomblob(16), 'other', 1)", .foreign),
    (
      "CREATE TABLE ledger (id, program, version); INSERT INTO ledger VALUES (randomblob(16), 'bundlepolicy', 0)",
      .foreign
    ),
    (
      "CREATE TABLE ledger (id, program, version); INSERT INTO ledger VALUES (randomblob(16), 'bundlepolicy', 'x')",
      .foreign
    ),
    ("CREATE VIEW ledger AS SELECT randomblob(16) AS id, 'bundlepolicy' AS program, 1 AS version", .foreign),
  ])
  func tablesOfAnother(_ statements: String, _ expected: LedgerCode) throws {
    let folder = try TemporaryFolder()
    try Self.sqlite(folder("x.db"), "CREATE TABLE a (b); PRAGMA application_id = 0x62706C79;" + statements)
    let before = try folder.bytes("x.db")
    #expect(Self.codes(folder("x.db")) == [expected, expected])
    #expect(try folder.bytes("x.db") == before)
  }

  @Test(arguments: ["builds", "recorded"])
  func aTableIsMissing(_ table: String) throws {
    let test = try TestLedger(.file)
    try test.tamper("DROP TABLE \(table)")
    let ledger = try test.open()
    #expect(throws: LedgerError.self) { _ = try ledger.verify() }
    #expect(throws: LedgerError.self) {
      _ = try ledger.record([.sample()], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
    }
    #expect(throws: LedgerError.self) {
      try ledger.checkEnd()
    }
  }

  @Test(arguments: LedgerPlace.databases)
  func anotherVersionOfTheProgram(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.record([.sample()])
    try test.tamper("UPDATE ledger SET version = 99")
    for error in [
      failure { _ = try test.open() }, failure { _ = try Ledger.prepare(test.location, time: 1) },
      // It was opened before.
      failure { try test.record([.sample(build: "2")]) },
    ] {
      #expect(error?.code == .schema && error?.message.contains("99") == true)
    }
    // None came before the first.
    let early = try TestLedger(place)
    try early.tamper("UPDATE ledger SET version = 0")
    #expect(code { _ = try early.open() } == .foreign)
  }

  /// One with the tables of version 1, an index of the program's own among them.
  @Test(arguments: LedgerPlace.databases)
  func anEarlierVersionOfTheProgram(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    try test.record([.sample(build: "1"), .sample(build: "2")])
    let rows = try test.rows()
    let bytes = place == .file ? "BLOB" : "BYTEA"
    for statement in [
      "DROP TABLE recorded", "DROP INDEX builds_by_bundle", "DROP INDEX builds_by_name", "DROP INDEX builds_by_target",
      "DROP INDEX builds_by_product",
      "ALTER TABLE builds DROP COLUMN mark", "ALTER TABLE builds DROP COLUMN target",
      "ALTER TABLE builds DROP COLUMN reason", "ALTER TABLE builds DROP COLUMN details",
      "ALTER TABLE builds ADD COLUMN sort_key \(bytes)",
      "CREATE INDEX builds_by_identifier ON builds (identifier, sequence)",
      "CREATE TABLE lanes (lane \(bytes), sort_key \(bytes), sequence BIGINT)", "UPDATE ledger SET version = 1",
    ] { try test.tamper(statement) }
    let error = failure { _ = try test.open() }
    #expect(error?.code == .schema && error?.hint?.contains("bundlepolicy ledger init") == true)
    // It was opened before.
    #expect(code { try test.record([.sample(build: "3")]) } == .schema)
    let (ledger, preparation) = try Ledger.prepare(test.location, time: 1)
    #expect(preparation == .migrated(from: 1))
    #expect(try test.rows() == rows)
    #expect(try ledger.complaints() == [])
    #expect(try test.record([.sample(build: "3")]).first?.sequence == 3)
    #expect(try Ledger.prepare(test.location, time: 1).1 == .found)
  }

  @Test(arguments: LedgerPlace.all)
  func aLedgerIsMadeOnce(_ place: LedgerPlace) throws {
    let (location, folder, database) = try TestLedger.emptyPlace(place)
    #expect(code { _ = try Ledger.open(location) } == .missing)
    let (ledger, made) = try Ledger.prepare(location, time: 5)
    #expect(made == .made)
    let (again, found) = try Ledger.prepare(location, time: 6)
    #expect(found == .found)
    #expect(again.id == ledger.id && ledger.id.count == 32)
    if place == .file { #expect(try folder.names() == ["builds.db"]) }
    withExtendedLifetime(database) {}
  }

  @Test(arguments: LedgerPlace.all)
  func manyMakeItAtOnce(_ place: LedgerPlace) async throws {
    let (location, folder, database) = try TestLedger.emptyPlace(place)
    let results = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try Ledger.prepare(location, time: 5).0.id } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(results).count == 1)
    #expect(try Ledger.open(location).verify() == LedgerVerification())
    if place == .file { #expect(try folder.names() == ["builds.db"]) }
    withExtendedLifetime(database) {}
  }

  @Test(arguments: [
    "a b.db", "100%.db", "what?mode=memory&cache=shared", "a#b", "file:a.db", "file:a.db?mode=ro", "ünï 🚀.db",
    "'x'; --",
    ":memory:", "%00", "a\nb", "-rf", "a:b", "builds", "\\", "~",
  ])
  func anyNameIsAFile(_ name: String) throws {
    let folder = try TemporaryFolder()
    let location = LedgerLocation(.file(folder(name)))
    let (ledger, _) = try Ledger.prepare(location, time: 1)
    _ = try ledger.record([.sample()], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
    #expect(try folder.names() == [name])
    #expect(try Ledger.open(location).verify().count == 1)
    #expect(location.shown == folder(name))
  }

  /// Also for names relative to the working directory.
  @Test(arguments: ["file:a.db?mode=memory", ":memory:", "-x.db", "plain.db"])
  func anyRelativeNameIsAFile(_ name: String) throws {
    let folder = try TemporaryFolder()
    _ = try Ledger.prepare(LedgerLocation(.file(folder(name))), time: 1)
    let result = try ChildProcess.run(
      try RecorderProcess.absoluteProgram(), [name, "app", "1", "1", "x"], in: folder.path)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.outputText.hasPrefix("1 sha256:"))
    #expect(try folder.names() == [name])
    #expect(try Ledger.open(LedgerLocation(.file(folder(name)))).verify().count == 2)
  }

  @Test func aLinkToALedgerIsTheLedger() throws {
    let test = try TestLedger(.file)
    let folder = try TemporaryFolder()
    try folder.link("link.db", to: test.folder("builds.db"))
    let ledger = try Ledger.open(LedgerLocation(.file(folder("link.db"))))
    _ = try ledger.record([.sample()], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
    #expect(try test.rows().count == 1)
    #expect(try folder.names() == ["link.db"])
    #expect(try Ledger.prepare(LedgerLocation(.file(folder("link.db"))), time: 1).1 == .found)
  }

  /// A replacement of the file is not written to, and a deleted file is not made again.
  @Test func aLedgerThatWasMovedAwayTakesNothing() throws {
    let test = try TestLedger(.file)
    try test.record([.sample()])
    try test.folder.copy(test.folder("builds.db"), to: "copy.db")
    #expect(rename(test.folder("copy.db"), test.folder("builds.db")) == 0)
    #expect(code { try test.record([.sample(build: "2")]) } == .unwritable)
    #expect(try test.open().verify().count == 1)
    let other = try TestLedger(.file)
    #expect(unlink(other.folder("builds.db")) == 0)
    #expect(code { try other.record([.sample(build: "2")]) } == .unwritable)
  }

  /// A crash of another program's left a journal: SQLite would play it back, and the file would be another.
  @Test func aJournalOfAnotherProgramStays() throws {
    let folder = try TemporaryFolder()
    try Self.sqlite(folder("live"), "CREATE TABLE a (b); INSERT INTO a VALUES (zeroblob(100000))")
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    #expect(sqlite3_open(folder("live"), &handle) == SQLITE_OK)
    let changes =
      "PRAGMA cache_size = 1; BEGIN; UPDATE a SET b = randomblob(100000); INSERT INTO a VALUES (randomblob(500000))"
    #expect(sqlite3_exec(handle, changes, nil, nil, nil) == SQLITE_OK)
    // As a crash would leave it.
    try folder.copy(folder("live"), to: "other.db")
    try folder.copy(folder("live-journal"), to: "other.db-journal")
    let before = try [folder.bytes("other.db"), folder.bytes("other.db-journal")]
    #expect(Self.codes(folder("other.db")) == [.foreign, .foreign])
    #expect(try [folder.bytes("other.db"), folder.bytes("other.db-journal")] == before)
    // And it is one that SQLite plays back.
    try Self.sqlite(folder("other.db"), "SELECT COUNT(*) FROM a")
    #expect(try folder.bytes("other.db") != before[0])
  }

  /// Closing a file takes away all locks that the process has on it, unless SQLite does it.
  @Test func openingALedgerLeavesTheLocksOfOthers() throws {
    let test = try TestLedger(.file)
    try test.ledger.write { database throws(LedgerError) in
      try database.execute("UPDATE ledger SET created = 2")
      do { _ = try Ledger.open(test.location) } catch { throw LedgerError(.failed, "\(error)") }
      // Another process would still have to wait.
      do {
        let locked = try ChildProcess.run(RecorderProcess.program, ["locked", test.folder("builds.db")])
        #expect(locked.status == 0, "\(locked.errorText)")
      } catch { Issue.record(error) }
    }
    #expect(try ChildProcess.run(RecorderProcess.program, ["locked", test.folder("builds.db")]).status == 1)
    #expect(try test.ledger.verify().count == 0)
  }

  @Test func whoMayOnlyReadReads() throws {
    guard getuid() == 0, access("/usr/bin/setpriv", X_OK) == 0 else {
      print("skipped: another user is needed, and only root can become one (with setpriv)")
      return
    }
    let test = try TestLedger(.file)
    chmod(test.folder.path, 0o755)
    chmod(test.folder("builds.db"), 0o644)
    let user = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    // A copy that this user can run, no matter where the build folder is.
    try test.folder.copy(try RecorderProcess.absoluteProgram(), to: "recorder")
    func run(_ path: String) throws -> String {
      try ChildProcess.run("/usr/bin/setpriv", user + [test.folder("recorder"), path, "app", "1", "1", "x"]).errorText
    }
    #expect(try run(test.folder("builds.db")).hasPrefix("ledger.unwritable"))
    // The file may be written, but no journal made beside it.
    chmod(test.folder("builds.db"), 0o666)
    #expect(try run(test.folder("builds.db")).hasPrefix("ledger.unwritable"))
    chmod(test.folder("builds.db"), 0o600)
    #expect(try run(test.folder("builds.db")).hasPrefix("ledger.failed"))
    chmod(test.folder("builds.db"), 0o666)
    chmod(test.folder.path, 0o777)
    #expect(try run(test.folder("builds.db")) == "")
    #expect(try test.ledger.verify().count == 2)
    #expect(try test.ledger.complaints() == [])
  }
}
