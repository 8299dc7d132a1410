/// Where something of a Mach-O slice stands, as the one number that a handle has room for.
struct SliceMember {
  let slice: Int
  /// Nil for what a library calls itself, which is in no list.
  let position: Int?

  private static let bits: UInt32 = 16
  private static let mask: UInt32 = 0xFFFF

  /// A file has at most 64 slices of 16,384 commands.
  init(slice: Int, position: Int?) {
    self.slice = slice
    self.position = position
  }

  init(_ index: UInt32) {
    slice = Int(index >> Self.bits)
    let rank = Int(index & Self.mask)
    position = rank == 0 ? nil : rank - 1
  }

  /// The number that `init(_:)` takes.
  var index: UInt32 {
    let rank = position.map { UInt32(clamping: $0) & Self.mask + 1 } ?? 0
    return UInt32(clamping: slice) << Self.bits | rank
  }
}
