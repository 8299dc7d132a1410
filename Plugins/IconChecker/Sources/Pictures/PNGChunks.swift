import CZLib

/// Iterates over the chunks of a PNG (PNG specification, third edition, section 5).
struct PNGChunks {
  struct Chunk {
    let type: String
    let content: Range<Int>
    /// The chunk with length, type and checksum.
    let whole: Range<Int>
  }

  private let bytes: [UInt8]
  private var position = 8

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next chunk; nil at the end of the file. Throws for one that exceeds the file.
  mutating func next() throws(PictureError) -> Chunk? {
    guard position < bytes.count else { return nil }
    guard bytes.count - position >= 12 else { throw .damaged("it ends within a chunk's header at byte \(position)") }
    let length = Int(number(at: position))
    let type = String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self)
    guard length <= bytes.count - position - 12 else {
      throw .damaged("it ends within the chunk '\(type)' at byte \(position)")
    }
    let content = (position + 8)..<(position + 8 + length)
    let chunk = Chunk(type: type, content: content, whole: position..<(content.upperBound + 4))
    position = chunk.whole.upperBound
    return chunk
  }

  func verify(_ chunk: Chunk) throws(PictureError) {
    let stated = number(at: chunk.content.upperBound)
    let checked = (chunk.content.lowerBound - 4)..<chunk.content.upperBound
    if Self.checksum(bytes[checked]) != stated {
      throw .damaged("the checksum of the chunk '\(chunk.type)' at byte \(chunk.whole.lowerBound) is wrong")
    }
  }

  static func append(_ type: String, _ content: ArraySlice<UInt8>, to file: inout [UInt8]) {
    append(UInt32(truncatingIfNeeded: content.count), to: &file)
    let start = file.count
    file += Array(type.utf8)
    file += content
    append(checksum(file[start...]), to: &file)
  }

  /// Appends a number, most significant byte first.
  static func append(_ number: UInt32, to file: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { file += $0 }
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }

  private func number(at position: Int) -> UInt32 {
    bytes[position..<(position + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
