import Basics
internal import CByteSearch
package import PropertyLists

package struct ByteMatches: Sendable {
  package let matches: [ByteMatch]
  /// The number of searches for one pattern, after the first pass for all.
  package let searches: UInt64
  package let decoded: UInt64
}

extension PatternSet {
  /// Searches a file in what it says: in the strings and keys of a binary property list, in the characters of UTF-16 with a byte order
  /// mark, and in the bytes of any other file. Matches are in the order of their places.
  ///
  /// A match of up to `ByteMatch.longest` bytes is found as in the whole file. Of a longer one, the first bytes are returned, or nothing.
  ///
  /// - Parameters:
  ///   - range: The part of the file to search, for its bytes; nil for all of it.
  ///   - file: The name in messages.
  ///   - windowSize: The number of bytes that begin in one window; the result does not depend on it.
  package func matches(
    in source: any ByteSource, _ range: Range<Int>? = nil, file: String, _ choice: ByteSearchChoice = .init(),
    windowSize: Int = PatternSet.windowSize
  ) throws(ByteSearchError) -> ByteMatches {
    let count = source.count
    let part = (range ?? 0..<count).clamped(to: 0..<max(0, count))
    let head = try mapError(try source.bytes(at: part.lowerBound, count: min(part.count, FileFormat.headLength))) {
      (error: ByteSourceError) in
      ByteSearchError(error, file: file)
    }
    var pass = SearchPass(self, choice, file: file)
    let format = range == nil ? FileFormat(ofFileBeginning: head[...]) : .unknown
    if format == .binaryPlist {
      let list: PropertyList?
      do throws(PropertyListError) {
        list = try PropertyList.open(source, file: file, limits: .documents)
      } catch {
        // A malformed list has no strings that can be read; its bytes are searched.
        guard !error.code.rawValue.hasPrefix("limit.") else {
          throw ByteSearchError(.unreadable, error.message, file: file)
        }
        list = nil
      }
      if let list { return try matches(in: list, &pass, fileSize: count) }
    }
    var bytes = SearchedBytes(source, part, head, file: file, isText: format.isText)
    try search(&bytes, &pass, windowSize)
    return ByteMatches(matches: pass.matches, searches: pass.searches, decoded: 0)
  }

  /// Larger windows do not fit into the processor's cache.
  package static var windowSize: Int { 64 << 10 }

  private func search(_ bytes: inout SearchedBytes, _ pass: inout SearchPass, _ windowSize: Int) throws(ByteSearchError)
  {
    // A byte before and after, which decide about '^', '$' and '\b'.
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 + windowSize + ByteMatch.longest + 1)
    defer { buffer.deallocate() }
    var (start, filled, context) = (0, 0, 0)
    while true {
      filled += try bytes.fill(UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
      let isLast = filled < buffer.count
      let window = UnsafeBufferPointer(rebasing: buffer[..<filled])
      let end = isLast ? filled : context + windowSize
      for hit in try pass.hits(window, own: context..<end, end: isLast ? filled : filled - 1, start: start) {
        bytes.advance(to: start + hit.range.lowerBound, window, start)
        pass.add(
          ByteMatch(
            pattern: hit.pattern, offset: bytes.fileOffset, line: bytes.line,
            text: Array(window[hit.range].prefix(ByteMatch.longest))))
      }
      if isLast || pass.isComplete { return }
      bytes.advance(to: start + end - 1, window, start)
      UnsafeMutableRawBufferPointer(buffer).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[(end - 1)...]))
      (start, filled, context) = (start + end - 1, filled - end + 1, 1)
    }
  }

  private func matches(
    in list: PropertyList, _ pass: inout SearchPass, fileSize: Int
  ) throws(ByteSearchError) -> ByteMatches {
    var decoded: UInt64 = 0
    func search(
      _ text: UnsafeBufferPointer<UInt8>, _ place: Place, _ keyPath: () -> String
    ) throws(ByteSearchError) {
      decoded += UInt64(text.count) + 16
      pass.begin()
      for hit in try pass.hits(text, own: 0..<text.count, end: text.count, start: 0) {
        pass.add(
          ByteMatch(
            pattern: hit.pattern, offset: place.byteOffset.map { Int(clamping: $0) },
            keyPath: keyPath().isEmpty ? nil : keyPath(),
            text: Array(text[hit.range].prefix(ByteMatch.longest))))
      }
    }
    for number in 0..<list.nodeCount where !pass.isComplete {
      let node = PropertyList.Node(index: UInt32(clamping: number))
      switch list.kind(of: node) {
      case .string: try search(list.utf8(of: node), list.place(of: node)) { list.pointer(to: node) }
      case .data:
        if let data = list.data(of: node) {
          try search(data.assumingMemoryBound(to: UInt8.self), list.place(of: node)) { list.pointer(to: node) }
        }
      case .dictionary:
        for position in 0..<list.count(of: node) {
          try search(list.keyUTF8(of: node, at: position), list.keyPlace(of: node, at: position)) {
            list.pointer(to: node) + "/" + JSONPointer.escape(list.key(of: node, at: position))
          }
        }
      default: decoded += 16
      }
    }
    return ByteMatches(matches: pass.matches, searches: pass.searches, decoded: decoded)
  }
}

extension FileFormat {
  fileprivate var isText: Bool { [.text, .html, .xml, .script, .lfsPointer].contains(self) }
}
