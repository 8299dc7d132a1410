import Basics
import PolicyTestSupport
import Testing

@testable import ReleaseLedger

/// Somebody changes the branch of a ledger. Nothing is answered from it or recorded in it then.
@Suite struct GitTamperingTests {
  private static func made(count: Int = 8) throws -> (repository: TestRepository, ledger: Ledger) {
    let test = try TestLedger(.branch)
    try test.recordTogether((1...count).map { .sample(build: "\($0)") }, time: 1)
    return (try TestRepository(in: test.folder), test.ledger)
  }

  /// Changes to the file of rows and to its last line, by name.
  private static let changes: [String: @Sendable (inout [Substring], inout String) -> Void] = [
    "a changed value": { rows, _ in rows[4] = Substring(rows[4].replacing("\"macos\"", with: "\"ios\"")) },
    "a changed hash": { rows, _ in rows[7] = Substring(rows[7].replacing("\"hash\":\"", with: "\"hash\":\"00")) },
    "a row less": { rows, _ in rows.remove(at: 4) },
    "no last row": { rows, _ in rows.removeLast() },
    "a row twice": { rows, _ in rows.insert(rows[3], at: 4) },
    "rows swapped": { rows, _ in rows.swapAt(2, 3) },
    "no JSON": { rows, _ in rows[5] = "<<<<<<< HEAD" },
    "half a row": { rows, _ in rows[7] = rows[7].dropLast(30) },
    "an empty line": { rows, _ in rows.insert("", at: 2) },
    "another count": { _, end in end = end.replacing("\"rows\":8", with: "\"rows\":9") },
    "a huge count": { _, end in end = end.replacing("\"rows\":8", with: "\"rows\":9223372036854775807") },
    "a negative count": { _, end in end = end.replacing("\"rows\":8", with: "\"rows\":-1") },
    "no count": { _, end in end = "" },
    "a row of another number": { rows, _ in
      rows[7] = Substring(rows[7].replacing("\"sequence\":8", with: "\"sequence\":9223372036854775807"))
    },
  ]

  @Test(arguments: changes.keys.sorted())
  func isTold(_ name: String) throws {
    let (repository, ledger) = try Self.made()
    let change = try #require(Self.changes[name])
    try repository.tamper { clone in
      let file = "\(clone)/\(GitLedgerFiles.name(0))"
      var rows = try repository.folder.text(file).split(separator: "\n", omittingEmptySubsequences: false).dropLast()[
        ...]
      var lines = Array(rows)
      rows = []
      var end = try repository.folder.text("\(clone)/end.jsonl")
      change(&lines, &end)
      try repository.folder.write(file, lines.map { $0 + "\n" }.joined())
      try repository.folder.write("\(clone)/end.jsonl", end)
    }
    // For those who saw it before, for those who did not, and for those who have it open.
    for cache in ["cache", "other"] {
      let opened = try Ledger.open(try repository.location(cache: cache))
      #expect(code { try opened.checkEnd() } == .corrupt)
      #expect(code { _ = try opened.log(LedgerFilter(), limit: 9) } == .corrupt)
      #expect(code { _ = try opened.export { _ throws(LedgerError) in } } == .corrupt)
      #expect(
        code {
          _ = try opened.record([.sample("com.example.new")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
        }
          == .corrupt)
      #expect(try !opened.complaints().isEmpty)
      // Reporting the damage does not repair it.
      #expect(
        code {
          _ = try opened.record([.sample("com.example.new")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
        }
          == .corrupt)
    }
    #expect(
      code {
        _ = try ledger.record([.sample("com.example.new")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
      }
        == .corrupt)
    // Put right, it goes on.
    try repository.git("update-ref", "refs/heads/\(GitLedgerAddress.usualBranch)", "\(GitLedgerAddress.usualBranch)~1")
    #expect(try Ledger.open(ledger.location).complaints() == [])
    #expect(
      try ledger.record([.sample("com.example.new")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
        != .outdated)
  }

  @Test func aBranchThatLostRowsIsTold() throws {
    let (repository, ledger) = try Self.made()
    let branch = "refs/heads/\(GitLedgerAddress.usualBranch)"
    // Whole, but not what was seen here: an earlier commit, and another row in the place of the last.
    let seen = try repository.git("rev-parse", branch)
    try repository.git("update-ref", branch, branch + "~1")
    let empty = try Ledger.open(ledger.location)
    #expect(code { try empty.checkEnd() } == .corrupt)
    #expect(try empty.complaints().count == 1)
    #expect(try empty.complaints().first?.contains("the branch was rewritten: row #8") == true)
    let other = try Ledger.open(try repository.location(cache: "other"))
    _ = try other.record(
      (1...9).map { .sample(build: "x\($0)") }, unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
    let error = failure { try Ledger.open(ledger.location).checkEnd() }
    #expect(error?.code == .corrupt && error?.message.contains("another row now") == true)
    #expect(
      code {
        _ = try ledger.record([.sample("com.example.new")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
      }
        == .corrupt)
    #expect(try other.complaints() == [])
    // If the branch is deleted, it is not made again.
    try repository.git("update-ref", "-d", branch)
    #expect(code { _ = try Ledger.open(ledger.location) } == .corrupt)
    #expect(code { _ = try Ledger.prepare(ledger.location, time: 1) } == .corrupt)
    try repository.git("update-ref", branch, seen)
    #expect(try Ledger.open(ledger.location).complaints() == [])
  }

  @Test(arguments: [
    ("begin.jsonl", "{}"), ("begin.jsonl", ""),
    ("begin.jsonl", "{\"format\":\"bundlepolicy-ledger\",\"version\":1,\"ledger\":\"0\"}"),
  ])
  func noLedger(_ file: String, _ text: String) throws {
    let (repository, ledger) = try Self.made(count: 1)
    try repository.tamper { try repository.folder.write("\($0)/\(file)", text) }
    #expect(code { _ = try Ledger.open(ledger.location) } == .foreign)
    #expect(code { _ = try Ledger.prepare(try repository.location(cache: "other"), time: 1) } == .foreign)
    #expect(
      code { _ = try ledger.record([.sample(build: "2")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1) }
        == .foreign)
  }

  @Test func aLaterVersion() throws {
    let (repository, ledger) = try Self.made(count: 1)
    try repository.tamper {
      let text = try repository.folder.text("\($0)/begin.jsonl")
      try repository.folder.write("\($0)/begin.jsonl", text.replacing("\"version\":4", with: "\"version\":5"))
    }
    #expect(code { _ = try Ledger.open(ledger.location) } == .schema)
  }

  @Test func anotherLedger() throws {
    let (repository, ledger) = try Self.made(count: 1)
    let other = try Ledger.prepare(LedgerLocation(.file(repository.folder("other.db"))), time: 1).0
    try repository.tamper { try repository.folder.write("\($0)/begin.jsonl", LedgerExport.head(id: other.id)) }
    #expect(try Ledger.open(ledger.location).complaints().contains { $0.hasPrefix("#1: it does not follow") })
    #expect(
      code { _ = try ledger.record([.sample(build: "2")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1) }
        == .corrupt)
  }

  @Test func whatIsNoPlainFile() throws {
    let (repository, ledger) = try Self.made(count: 1)
    try repository.tamper {
      unlink(repository.folder("\($0)/end.jsonl"))
      #expect(symlink("/etc/passwd", repository.folder("\($0)/end.jsonl")) == 0)
    }
    let error = failure { _ = try Ledger.open(ledger.location) }
    #expect(error?.code == .corrupt && error?.message.contains("end.jsonl") == true)
  }

  /// A few kilobytes that would fill the memory: one file under many names.
  @Test func moreThanIsRead() throws {
    let (repository, ledger) = try Self.made(count: 1)
    let file = repository.folder("zeros")
    try repository.folder.write("zeros", "")
    #expect(truncate(file, 64 << 20) == 0)
    let id = try repository.git("hash-object", "-w", file)
    let branch = "refs/heads/\(GitLedgerAddress.usualBranch)"
    try repository.git("read-tree", branch)
    let names = (0...16).flatMap { ["--cacheinfo", "100644,\(id),rows/\($0)"] }
    try repository.git(words: ["update-index", "--add"] + names)
    let commit = try repository.git(
      "commit-tree", "-m", "large", "-p", branch, try repository.git("write-tree"))
    try repository.git("update-ref", branch, commit)
    let error = failure { _ = try Ledger.open(ledger.location) }
    #expect(error?.code == .failed && error?.message.contains("1073741824 bytes") == true)
  }

  @Test func filesThatAreNotExpected() throws {
    let (repository, ledger) = try Self.made(count: 101)
    try repository.tamper {
      #expect(
        rename(repository.folder("\($0)/\(GitLedgerFiles.name(0))"), repository.folder("\($0)/rows/x.jsonl")) == 0)
    }
    let complaints = try Ledger.open(ledger.location).complaints()
    #expect(complaints.contains { $0.contains("is not expected") })
    // Files of others beside the ledger's stay where they are.
    try repository.git("update-ref", "refs/heads/\(GitLedgerAddress.usualBranch)", "\(GitLedgerAddress.usualBranch)~1")
    try repository.tamper { try repository.folder.write("\($0)/CODEOWNERS", "* @release\n") }
    let opened = try Ledger.open(ledger.location)
    _ = try opened.record([.sample(build: "102")], unlessChangedSince: LedgerSnapshot(newest: [:]), time: 1)
    #expect(try repository.git("show", "\(GitLedgerAddress.usualBranch):CODEOWNERS") == "* @release")
    #expect(try Ledger.open(ledger.location).complaints() == [])
  }
}
