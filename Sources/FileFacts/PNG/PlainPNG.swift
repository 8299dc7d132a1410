import Basics
import CZLib
import PropertyLists

/// A PNG reduced to the chunks that determine its pixels, in the standard format: for displaying an untrusted image without passing on
/// other contents of its file.
///
/// Xcode's variant for iOS (`CgBI`) is converted to a standard PNG.
package struct PlainPNG: Hashable, Sendable {
  package struct Refusal: Error, Hashable, Sendable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  package static let maximumPixels = 1024

  package let bytes: [UInt8]
  package let width: Int
  package let height: Int

  /// Reads all chunks of a file up to IEND; bytes after it are dropped.
  ///
  /// Throws if the file is not a PNG, is larger than `maximumPixels` in either direction, is damaged, or has a wrong checksum. The pixels
  /// are only decoded if the file is Apple's variant.
  package init(_ file: [UInt8]) throws(Refusal) {
    let read = try mapError(try PNGHeader.read(ByteArray(file), file: "")) { (error: FileFactError) in
      Refusal(error.message)
    }
    guard let header = read else { throw Refusal("it is not a PNG") }
    guard header.width <= Self.maximumPixels, header.height <= Self.maximumPixels else {
      throw Refusal("it has \(header.width) × \(header.height) pixels; the limit is \(Self.maximumPixels)")
    }
    (width, height) = (header.width, header.height)
    let chunks = try Self.chunks(of: file)
    var plain = Array(file.prefix(8))
    if header.isCgBI {
      let data = chunks.filter { $0.type == "IDAT" }.flatMap { Array(file[$0.content]) }
      guard let own = chunks.first(where: { $0.type == "IHDR" }) else { throw Refusal("it has no header") }
      plain += file[own.whole]
      Self.append("IDAT", try AppleOptimizedPixels(header).standard(data), to: &plain)
      Self.append("IEND", [], to: &plain)
    } else {
      let kept: Set = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]
      for chunk in chunks where kept.contains(chunk.type) { plain += file[chunk.whole] }
    }
    bytes = plain
  }

  private struct Chunk {
    let type: String
    let whole: Range<Int>
    let content: Range<Int>
  }

  /// The chunks up to IEND, with verified checksums.
  private static func chunks(of file: [UInt8]) throws(Refusal) -> [Chunk] {
    var chunks: [Chunk] = []
    var start = 8
    while chunks.last?.type != "IEND" {
      guard chunks.count < PNGHeader.chunkLimit, file.count - start >= 12 else { throw Refusal("it ends too early") }
      guard let length = Int(exactly: number(file, start)), length <= file.count - start - 12 else {
        throw Refusal("it ends too early")
      }
      let content = (start + 8)..<(start + 8 + length)
      guard checksum(file[(start + 4)..<content.upperBound]) == number(file, content.upperBound) else {
        throw Refusal("a checksum in it is wrong")
      }
      chunks.append(
        Chunk(
          type: String(decoding: file[(start + 4)..<(start + 8)], as: UTF8.self),
          whole: start..<(content.upperBound + 4),
          content: content))
      start = content.upperBound + 4
    }
    return chunks
  }

  private static func number(_ file: [UInt8], _ start: Int) -> UInt32 {
    UInt32(bigEndianBytes: file[start..<(start + 4)])
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }

  private static func append(_ type: String, _ content: [UInt8], to file: inout [UInt8]) {
    let named = Array(type.utf8) + content
    func append(_ number: UInt32) {
      for shift in [24, 16, 8, 0] { file.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    append(UInt32(truncatingIfNeeded: content.count))
    file += named
    append(checksum(named[...]))
  }
}
