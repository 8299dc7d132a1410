import Basics
import BuildRecords
import PolicyTestSupport
import Testing

@testable import ReleaseLedger

/// Bytes of the file that changed by themselves, or by somebody.
@Suite struct DamagedFileTests {
  /// All rows of a ledger; nil on errors, which are allowed.
  private static func rows(_ location: LedgerLocation) -> [RecordedBuild]? {
    var filter = LedgerFilter()
    filter.includesParts = true
    guard let ledger = try? Ledger.open(location), let result = try? ledger.verify(), result.defectCount == 0 else {
      return nil
    }
    return try? ledger.log(filter, limit: .max).builds
  }

  @Test(.timeLimit(.minutes(30)), arguments: [UInt64](1...4))
  func damageIsNeverTakenForWhatWasRecorded(_ seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    let test = try TestLedger(.file)
    try test.record((1...12).map { .sample(build: "\($0)", verdict: $0 == 4 ? .fail : .pass) })
    let whole = try test.folder.bytes("builds.db")
    let rows = try #require(Self.rows(test.location))
    let folder = try TemporaryFolder()
    let location = LedgerLocation(.file(folder("damaged.db")))
    var (noticed, recorded) = (0, 0)
    for _ in 0..<80 {
      var bytes = whole
      switch random.below(5) {
      case 0: bytes.removeLast(random.below(bytes.count))
      case 1:
        // The header and the pages' own, where most is decided.
        let page = random.below(bytes.count / 4096) * 4096
        bytes[page + random.below(100)] = UInt8(truncatingIfNeeded: random.next())
      case 2:
        let (from, to) = (random.below(bytes.count / 4096) * 4096, random.below(bytes.count / 4096) * 4096)
        bytes.replaceSubrange(to..<to + 4096, with: whole[from..<from + 4096])
      default:
        for _ in 0...random.below(8) { bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8)) }
      }
      for end in ["-journal", "-wal", "-shm"] { unlink(folder("damaged.db" + end)) }
      try folder.write("damaged.db", bytes)
      if let found = Self.rows(location) {
        #expect(found == rows, "a change was taken for what was recorded")
      } else {
        noticed += 1
      }
      // If it reports a build as recorded, the build can be read again.
      let entry = BuildEntry.sample(build: "1000")
      guard let ledger = try? Ledger.open(location),
        let snapshot = try? ledger.snapshot(of: [entry.subject], names: [("Example", "macos")]),
        case .recorded(let receipts)? = try? ledger.record([entry], unlessChangedSince: snapshot, time: 5)
      else { continue }
      recorded += 1
      for receipt in receipts {
        let row = try Ledger.open(location).build(receipt.sequence)
        #expect(row.hash == receipt.hash && row.entry == entry)
      }
    }
    #expect(noticed > 25 && recorded > 2, "\(noticed) \(recorded)")
  }
}
