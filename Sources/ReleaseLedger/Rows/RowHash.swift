internal import Basics
import BuildRecords

/// The hash that ties a row to the one before it.
///
/// SHA-256 over the fields in the order of the table's columns, each preceded by its length as eight bytes, most
/// significant first, or by eight bytes 0xFF for a missing field. Integers have eight bytes; lists are hashed as
/// their text (`RowText`), and property lists as their SHA-256. A row with a mark, or with measures or sets, has another
/// first text and, at the end, the mark's three fields, or the text of the measures and sets.
enum RowHash {
  static func of(_ entry: BuildEntry, sequence: Int64, time: Int64, previous: [UInt8]) -> [UInt8] {
    var digest = SHA256Digest()
    func add(_ bytes: [UInt8]?) {
      digest.update(bigEndian: Int64(bytes?.count ?? -1))
      digest.update(bytes ?? [])
    }
    let form = entry.details.isEmpty ? entry.mark == nil ? 1 : 2 : 3
    add(Array("bundlepolicy ledger row \(form)".utf8))
    let row = RecordedBuild(sequence: sequence, time: time, entry: entry, previousHash: previous, hash: [])
    for field in RowField.fields(of: entry) where field.column != "hash" {
      switch field.value(row) {
      case .null: add(nil)
      case .integer(let number): add(withUnsafeBytes(of: number.bigEndian) { Array($0) })
      case .text(let text): add(Array(text.utf8))
      case .bytes(let bytes): add(field.form == .propertyList ? SHA256Digest(of: bytes).bytes : bytes)
      }
    }
    return digest.bytes
  }

  /// The hash before the first row: it ties the chain to this ledger.
  static func origin(of ledger: [UInt8]) -> [UInt8] {
    SHA256Digest(of: Array("bundlepolicy ledger ".utf8) + ledger).bytes
  }
}

struct LedgerChain {
  private(set) var count: Int64 = 0
  /// The hash of the last row; nil before the first.
  private(set) var head: [UInt8]?
  private let origin: [UInt8]

  init(origin: [UInt8]) { self.origin = origin }

  func isOf(_ ledger: [UInt8]) -> Bool { origin == RowHash.origin(of: ledger) }

  /// The defect of the next row; nil if it is intact and follows the last one.
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
