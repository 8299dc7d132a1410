import Basics
import BuildRecords
import ReleaseLedger

// Records builds in a ledger one after the other, and prints a line for each acknowledged row: its number, its hash, and whether it is new.
// For tests that run several at once, and that kill them.
//
// usage: LedgerRecorder LEDGER NAME FIRST COUNT CONTENTS [LIMIT]
// Records COUNT builds FIRST, FIRST+1, … of com.example.NAME, each with a product and one part, in one transaction. The digests depend on
// CONTENTS and the build's number. LIMIT is the largest size in bytes of files that this process may write; if recording fails because of
// it, prints "failed" and the error's code, lifts the limit and records the same build again.
//
// usage: LedgerRecorder withdraw LEDGER NAME FIRST COUNT
// Withdraws COUNT builds FIRST, FIRST+1, …, each as soon as it is recorded, and prints a line for each: the row of the withdrawal, its
// hash, and whether it is new.
//
// usage: LedgerRecorder locked FILE
// Exit status 0 if another process has locked an SQLite database for writing, otherwise 1.

let withdraws = CommandLine.arguments.count == 6 && CommandLine.arguments[1] == "withdraw"
let arguments =
  withdraws ? [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2) + [""] : CommandLine.arguments
if arguments.count == 3, arguments[1] == "locked" { exit(isLocked(arguments[2]) ? 0 : 1) }
guard arguments.count >= 6, let first = Int(arguments[3]), let count = Int(arguments[4]) else {
  say("usage: LedgerRecorder LEDGER NAME FIRST COUNT CONTENTS [LIMIT]", to: 2)
  exit(64)
}
let limit = arguments.count > 6 ? UInt(arguments[6]) : nil
let identifier = "com.example.\(arguments[2])"

/// Whether another process holds the write lock (SQLite's "File Locking And Concurrency": the reserved byte).
func isLocked(_ path: String) -> Bool {
  let file = open(path, O_RDWR | O_CLOEXEC)
  guard file >= 0 else { return false }
  defer { close(file) }
  var lock = flock()
  lock.l_type = Int16(F_WRLCK)
  lock.l_whence = Int16(SEEK_SET)
  lock.l_start = 0x4000_0001
  lock.l_len = 1
  return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
}

/// Writes a line at once, so that it is not lost if the process is killed.
func say(_ line: String, to descriptor: Int32 = 1) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}

func limitFiles(to size: UInt?) {
  // Otherwise the signal would end the process.
  signal(SIGXFSZ, SIG_IGN)
  var limits = rlimit()
  #if os(Linux)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    let resource = RLIMIT_FSIZE
  #endif
  getrlimit(resource, &limits)
  limits.rlim_cur = size.map { rlim_t($0) } ?? limits.rlim_max
  setrlimit(resource, &limits)
}

func digest(_ text: String) -> ContentDigest? {
  let bytes = Array(text.utf8.prefix(32))
  return ContentDigest(bytes: bytes + [UInt8](repeating: 0, count: 32 - bytes.count))
}

func entries(_ number: Int) -> [BuildEntry] {
  ["", "Frameworks/Part.framework"].compactMap { path in
    guard let digest = digest("\(number) \(path.count) \(arguments[5])") else { return nil }
    return BuildEntry(
      product: identifier, identifier: path.isEmpty ? identifier : identifier + ".part", platform: "macos",
      kind: path.isEmpty ? "application" : "framework", name: arguments[2], path: path, shortVersion: "1.0",
      build: String(number), digest: digest, verdict: .pass, policies: [], waivers: [], tool: "LedgerRecorder",
      labels: [], info: [UInt8](repeating: 0x2E, count: 500), entitlements: nil)
  }
}

/// Opens the ledger, waiting for others' locks.
func opened(_ location: LedgerLocation) throws(LedgerError) -> Ledger {
  while true {
    do throws(LedgerError) { return try Ledger.open(location) } catch { if error.code != .busy { throw error } }
  }
}

func record(_ number: Int, in ledger: Ledger) throws(LedgerError) {
  let entries = entries(number)
  let subjects = entries.map {
    LedgerSubject(
      product: $0.product, identifier: $0.identifier, platform: $0.platform, shortVersion: $0.shortVersion,
      path: $0.path)
  }
  while true {
    let snapshot = try ledger.snapshot(of: subjects, names: [])
    let receipts: [LedgerReceipt]
    do throws(LedgerError) {
      guard case .recorded(let recorded) = try ledger.record(entries, unlessChangedSince: snapshot, time: Int64(number))
      else { continue }
      receipts = recorded
    } catch {
      // Others record continuously, and on a busy machine for longer than the ledger waits: that is not a failure here.
      if error.code == .busy { continue }
      throw error
    }
    for receipt in receipts { say("\(receipt.sequence) \(receipt.hashText) \(receipt.isNew ? "new" : "known")") }
    return
  }
}

func withdraw(_ number: Int, in location: LedgerLocation) throws(LedgerError) {
  var filter = LedgerFilter()
  (filter.identifier, filter.version) = (identifier, String(number))
  while true {
    // A process sees a branch as it was when it was opened.
    let ledger = try opened(location)
    guard let build = try ledger.log(filter, limit: 1).builds.first else {
      usleep(5_000)
      continue
    }
    let marking: LedgerMarking
    do throws(LedgerError) {
      marking = try ledger.mark(
        build.sequence, MarkRequest(.withdrawn, because: "race"), tool: "LedgerRecorder", time: Int64(number))
    } catch {
      if error.code == .busy { continue }
      throw error
    }
    guard let row = marking.build.withdrawal else { throw LedgerError(.failed, "it is not withdrawn") }
    say("\(row.sequence) sha256:\(Hexadecimal.text(of: row.hash)) \(marking.mark == nil ? "known" : "new")")
    return
  }
}

do {
  // Without a scheme, any file name, even one that is not an address on the command line.
  let name = arguments[1]
  let location = name.contains("://") ? try LedgerLocation(name) : LedgerLocation(.file(name))
  if withdraws {
    for number in first..<(first &+ max(count, 0)) { try withdraw(number, in: location) }
    exit(0)
  }
  let ledger = try opened(location)
  if limit != nil { limitFiles(to: limit) }
  for number in first..<(first &+ max(count, 0)) {
    do throws(LedgerError) { try record(number, in: ledger) } catch {
      guard limit != nil else { throw error }
      say("failed \(error.code.rawValue)")
      limitFiles(to: nil)
      try record(number, in: ledger)
    }
  }
} catch let error as LedgerError {
  say("\(error.code.rawValue): \(error.message)", to: 2)
  exit(2)
} catch {
  say("\(error)", to: 2)
  exit(2)
}
