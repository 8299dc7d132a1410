import ReleaseLedger

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Records builds in a ledger, one after the other, and writes a line for each row that the ledger acknowledged: its number, its
// hash, and whether it is new. For tests that race several of them, and that kill them.
//
// usage: LedgerRecorder LEDGER NAME FIRST COUNT CONTENTS [LIMIT]
// Builds FIRST, FIRST+1, … of com.example.NAME, COUNT of them, each of a product and of one part, in one transaction. The digests
// follow from CONTENTS and the build's number. LIMIT is how large a file this process may make, in bytes; when recording fails
// because of it, "failed" and the error's code are written, the limit is lifted and the same build is recorded again.

let arguments = CommandLine.arguments
guard arguments.count >= 6, let first = Int(arguments[3]), let count = Int(arguments[4]) else {
  say("usage: LedgerRecorder LEDGER NAME FIRST COUNT CONTENTS [LIMIT]", to: 2)
  exit(64)
}
let limit = arguments.count > 6 ? UInt(arguments[6]) : nil
let identifier = "com.example.\(arguments[2])"

/// Writes a line at once: what is written must not be lost when the process is killed.
func say(_ line: String, to descriptor: Int32 = 1) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}

func limitFiles(to size: UInt?) {
  // Without this the signal would end the process.
  signal(SIGXFSZ, SIG_IGN)
  var limits = rlimit()
  #if canImport(Glibc)
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

func record(_ number: Int, in ledger: Ledger) throws(LedgerError) {
  let entries = entries(number)
  let subjects = entries.map {
    LedgerSubject(
      product: $0.product, identifier: $0.identifier, platform: $0.platform, shortVersion: $0.shortVersion,
      path: $0.path)
  }
  while true {
    let snapshot = try ledger.snapshot(of: subjects, names: [])
    guard case .recorded(let receipts) = try ledger.record(entries, unlessChangedSince: snapshot, time: Int64(number))
    else { continue }
    for receipt in receipts { say("\(receipt.sequence) \(receipt.hashText) \(receipt.isNew ? "new" : "known")") }
    return
  }
}

do {
  // Of a file any name, also such as are no addresses on a command line.
  let name = arguments[1]
  let ledger = try Ledger.open(name.contains("://") ? try LedgerLocation(name) : LedgerLocation(.file(name)))
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
