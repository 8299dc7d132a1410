import Basics
import CZLib

/// Iterates over the chunks of a PNG (PNG specification, third edition, section 5).
package struct PNGChunks {
  package struct Chunk {
    package let type: String
    package let content: Range<Int>
    /// The chunk with length, type and checksum.
    package let whole: Range<Int>
  }

  private let bytes: [UInt8]
  /// Nil after IEND.
  private var position: Int? = 8

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next chunk; nil after IEND. Throws for one that exceeds the file, and if there is no IEND.
  package mutating func next() throws(PlainPNG.Refusal) -> Chunk? {
    guard let start = position else { return nil }
    guard start < bytes.count else { throw PlainPNG.Refusal("it ends before its last chunk, IEND") }
    guard bytes.count - start >= 12 else { throw PlainPNG.Refusal("it ends within a chunk's header at byte \(start)") }
    let length = Int(number(at: start))
    let type = String(decoding: bytes[(start + 4)..<(start + 8)], as: UTF8.self)
    guard length <= bytes.count - start - 12 else {
      throw PlainPNG.Refusal("it ends within the chunk '\(type)' at byte \(start)")
    }
    let content = (start + 8)..<(start + 8 + length)
    position = type == "IEND" ? nil : content.upperBound + 4
    return Chunk(type: type, content: content, whole: start..<(content.upperBound + 4))
  }

  package func verify(_ chunk: Chunk) throws(PlainPNG.Refusal) {
    let checked = (chunk.content.lowerBound - 4)..<chunk.content.upperBound
    if Self.checksum(bytes[checked]) != number(at: chunk.content.upperBound) {
      throw PlainPNG.Refusal("the checksum of the chunk '\(chunk.type)' at byte \(chunk.whole.lowerBound) is wrong")
    }
  }

  package static func append(_ type: String, _ content: some Collection<UInt8>, to file: inout [UInt8]) {
    append(UInt32(truncatingIfNeeded: content.count), to: &file)
    let start = file.count
    file += type.utf8
    file += content
    append(checksum(file[start...]), to: &file)
  }

  /// Appends a number, most significant byte first.
  package static func append(_ number: UInt32, to file: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { file += $0 }
  }

  /// The 32-bit cyclic redundancy check of chunks (PNG specification, annex D; ISO 3309).
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }

  private func number(at position: Int) -> UInt32 { UInt32(bigEndianBytes: bytes[position..<(position + 4)]) }
}
