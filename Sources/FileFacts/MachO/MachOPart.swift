/// A part of a slice, as a load command states it. It need not lie within the slice.
struct MachOPart: Hashable, Sendable {
  /// What messages call it.
  let name: String
  /// Where it starts in the slice, in bytes.
  let offset: UInt64
  /// Its size in bytes.
  let size: UInt64
  /// Where the file states this, in bytes.
  let statedAt: Int

  /// Where it lies in the file. Throws when it is not within its slice.
  func range(in slice: MachOSlice, file: String) throws(FileFactError) -> Range<Int> {
    let end = offset.addingReportingOverflow(size)
    guard !end.overflow, end.partialValue <= slice.size else {
      throw .partOutside(self, slice: slice.size, BytePlace(file: file, offset: statedAt))
    }
    // The slice lies within a file, whose size is an `Int`.
    return (slice.offset + Int(offset))..<(slice.offset + Int(end.partialValue))
  }
}
