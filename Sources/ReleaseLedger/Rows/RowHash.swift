internal import Basics

/// The hash that ties a row to the one before it.
///
/// SHA-256 over the fields in the order of the table's columns, each preceded by its length as eight bytes, most significant
/// first, or by eight bytes 0xFF where there is none. Integers are eight bytes; lists are their text (`RowText`); of the property
/// lists it is their SHA-256 that is hashed. A row with a mark has another first text and, at the end, the mark's three fields.
enum RowHash {
  static func of(_ entry: BuildEntry, sequence: Int64, time: Int64, previous: [UInt8]) -> [UInt8] {
    var digest = SHA256Digest()
    func add(_ bytes: [UInt8]?) {
      digest.update(bigEndian: Int64(bytes?.count ?? -1))
      digest.update(bytes ?? [])
    }
    func add(_ number: Int64) { add(withUnsafeBytes(of: number.bigEndian) { Array($0) }) }
    func add(_ text: String?) { add(text.map { Array($0.utf8) }) }
    add(entry.mark == nil ? "bundlepolicy ledger row 1" : "bundlepolicy ledger row 2")
    add(sequence)
    add(time)
    add(entry.product)
    add(entry.identifier)
    add(entry.platform)
    add(entry.kind)
    add(entry.name)
    add(entry.path)
    add(entry.shortVersion)
    add(entry.build)
    add(entry.digest.bytes)
    add(entry.verdict.rawValue)
    add(RowText.text(entry.policies))
    add(RowText.text(entry.waivers))
    add(entry.tool)
    add(RowText.text(entry.labels))
    add(SHA256Digest(of: entry.info).bytes)
    add(entry.entitlements.map { SHA256Digest(of: $0).bytes })
    add(previous)
    if let mark = entry.mark {
      add(mark.kind.rawValue)
      add(mark.target)
      add(mark.reason)
    }
    return digest.bytes
  }

  /// What stands for the hash before the first row: a chain can't be passed off as that of another ledger.
  static func origin(of ledger: [UInt8]) -> [UInt8] {
    SHA256Digest(of: Array("bundlepolicy ledger ".utf8) + ledger).bytes
  }
}

/// Rows one after the other, each held against the one before.
struct LedgerChain {
  /// How many there were.
  private(set) var count: Int64 = 0
  /// The hash of the last one; nil before the first.
  private(set) var head: [UInt8]?
  private let origin: [UInt8]

  init(origin: [UInt8]) { self.origin = origin }

  /// Whether it is that of a ledger.
  func isOf(_ ledger: [UInt8]) -> Bool { origin == RowHash.origin(of: ledger) }

  /// What is wrong with the next row; nil when it is what was recorded, and follows.
  mutating func defect(of row: RecordedBuild) -> String? {
    guard row.sequence == count + 1 else { return "it should be #\(count + 1)" }
    guard row.previousHash == head ?? origin else { return "it does not follow the row before it" }
    guard row.hash == RowHash.of(row.entry, sequence: row.sequence, time: row.time, previous: row.previousHash) else {
      return "it was changed after it was recorded"
    }
    count += 1
    head = row.hash
    return nil
  }
}
