internal import Basics
import BuildRecords
internal import StructuredText

/// A ledger as text: a line of JSON for each row, between a first line with the ledger's id and a last line with the
/// number of rows.
package enum LedgerExport {
  static let format = "bundlepolicy-ledger"
  /// The version of the first line for the oldest ledgers, without marks. For later ledgers it counts up with the
  /// schema version.
  private static let version: Int64 = 1

  /// The first line. Programs that do not know some marks refuse the version of ledgers that may contain them.
  static func head(id: String, schema: Int64 = LedgerSchema.current) -> [UInt8] {
    line { $0.members(["format": format, "version": version + max(schema - LedgerSchema.oldest, 0), "ledger": id]) }
  }

  static func line(of row: RecordedBuild) -> [UInt8] {
    let fields = RowField.fields(of: row.entry)
    return line { json in
      for field in fields where field.form != .hash { field.write(row, to: &json) }
      for field in fields where field.form == .hash { field.write(row, to: &json) }
    }
  }

  static func end(count: Int64, head: [UInt8]?) -> [UInt8] {
    line {
      $0.member("rows", count)
      $0.member("head", head.map { Hexadecimal.text(of: $0) })
    }
  }

  private static func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(isOnOneLine: true)
    json.object(body)
    return json.bytes + [0x0A]
  }

  // MARK: Reading

  enum Head: Hashable {
    case ledger([UInt8], schema: Int64)
    /// A later version of the program wrote the line.
    case later
    case other
  }

  static func head(_ line: [UInt8]) -> Head {
    guard let value = RowText.value(line), value["format"]?.string == format,
      let id = value["ledger"]?.string.flatMap({ Hexadecimal.bytes($0) }), id.count == 16
    else { return .other }
    guard let number = value["version"]?.integer,
      (version...version + LedgerSchema.current - LedgerSchema.oldest).contains(number)
    else { return .later }
    return .ledger(id, schema: LedgerSchema.oldest + number - version)
  }

  /// The content of a last line; nil for any other line.
  static func end(_ value: StructuredValue) -> (count: Int64, head: [UInt8]?)? {
    guard let rows = value["rows"]?.integer else { return nil }
    return (rows, value["head"]?.string.flatMap { Hexadecimal.bytes($0) })
  }

  /// The row in a line; nil if it does not hold one.
  static func row(_ line: StructuredValue) -> RecordedBuild? {
    RowField.row(RowField.all.compactMap { $0.read(line) })
  }
}
