/// The entries of one directory, found by name however many there are.
final class Folder: Sendable {
  /// Sorted by the bytes of their names.
  let entries: [DirectoryEntry]
  /// Positions of the first entry of each name in lower case, made when a name is not found as spelled.
  private let folded = Lazy<[[UInt8]: Int], Never>()

  init(_ entries: [DirectoryEntry]) {
    // They are, but for names of an archive that are not UTF-8 and are shown otherwise than they are.
    let isSorted = entries.indices.dropFirst().allSatisfy { !entries[$0].name.precedesInBytes(entries[$0 - 1].name) }
    self.entries = isSorted ? entries : entries.sorted { $0.name.precedesInBytes($1.name) }
  }

  /// Whether there is an entry of exactly this name.
  func contains(_ name: String) -> Bool {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].name.precedesInBytes(name) { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].name.hasSameBytes(as: name)
  }

  /// The first entry whose name is the same but for letter case.
  func entry(ofAnyCase name: String) -> DirectoryEntry? {
    let positions = folded.value {
      Dictionary(entries.enumerated().map { (Array($1.name.lowercased().utf8), $0) }) { first, _ in first }
    }
    return positions[Array(name.lowercased().utf8)].map { entries[$0] }
  }
}
