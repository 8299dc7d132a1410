import Bundles
import ReleaseLedger

/// The order of the build numbers of one bundle: the lowest has rank 0, equal ones have the same.
struct VersionRanks {
  /// For each build given, in the same order.
  let ranks: [Int]
  /// For each rank the newest build that has it, as a position among those given.
  let newest: [Int]

  /// Ranks builds by `CFBundleVersion` in Apple's dialect.
  ///
  /// What that can't read, and what is missing, has no order of its own. It goes by when it was first recorded: right above the
  /// highest version recorded before it.
  /// - Parameter builds: In the order recorded.
  init(_ builds: [BuildEntry]) {
    var keys: [[UInt8]: Key] = [:]
    var highest: [UInt8] = []
    let ordered = builds.indices.map { position in
      let text = builds[position].build
      if let text, let version = Version(text, dialect: .apple) {
        let key = version.sortKey
        if highest.lexicographicallyPrecedes(key) { highest = key }
        return Key(version: key, unreadable: 0)
      }
      // A byte that no text begins with stands for a version that is missing.
      let name: [UInt8] = text.map { [0x00] + Array($0.utf8) } ?? [0xFF]
      let key = keys[name] ?? Key(version: highest, unreadable: position + 1)
      keys[name] = key
      return key
    }
    var rankOfKey: [Key: Int] = [:]
    for key in Set(ordered).sorted() { rankOfKey[key] = rankOfKey.count }
    ranks = ordered.map { rankOfKey[$0] ?? 0 }
    var newest = [Int](repeating: 0, count: rankOfKey.count)
    for (position, rank) in ranks.enumerated() { newest[rank] = position }
    self.newest = newest
  }

  private struct Key: Hashable, Comparable {
    /// The order of a version that can be read, or of the highest before one that can't.
    let version: [UInt8]
    /// 0 for what can be read, else when it was first recorded, from 1.
    let unreadable: Int

    static func < (left: Key, right: Key) -> Bool {
      left.version != right.version
        ? left.version.lexicographicallyPrecedes(right.version) : left.unreadable < right.unreadable
    }
  }
}
