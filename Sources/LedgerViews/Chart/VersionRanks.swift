import Basics
import BuildRecords
import ReleaseLedger

/// The ranks of the build numbers of a bundle. The lowest has rank 0; equal numbers share a rank.
struct VersionRanks {
  /// The rank of each build, in the order given.
  let ranks: [Int]
  /// The position of the newest build of each rank.
  let newest: [Int]

  /// Ranks builds by `CFBundleVersion` in Apple's dialect.
  ///
  /// A version that is missing or cannot be parsed ranks right above the highest version recorded before it.
  /// - Parameter builds: Builds in the order recorded.
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
      // A byte that begins no valid text represents a missing version.
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
    /// The order of the version, or of the highest version before it if it cannot be parsed.
    let version: [UInt8]
    /// 0 for a version that can be parsed, otherwise the order in which it was first recorded, from 1.
    let unreadable: Int

    static func < (left: Key, right: Key) -> Bool {
      left.version != right.version
        ? left.version.lexicographicallyPrecedes(right.version) : left.unreadable < right.unreadable
    }
  }
}
