import Basics
package import PropertyLists

package struct StringQuery: Sendable {
  package var starts: [UInt8]?
  package var ends: [UInt8]?
  package var contains: [UInt8]?
  package var among: [[UInt8]]?
  package var limit = 100

  package init() {}
}

extension MachOSlice {
  package static let foundStringsLimit = 1 << 20

  /// Searches the C strings of the code: literals in C, Objective-C and Swift, and names of selectors, classes and types. Swift stores
  /// strings of up to 15 bytes in instructions, where they are not found.
  ///
  /// Returns the distinct strings that meet the conditions, in order, or nil if the code is encrypted or its sections are elsewhere, as for
  /// debug symbols. `source` and `file` must be the source of the slice. Throws if a section with strings is outside the slice, if sections
  /// overlap, if the found strings are too large, and if the file cannot be read.
  package func strings(
    _ query: StringQuery, in source: any ByteSource, file: String
  ) throws(FileFactError) -> [[UInt8]]? {
    guard encryption ?? 0 == 0, fileType != "dsym", fileType != "dylib_stub", commandPart != nil else { return nil }
    let layout = try layout(in: source, file: file)
    var search = StringSearch(query)
    var bytesLeft = size
    for section in layout.sections where section.containsStrings && section.size > 0 && !search.isComplete {
      let part = MachOPart(
        name: "the section \(section.segment),\(section.name)", offset: section.offset, size: section.size,
        fieldOffset: section.fieldOffset)
      let range = try part.range(in: self, file: file)
      guard range.count <= bytesLeft else {
        throw .pointersTooMany(part.name, bytes: size, BytePlace(file: file, offset: part.fieldOffset))
      }
      bytesLeft -= range.count
      guard range.count <= Self.symbolPartLimit else {
        throw .partTooLarge(part, limit: Self.symbolPartLimit, BytePlace(file: file, offset: part.fieldOffset))
      }
      let fields = try FieldReader(source, file: file).fields(
        at: range.lowerBound, count: range.count, end: range.upperBound, of: part.name)
      search.search(try fields.part(0, fields.count, of: part.name))
      guard search.foundBytes <= Self.foundStringsLimit else {
        throw FileFactError(
          .tooLarge, "\(part.name) has more than \(Self.foundStringsLimit) bytes of strings that meet the conditions",
          file: file)
      }
    }
    return search.found
  }
}

private struct StringSearch {
  private let query: StringQuery
  private let among: Set<[UInt8]>
  private let lengths: Set<Int>
  private let leastLength: Int
  private(set) var found: [[UInt8]] = []
  private(set) var foundBytes = 0
  private var known: Set<[UInt8]> = []

  init(_ query: StringQuery) {
    self.query = query
    among = Set(query.among ?? [])
    lengths = Set(among.map(\.count))
    leastLength = [query.starts, query.ends, query.contains].map { $0?.count ?? 0 }.max() ?? 0
  }

  var isComplete: Bool {
    found.count >= query.limit || query.among != nil && found.count >= among.count
      || foundBytes > MachOSlice.foundStringsLimit
  }

  mutating func search(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var start = 0
      while start < bytes.count, !isComplete {
        let end = memchr(base + start, 0, bytes.count - start).map { UnsafeRawPointer($0) - base } ?? bytes.count
        // Padding between strings is not an empty string.
        if end > start, end - start >= leastLength { check(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) }
        start = end + 1
      }
    }
  }

  private mutating func check(_ string: UnsafeRawBufferPointer) {
    if query.among != nil, !lengths.contains(string.count) { return }
    if let starts = query.starts, !string.starts(with: starts) { return }
    if let ends = query.ends, !string.suffix(ends.count).elementsEqual(ends) { return }
    if let contains = query.contains, !Self.contains(contains, in: string) { return }
    let bytes = Array(string)
    if query.among != nil, !among.contains(bytes) { return }
    guard known.insert(bytes).inserted else { return }
    found.append(bytes)
    foundBytes += bytes.count
  }

  private static func contains(_ wanted: [UInt8], in string: UnsafeRawBufferPointer) -> Bool {
    guard let first = wanted.first, let base = string.baseAddress else { return true }
    var start = 0
    while start <= string.count - wanted.count,
      let place = memchr(base + start, Int32(first), string.count - wanted.count - start + 1)
    {
      if wanted.withUnsafeBytes({ memcmp($0.baseAddress ?? base, place, wanted.count) == 0 }) { return true }
      start = UnsafeRawPointer(place) - base + 1
    }
    return false
  }
}
