import Basics
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
    var chunks = PNGChunks(file)
    var plain = Array(file.prefix(8))
    var data: [UInt8] = []
    var count = 0
    let kept: Set = header.isCgBI ? ["IHDR"] : ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]
    while let chunk = try chunks.next() {
      count += 1
      guard count <= PNGHeader.chunkLimit else { throw Refusal("it has more than \(PNGHeader.chunkLimit) chunks") }
      try chunks.verify(chunk)
      if kept.contains(chunk.type) { plain += file[chunk.whole] }
      if header.isCgBI, chunk.type == "IDAT" { data += file[chunk.content] }
    }
    if header.isCgBI {
      PNGChunks.append("IDAT", try AppleOptimizedPixels(header).standard(data), to: &plain)
      PNGChunks.append("IEND", [], to: &plain)
    }
    bytes = plain
  }
}
