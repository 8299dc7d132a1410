import Basics
internal import Bundles

/// What a row can hold. A build that has more is not recorded, and the check says so: the index of PostgreSQL takes no more.
enum RowLimits {
  /// Bytes of an identifier, a name, a version, a platform or a kind: an entry of PostgreSQL's index, which holds two of them and a
  /// number, has at most 2,704 (`BTMaxItemSize`, nbtree.h).
  static let text = 1_000
  /// Bytes of a path, or of a reason.
  static let path = 4_096
  /// Bytes of all labels, of all waivers or of all policies.
  static let list = 1 << 20
  /// Bytes of a property list.
  static let propertyList = 16 << 20

  /// Throws for an entry that no row can hold.
  static func check(_ entry: BuildEntry) throws(LedgerError) {
    let texts: [(name: String, text: String?, limit: Int)] = [
      ("the product's identifier", entry.product, text), ("CFBundleIdentifier", entry.identifier, text),
      ("the platform", entry.platform, text), ("the kind", entry.kind, text), ("the name", entry.name, text),
      ("the path", entry.path, path), ("CFBundleShortVersionString", entry.shortVersion, text),
      ("CFBundleVersion", entry.build, text), ("the program's name", entry.tool, path),
      ("the list of its policies", RowText.text(entry.policies), list),
      ("the list of its waivers", RowText.text(entry.waivers), list),
      ("the list of its labels", RowText.text(entry.labels), list), ("the reason", entry.mark?.reason, path),
    ]
    for (name, text, limit) in texts {
      guard let text else { continue }
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
    // A question about all systems looks through those that are known.
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
