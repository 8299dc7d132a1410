import Basics
import BuildRecords
internal import Bundles

/// The limits of a row. A build that exceeds them is not recorded, which the check reports: PostgreSQL's index
/// accepts no more.
enum RowLimits {
  /// The bytes of an identifier, a name, a version, a platform or a kind. An entry of PostgreSQL's index, with two of
  /// them and a number, has at most 2,704 bytes (`BTMaxItemSize`, nbtree.h).
  static let text = 1_000
  /// The bytes of a path or a reason.
  static let path = 4_096
  /// The bytes of all labels, waivers or policies.
  static let list = 1 << 20
  static let propertyList = 16 << 20

  /// Throws if a row cannot hold an entry.
  static func check(_ entry: BuildEntry) throws(LedgerError) {
    let row = RecordedBuild(sequence: 0, time: 0, entry: entry, previousHash: [], hash: [])
    for field in RowField.all {
      guard let (name, limit) = field.limit, let text = field.value(row).text else { continue }
      if text.utf8.count > limit {
        throw refusal(entry, "\(name) has \(counted(text.utf8.count, "byte")); the limit is \(limit)")
      }
      if text.utf8.contains(0) {
        throw refusal(
          entry, "\(name) contains the character U+0000, which a ledger cannot store", hint: "remove the character")
      }
    }
    if entry.identifier.isEmpty || entry.product.isEmpty {
      throw refusal(entry, "its CFBundleIdentifier is empty", hint: "set it")
    }
    // A query for all platforms asks for each known one.
    if let platform = entry.platform, Bundle.Platform(rawValue: platform) == nil {
      throw refusal(
        entry, "this version of bundlepolicy does not know the platform '\(platform)'", hint: "install a later one"
      )
    }
    let names = entry.labels.map(\.name)
    if Set(names).count < names.count {
      throw refusal(entry, "two labels have the same name", hint: "name each label once")
    }
    for list in [entry.info, entry.entitlements ?? []] where list.count > propertyList {
      throw refusal(
        entry, "a property list has \(counted(list.count, "byte")); the limit is \(propertyList)")
    }
  }

  private static func refusal(_ entry: BuildEntry, _ message: String, hint: String = "make it shorter") -> LedgerError {
    LedgerError(.refused, "'\(entry.identifier.prefix(100))' cannot be recorded: \(message)", hint: hint)
  }
}
