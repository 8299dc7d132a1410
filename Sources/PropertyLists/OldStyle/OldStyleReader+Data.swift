import Basics

extension OldStyleReader {
  /// Reads `<68656c6c 6f>`, and GNUstep's `<*I5>` and `<[base64]>`.
  mutating func angleValue() throws(PropertyListError) {
    if at + 1 < end, text[at + 1] == UInt8(ascii: "*") { return try typedValue() }
    if at + 1 < end, text[at + 1] == UInt8(ascii: "[") { return try base64Data() }
    let start = at
    let before = builder.decoded.count
    at += 1
    while true {
      while at < end, text[at] == 0x20 || (text[at] >= 9 && text[at] <= 13) { at += 1 }
      guard at < end else { throw .unterminatedData(at: start) }
      if text[at] == UInt8(ascii: ">") { break }
      guard let high = Hexadecimal.value(text[at]) else {
        throw .oldStyle("data-digit", "\(describe(at)) in data; expected pairs of hexadecimal digits", at: at)
      }
      guard at + 1 < end, let low = Hexadecimal.value(text[at + 1]) else {
        throw .oldStyle("data-digit", "an odd number of hexadecimal digits in data; each byte needs two", at: at)
      }
      builder.decoded.append(high << 4 | low)
      at += 2
    }
    at += 1
    builder.leaf(.data, builder.decodedRange(since: before), place: UInt32(truncatingIfNeeded: start))
  }

  private mutating func base64Data() throws(PropertyListError) {
    let start = at
    var stop = at + 2
    while stop < end, text[stop] != UInt8(ascii: "]") { stop += 1 }
    guard stop + 1 < end, text[stop + 1] == UInt8(ascii: ">") else { throw .unterminatedData(at: start) }
    let before = builder.decoded.count
    guard case .decoded(nil) = Base64Text.decode(text + at + 2, stop - at - 2, into: &builder.decoded) else {
      throw .badTyped("<[…]> without valid Base64", at: start)
    }
    at = stop + 2
    gnustep(start)
    builder.leaf(.data, builder.decodedRange(since: before), place: UInt32(truncatingIfNeeded: start))
  }

  /// Reads `<*I5>`, `<*R1.5>`, `<*BY>` and `<*D2020-01-01 00:00:00 +0000>`, each with or without quotes around the value.
  private mutating func typedValue() throws(PropertyListError) {
    let start = at
    var stop = at + 2
    while stop < end, text[stop] != UInt8(ascii: ">") { stop += 1 }
    guard stop < end, stop > at + 2 else { throw .unterminatedData(at: start) }
    let type = text[at + 2]
    var first = at + 3
    var last = stop
    if last - first >= 2, text[first] == UInt8(ascii: "\""), text[last - 1] == UInt8(ascii: "\"") {
      first += 1
      last -= 1
    }
    let value = text + first
    let count = last - first
    let place = UInt32(truncatingIfNeeded: start)
    gnustep(start)
    switch type {
    case UInt8(ascii: "I"):
      switch NumberText.integer(value, count) {
      case .signed(let number): builder.leaf(.integer, payload: UInt64(bitPattern: number), place: place)
      case .unsigned(let number): builder.leaf(.integer, payload: number, place: place, flags: NodeRecord.isUnsigned)
      case .empty, .overflow, .unexpected: throw .badTyped("<*I…> without a 64-bit integer", at: start)
      }
    case UInt8(ascii: "R"):
      guard let number = NumberText.real(value, count) else { throw .badTyped("<*R…> without a real", at: start) }
      builder.leaf(.real, payload: number.bitPattern, place: place)
    case UInt8(ascii: "B"):
      guard count == 1, value[0] == UInt8(ascii: "Y") || value[0] == UInt8(ascii: "N") else {
        throw .badTyped("<*B…> with something other than Y or N", at: start)
      }
      builder.leaf(.boolean, payload: value[0] == UInt8(ascii: "Y") ? 1 : 0, place: place)
    case UInt8(ascii: "D"):
      guard let date = DateText.gnustep(value, count) else {
        throw .badTyped("<*D…> without a date such as 2020-01-31 12:00:00 +0000", at: start)
      }
      let node = builder.leaf(.date, payload: date.seconds.bitPattern, place: place)
      if date.isRolledOver {
        builder.remark(
          .dateRolledOver, "a date that does not exist in the calendar; it is normalized", at: start, node: node)
      }
    default: throw .badTyped("a typed value other than <*I…>, <*R…>, <*B…> and <*D…>", at: start)
    }
    at = stop + 1
  }

  private mutating func gnustep(_ start: Int) {
    builder.remark(
      .gnustepValue, "GNUstep's notation, which Foundation cannot read", at: start, node: builder.nextNode)
  }
}

extension DateText {
  /// Parses `YYYY-MM-DD hh:mm:ss ±hhmm`.
  static func gnustep(_ text: UnsafePointer<UInt8>, _ count: Int) -> Reading? {
    let pattern = "dddd-dd-dd dd:dd:dd sdddd".utf8
    guard count == pattern.count else { return nil }
    var numbers: [Int] = []
    var number = 0
    for (at, expected) in pattern.enumerated() {
      let byte = text[at]
      switch expected {
      case UInt8(ascii: "d"):
        guard byte &- 0x30 <= 9 else { return nil }
        number = number * 10 + Int(byte &- 0x30)
      case UInt8(ascii: "s"):
        guard byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") else { return nil }
      default:
        guard byte == expected else { return nil }
        numbers.append(number)
        number = 0
      }
    }
    guard numbers.count == 6 else { return nil }
    var reading = reading(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    let zone = Double(number / 100 * 3600 + number % 100 * 60)
    reading.seconds -= text[20] == UInt8(ascii: "-") ? -zone : zone
    return reading
  }
}
