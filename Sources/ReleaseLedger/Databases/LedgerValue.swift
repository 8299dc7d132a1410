/// A value on its way to or from a database.
enum LedgerValue: Hashable, Sendable {
  case null
  case integer(Int64)
  /// Without U+0000, which PostgreSQL's texts can't hold.
  case text(String)
  case bytes([UInt8])

  /// Nil unless it is an integer.
  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// Nil unless it is a text.
  var text: String? { if case .text(let value) = self { value } else { nil } }
  /// Nil unless it is bytes.
  var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
}
