import SampleFiles
import SamplePictures
import FileFacts

/// Pictures that can be drawn in every size.
enum Drawing: Sendable {
  /// Colours that run from corner to corner, opaque.
  case gradient
  /// A disc of orange, on nothing.
  case disc
  /// A disc of blue, on nothing.
  case blueDisc
  /// A white square in black, on the left, opaque.
  case square
  /// Red all over.
  case red
  /// Nothing that could be seen, in red.
  case nothing

  /// Red, green, blue and alpha at a column and row of a picture `side` pixels wide and high.
  func pixel(_ x: Int, _ y: Int, side: Int) -> [UInt8] {
    // From 1 to 2 · side - 1, the middle of a pixel in halves.
    let (across, down) = (2 * x + 1, 2 * y + 1)
    let (left, top) = (across - side, down - side)
    let isInDisc = left * left + top * top < side * side * 3 / 4
    switch self {
    case .gradient: return [UInt8(across * 127 / side), UInt8(down * 127 / side), 128, 255]
    case .disc: return isInDisc ? [255, 128, 0, 255] : [0, 0, 0, 0]
    case .blueDisc: return isInDisc ? [0, 0, 255, 255] : [0, 0, 0, 0]
    case .square: return across < side && down > side / 2 ? [255, 255, 255, 255] : [0, 0, 0, 255]
    case .red: return [255, 0, 0, 255]
    case .nothing: return [255, 0, 0, 0]
    }
  }

  /// As a PNG.
  func png(_ side: Int, _ change: (inout SamplePicture) -> Void = { _ in }) -> [UInt8] {
    SamplePicture {
      ($0.width, $0.height) = (side, side)
      $0.pixel = { pixel($0, $1, side: side) }
      change(&$0)
    }.bytes
  }

  /// The PNG that Xcode makes of it for iOS.
  func optimizedPNG(_ side: Int) -> [UInt8] { png(side) { $0.optimization = [0x30, 0, 0x20, 2] } }

  /// Channels one after another, packed.
  func packed(_ channels: [Int], _ side: Int) -> [UInt8] {
    SampleIcons.packed(SampleIcons.planes(channels, side: side) { pixel($0, $1, side: side) })
  }

  /// The content of an element with transparency.
  func argb(_ side: Int) -> [UInt8] { Array("ARGB".utf8) + packed([3, 0, 1, 2], side) }

  /// The content of a mask.
  func mask(_ side: Int) -> [UInt8] { SampleIcons.planes([3], side: side) { pixel($0, $1, side: side) } }
}

extension SampleIcons {
  /// Returns samples packed as in `is32`, with run lengths for three and more equal samples.
  static func packed(_ samples: [UInt8]) -> [UInt8] {
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
  static func planes(_ channels: [Int], side: Int, pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
    channels.flatMap { channel in
      (0..<side).flatMap { y in (0..<side).map { x in pixel(x, y)[channel] } }
    }
  }
}
