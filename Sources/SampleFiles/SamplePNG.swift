import FileFacts

/// A PNG without pixels, for readers of headers.
package struct SamplePNG {
  package var width: UInt32 = 16
  package var height: UInt32 = 8
  package var bitDepth: UInt8 = 8
  /// The specification's number: 6 is red, green, blue, alpha.
  package var colorType: UInt8 = 6
  /// Compression, filter and interlace method.
  package var methods: [UInt8] = [0, 0, 0]
  package var first: [(String, [UInt8])] = []
  package var middle: [(String, [UInt8])] = []
  package var last: [(String, [UInt8])] = [("IDAT", [0, 1, 2]), ("IEND", [])]

  package init() {}

  package init(_ change: (inout SamplePNG) -> Void) { change(&self) }

  /// Adds pixels, two stripes, so that it can be decoded; does nothing if there were more than `limit` (4 Mi) of them, which no
  /// test of a rule decodes. Requires 8 bits per sample and no palette.
  package mutating func draw(limit: UInt64 = 4 << 20) {
    guard bitDepth == 8, UInt64(width) * UInt64(height) <= limit,
      let bytesPerPixel = [0: 1, 2: 3, 4: 2, 6: 4][colorType]
    else { return }
    let data = StripedPixels.data(
      width: Int(width), height: Int(height), bytesPerPixel: bytesPerPixel, isInterlaced: methods.last == 1,
      isRaw: first.contains { $0.0 == "CgBI" })
    last = [("IDAT", data), ("IEND", [])]
  }

  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  package var bytes: [UInt8] {
    var header = ByteWriter()
    header.add(width, height)
    header.add([bitDepth, colorType] + methods)
    var file = ByteWriter()
    file.add(Self.signature)
    for (type, content) in first + [("IHDR", header.bytes)] + middle + last { file.add(Self.chunk(type, content)) }
    return file.bytes
  }

  /// Length, type, content and checksum.
  package static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    var chunk: [UInt8] = []
    PNGChunks.append(type, content, to: &chunk)
    return chunk
  }
}

package enum SampleIcons {
  package static func family(_ elements: [(type: String, content: [UInt8])]) -> [UInt8] {
    var content = ByteWriter()
    for element in elements {
      content.add(text: element.type)
      content.add(UInt32(element.content.count + 8))
      content.add(element.content)
    }
    var file = ByteWriter()
    file.add(text: "icns")
    file.add(UInt32(content.bytes.count + 8))
    file.add(content.bytes)
    return file.bytes
  }
}
