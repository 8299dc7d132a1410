package import Basics
package import PropertyLists

/// Reads a file field by field through a window of 4 KiB, so that a header needs only one read.
///
/// Must not be used by several threads at once.
final class FieldReader {
  static let windowSize = 4096

  let file: String
  let count: Int
  private let source: any ByteSource
  private var window: [UInt8] = []
  private var windowStart = 0

  init(_ source: any ByteSource, file: String) {
    self.source = source
    self.file = file
    count = max(0, source.count)
  }

  func place(_ offset: Int) -> BytePlace { BytePlace(file: file, offset: offset) }

  /// Reads bytes from `offset`; `end` is the end of the part of the file that contains them. Throws if they do not fit.
  func fields(at offset: Int, count wanted: Int, end: Int, of what: String) throws(FileFactError) -> Fields {
    let end = min(end, count)
    guard offset >= 0, wanted >= 0, offset <= end, wanted <= end - offset else {
      throw .ends(within: what, needs: wanted, left: max(0, end - offset), place(min(offset, end)))
    }
    if wanted > Self.windowSize {
      let bytes = try load(offset, wanted)
      guard bytes.count == wanted else { throw .shrank(place(offset + bytes.count)) }
      return Fields(bytes, 0..<wanted, offset: offset, file: file)
    }
    if offset < windowStart || wanted > windowStart + window.count - offset {
      window = try load(offset, Self.windowSize)
      windowStart = offset
      guard window.count >= wanted else { throw .shrank(place(offset + window.count)) }
    }
    let start = offset - windowStart
    return Fields(window, start..<(start + wanted), offset: offset, file: file)
  }

  func begins(with bytes: [UInt8], at offset: Int, end: Int) throws(FileFactError) -> Bool {
    guard offset >= 0, offset <= min(end, count), bytes.count <= min(end, count) - offset else { return false }
    let fields = try fields(at: offset, count: bytes.count, end: end, of: "the beginning")
    return try fields.part(0, bytes.count, of: "the beginning").elementsEqual(bytes)
  }

  private func load(_ offset: Int, _ wanted: Int) throws(FileFactError) -> [UInt8] {
    try mapError(try source.bytes(at: offset, count: wanted)) { (error: ByteSourceError) in
      FileFactError(unreadable: file, error.description)
    }
  }
}

extension FileFormat {
  package static func read(_ source: any ByteSource, file: String) throws(FileFactError) -> FileFormat? {
    let count = min(source.count, headLength)
    guard count > 0 else { return .empty }
    let reader = FieldReader(source, file: file)
    let fields = try reader.fields(at: 0, count: count, end: count, of: "the first bytes")
    return FileFormat(ofFileBeginning: try fields.part(0, count, of: "the first bytes")[...])
  }
}
