import Basics
import BuildRecords
import PolicyTestSupport
import Testing

@testable import ReleaseLedger

/// Many processes at one ledger, some of which die.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ProcessTests {
  /// Every acknowledged row is there.
  private static func expectAll(_ rows: [RecordedBuild], _ acknowledged: [RecorderProcess.Acknowledgement]) {
    for row in acknowledged {
      let isThere =
        row.sequence >= 1 && row.sequence <= rows.count
        && "sha256:" + Hexadecimal.text(of: rows[Int(row.sequence) - 1].hash) == row.hash
      #expect(isThere, "row #\(row.sequence) was acknowledged")
    }
  }

  @Test(arguments: LedgerPlace.all)
  func ofManyThatRecordOneNumberOneWins(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let url = Self.text(test)
    let racers = try (1...(place == .branch ? 12 : 50)).map {
      try RecorderProcess(url, name: "race", first: 7, count: 1, contents: "\($0)", cache: Self.cache(test, $0))
    }
    let winners = racers.filter { $0.wait() == 0 }
    #expect(winners.count == 1)
    for racer in racers where racer.wait() != 0 {
      #expect(racer.wait() == 2)
      #expect(racer.errors().hasPrefix("ledger.refused"), "\(racer.errors())")
      #expect(try racer.acknowledged() == [])
    }
    let rows = try test.rows()
    #expect(rows.map(\.entry.build) == ["7", "7"])
    if let winner = winners.first { Self.expectAll(rows, try winner.acknowledged()) }
    #expect(try test.open().complaints() == [])
    // With equal contents nobody wins the race: all get the same row.
    let equals = try (1...(place == .branch ? 4 : 10)).map {
      try RecorderProcess(url, name: "race", first: 8, count: 1, contents: "same", cache: Self.cache(test, $0))
    }
    #expect(equals.allSatisfy { $0.wait() == 0 })
    #expect(try equals.flatMap { try $0.acknowledged() }.count { $0.isNew } == 2)
    #expect(Set(try equals.flatMap { try $0.acknowledged().map(\.hash) }).count == 2)
    #expect(try test.open().verify().count == 4)
  }

  @Test(arguments: LedgerPlace.all)
  func whatSixteenRecordIsAllThere(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let (many, each) = place == .branch ? (4, 4) : (16, 10)
    let recorders = try (1...many).map {
      try RecorderProcess(Self.text(test), name: "app\($0)", count: each, cache: Self.cache(test, $0))
    }
    for recorder in recorders { #expect(recorder.wait() == 0, "\(recorder.errors())") }
    let rows = try test.rows()
    #expect(rows.count == many * each * 2)
    for recorder in recorders {
      let acknowledged = try recorder.acknowledged()
      #expect(acknowledged.count == each * 2 && acknowledged.allSatisfy(\.isNew))
      Self.expectAll(rows, acknowledged)
    }
    #expect(try test.open().complaints() == [])
  }

  /// Some record builds, others withdraw them at once: each is withdrawn by one row, with its part, and all rows are in the chain.
  @Test(arguments: LedgerPlace.all)
  func recordersAndWithdrawersRace(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    let count = place == .branch ? 3 : 15
    func process(_ name: String, _ cache: Int, withdraws: Bool) throws -> RecorderProcess {
      try RecorderProcess(
        Self.text(test), name: name, count: count, cache: Self.cache(test, cache), withdraws: withdraws)
    }
    var withdrawers: [RecorderProcess] = []
    var recorders: [RecorderProcess] = []
    for (number, name) in ["a", "b"].enumerated() {
      withdrawers += [try process(name, 1, withdraws: true), try process(name, 2, withdraws: true)]
      recorders.append(try process(name, number, withdraws: false))
    }
    for one in recorders + withdrawers { #expect(one.wait() == 0, "\(one.errors())") }
    let all = try recorders.flatMap { try $0.acknowledged() } + withdrawers.flatMap { try $0.acknowledged() }
    #expect(try withdrawers.flatMap { try $0.acknowledged() }.count { $0.isNew } == count * 2)
    let ledger = try test.open()
    #expect(try ledger.complaints() == [])
    #expect(try ledger.verify().count == Int64(count * 2 * 4))
    for row in all { #expect(Hexadecimal.text(of: try ledger.build(row.sequence).hash) == row.hash.dropFirst(7)) }
    let rows = try test.rows()
    #expect(rows.count == count * 4)
    for row in rows { #expect(row.marks.map(\.entry.mark?.kind) == [.withdrawn], "#\(row.sequence)") }
    // Nothing is left to compare with.
    for row in rows { #expect(try ledger.count(of: row.entry.subject, before: nil) == 0) }
  }

  @Test(arguments: LedgerPlace.all)
  func whatWasAcknowledgedSurvivesKilling(_ place: LedgerPlace) throws {
    let test = try TestLedger(place)
    var random = RandomNumbers(seed: 1)
    var acknowledged: [RecorderProcess.Acknowledgement] = []
    var journals = 0
    var next = 1
    for _ in 0..<(place == .branch ? 3 : 50) {
      let recorders = try (0..<4).map { number in
        try RecorderProcess(
          Self.text(test), name: "app\(number)", first: next, contents: "x", cache: Self.cache(test, number))
      }
      for (dead, recorder) in recorders.enumerated() {
        // When the remaining ones have recorded more, one is killed, no matter what it is doing.
        func recorded() throws -> Int { try recorders[dead...].reduce(0) { try $0 + $1.acknowledged().count } }
        let before = try recorded()
        let goal = before + 1 + random.below(place == .branch ? 3 : 12)
        #expect(try Patience.wait { try recorded() >= goal }, "nothing is recorded any more")
        usleep(UInt32(random.below(place == .branch ? 100_000 : 5_000)))
        recorder.kill()
        acknowledged += try recorder.acknowledged()
        #expect(recorder.errors() == "")
      }
      // Numbers that nobody has got to.
      next += 100_000
      if place == .file, try test.folder.names().contains("builds.db-journal") { journals += 1 }
    }
    let opened = try test.open()
    let result = try opened.verify()
    #expect(result.defects == [])
    var filter = LedgerFilter()
    filter.includesParts = true
    let rows = try opened.log(filter, limit: .max).builds.reversed().map { $0 }
    Self.expectAll(rows, acknowledged)
    // All of a transaction or nothing of it.
    #expect(rows.count % 2 == 0)
    for pair in stride(from: 0, to: rows.count - 1, by: 2) {
      #expect(rows[pair].entry.build == rows[pair + 1].entry.build && rows[pair + 1].entry.path != "")
    }
    #expect(acknowledged.count >= (place == .branch ? 20 : 200), "too few were recorded for the test to mean anything")
    #expect(rows.count >= acknowledged.count)
    // No lock remains.
    let last = try RecorderProcess(Self.text(test), name: "last", count: 1, cache: Self.cache(test, 0))
    #expect(last.wait() == 0, "\(last.errors())")
    if place == .file { #expect(try test.folder.names() == ["builds.db"], "\(journals) journals were left on the way") }
  }

  @Test(arguments: [0, 30_000, 150_000])
  func aFullDiskIsSaidAndForgotten(_ room: Int) throws {
    let test = try TestLedger(.file)
    let size = try test.folder.bytes("builds.db").count
    let recorder = try RecorderProcess(
      test.folder("builds.db"), name: "app", count: 120, contents: "x", limit: size + room)
    #expect(recorder.wait() == 0, "\(recorder.errors())")
    let lines = try recorder.lines()
    let failures = lines.filter { $0.hasPrefix("failed") }
    #expect(failures.count == 1 && ["failed ledger.unwritable", "failed ledger.failed"].contains(failures.first ?? ""))
    // The same connection went on once there was room, with nothing lost and nothing twice.
    let rows = try test.rows()
    #expect(rows.count == 240)
    Self.expectAll(rows, try recorder.acknowledged())
    #expect(try recorder.acknowledged().count == 240)
    #expect(try test.ledger.complaints() == [])
    #expect(try test.folder.names() == ["builds.db"])
  }

  @Test func aFullFileSystemIsSaidAndForgotten() throws {
    let folder = try TemporaryFolder()
    guard getuid() == 0,
      try ChildProcess.run("/bin/mount", ["-t", "tmpfs", "-o", "size=400k", "tmpfs", folder.path]).status == 0
    else {
      print("skipped: a small file system is needed, and only root can mount one")
      return
    }
    defer { _ = try? ChildProcess.run("/bin/umount", [folder.path]) }
    let (ledger, _) = try Ledger.prepare(LedgerLocation(.file(folder("builds.db"))), time: 1)
    let recorder = try RecorderProcess(folder("builds.db"), name: "app", count: 2_000, contents: "x")
    #expect(recorder.wait() == 2)
    #expect(recorder.errors().hasPrefix("ledger.unwritable"), "\(recorder.errors())")
    let acknowledged = try recorder.acknowledged()
    #expect(acknowledged.count > 20)
    #expect(try ledger.verify().count == Int64(acknowledged.count))
    #expect(try ledger.complaints() == [])
    // There is no room for another ledger, and nothing of one remains.
    let other = LedgerLocation(.file(folder("other.db")))
    _ = try ChildProcess.run("/bin/sh", ["-c", "cat /dev/zero > '\(folder("filler"))'"])
    #expect(code { _ = try Ledger.prepare(other, time: 1) } == .unwritable)
    #expect(unlink(folder("filler")) == 0)
    #expect(try folder.names() == ["builds.db"])
    #expect(
      try ChildProcess.run("/bin/mount", ["-o", "remount,size=8m", folder.path]).status == 0)
    let again = try RecorderProcess(folder("builds.db"), name: "app", count: 250, contents: "x")
    #expect(again.wait() == 0, "\(again.errors())")
    #expect(try ledger.verify().count == 500)
    #expect(try ledger.complaints() == [])
    #expect(try folder.names() == ["builds.db"])
  }

  /// The location as an argument, including the password.
  private static func text(_ test: TestLedger) -> String {
    switch test.location.kind {
    case .file(let path): path
    case .server(let url): url
    case .branch: "git+file://" + test.folder("builds.git")
    }
  }

  /// Some share a copy of the branch, and take turns; others race at the server.
  private static func cache(_ test: TestLedger, _ number: Int) -> String { test.folder("caches/\(number % 3)") }
}
