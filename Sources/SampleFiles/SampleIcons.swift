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

  /// The content of a table of contents: types and lengths of elements with their headers.
  package static func contents(_ entries: [(type: String, length: Int)]) -> [UInt8] {
    var content = ByteWriter()
    for entry in entries {
      content.add(text: entry.type)
      content.add(UInt32(entry.length))
    }
    return content.bytes
  }

  /// Returns samples packed as in `is32`, with run lengths for three and more equal samples.
  package static func packed(_ samples: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var literal: [UInt8] = []
    func flush() {
      if !literal.isEmpty { result += [UInt8(literal.count - 1)] + literal }
      literal = []
    }
    var position = 0
    while position < samples.count {
      let run = samples[position...].prefix(130).prefix { $0 == samples[position] }.count
      if run > 2 {
        flush()
        result += [UInt8(run + 125), samples[position]]
        position += run
      } else {
        literal.append(samples[position])
        position += 1
        if literal.count == 128 { flush() }
      }
    }
    flush()
    return result
  }

  /// The chosen channels of a square image, one after another, not packed: 0 is red, 3 is alpha.
  package static func planes(_ channels: [Int], side: Int, pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
    channels.flatMap { channel in
      (0..<side).flatMap { y in (0..<side).map { x in pixel(x, y)[channel] } }
    }
  }
}
