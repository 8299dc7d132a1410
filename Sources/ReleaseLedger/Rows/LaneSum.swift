internal import Basics

/// Tells two sets of lane entries apart, whatever order they come in: the sum of their SHA-256, in four parts.
struct LaneSum: Hashable {
  private var parts: [UInt64] = [0, 0, 0, 0]
  private var count: UInt64 = 0

  mutating func add(_ entry: LaneEntry) {
    var digest = SHA256Digest()
    digest.update(bigEndian: Int64(entry.lane.count))
    digest.update(entry.lane)
    digest.update(bigEndian: entry.sequence)
    digest.update(entry.sortKey)
    let bytes = digest.bytes
    for part in 0..<4 { parts[part] &+= UInt64(bigEndianBytes: bytes[part * 8..<part * 8 + 8]) }
    count &+= 1
  }
}
