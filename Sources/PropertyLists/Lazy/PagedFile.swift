import Basics

/// A file of which those parts are in memory that were needed. Whoever uses it sees to it that one thread at a time does.
///
/// Not a mapping of the file: reading from one that has become shorter would end the process.
final class PagedFile: BinaryBytes {
  /// Bytes read at a time. One read of four system pages costs little more than of one.
  static let pageSize = 1 << pageShift
  private static let pageShift = 14

  /// The whole file's addresses, `SourceText.padding` zeros behind them. What isn't loaded reads as zeros too.
  let base: UnsafeMutablePointer<UInt8>
  let count: Int
  private let space: AddressSpace
  private let source: any ByteSource
  private let isLoaded: UnsafeMutablePointer<Bool>

  /// Nil when there is no room for the file's addresses. `source` must not be empty.
  init?(_ source: any ByteSource) {
    count = source.count
    guard let space = AddressSpace(count: count + SourceText.padding) else { return nil }
    base = space.base.bindMemory(to: UInt8.self, capacity: space.count)
    self.space = space
    self.source = source
    // Zeros the system gives: nothing is written for pages that are never needed.
    guard let memory = calloc((count >> PagedFile.pageShift) + 1, 1) else { return nil }
    isLoaded = memory.bindMemory(to: Bool.self, capacity: (count >> PagedFile.pageShift) + 1)
  }

  deinit { free(isLoaded) }

  @inline(__always) func load(_ offset: Int, _ count: Int) throws(PropertyListError) {
    let first = offset >> PagedFile.pageShift
    let last = (offset + max(count, 1) - 1) >> PagedFile.pageShift
    if isLoaded[first] && (first == last || (last == first + 1 && isLoaded[last])) { return }
    try loadPages(first, last)
  }

  @inline(never) private func loadPages(_ first: Int, _ last: Int) throws(PropertyListError) {
    var page = first
    while page <= last {
      var end = page + 1
      if !isLoaded[page] {
        while end <= last, !isLoaded[end] { end += 1 }
        try read(from: page << PagedFile.pageShift, to: min(end << PagedFile.pageShift, count))
        for at in page..<end { isLoaded[at] = true }
      }
      page = end
    }
  }

  private func read(from start: Int, to end: Int) throws(PropertyListError) {
    do throws(ByteSourceError) {
      let got = try source.read(at: start, into: UnsafeMutableRawBufferPointer(start: base + start, count: end - start))
      guard got == end - start else { throw ByteSourceError("it has become shorter while it was read") }
    } catch {
      throw .unreadable(error)
    }
  }
}
