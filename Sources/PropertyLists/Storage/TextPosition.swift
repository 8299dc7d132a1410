import Basics

struct TextPosition: BitwiseCopyable {
  private(set) var offset: Int
  private var line: UInt32
  private var column: UInt32

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// The start of text. A byte order mark takes no column.
  init(startOf text: UnsafePointer<UInt8>, _ count: Int) {
    offset = 0
    line = 1
    column = count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 0 : 1
  }

  var place: Place { Place(line: line, column: max(column, 1)) }

  mutating func advance(to end: Int, in text: UnsafePointer<UInt8>, _ count: Int) {
    var at = offset
    while at < end {
      let byte = text[at]
      at += 1
      if byte == TextPosition.lineFeed
        || (byte == TextPosition.carriageReturn && !(at < count && text[at] == TextPosition.lineFeed))
      {
        line &+= 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column &+= 1
      }
    }
    offset = max(offset, end)
  }

  static func place(_ text: UnsafePointer<UInt8>, _ count: Int, offset: Int) -> Place {
    var position = TextPosition(startOf: text, count)
    position.advance(to: min(max(offset, 0), count), in: text, count)
    return position.place
  }
}

/// Positions at regular intervals, so that any place in text is found in bounded time, even if lines are long.
struct TextPositionIndex {
  private static let step = 1024
  private let marks: [TextPosition]

  init(_ text: UnsafePointer<UInt8>, _ count: Int) {
    var position = TextPosition(startOf: text, count)
    var marks = [position]
    marks.reserveCapacity(count / TextPositionIndex.step + 1)
    while position.offset + TextPositionIndex.step <= count {
      position.advance(to: position.offset + TextPositionIndex.step, in: text, count)
      marks.append(position)
    }
    self.marks = marks
  }

  func place(_ text: UnsafePointer<UInt8>, _ count: Int, offset: Int) -> Place {
    let offset = min(max(offset, 0), count)
    var position = marks[offset / TextPositionIndex.step]
    position.advance(to: offset, in: text, count)
    return position.place
  }
}
