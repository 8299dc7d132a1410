import Basics

// Strings and keys, as UTF-8.
extension LazyDecoder {
  /// The text of a string object, and whether it had to be recoded.
  mutating func text(
    _ object: Int, _ offset: Int, charges: Bool
  ) throws(PropertyListError) -> (text: UnsafeBufferPointer<UInt8>, isRecoded: Bool) {
    let marker = try objects.marker(at: offset)
    if marker >> 4 == 0x5 {
      let (start, count) = try objects.body(offset, unit: 1)
      if charges { try charge(count, at: offset) }
      try file.load(start, count)
      if BigEndianBytes.isASCII(objects.file + start, count) {
        return (UnsafeBufferPointer(start: objects.file + start, count: count), false)
      }
      return (try recode(object, room: count * 2, start, count, at: offset, Self.latin1), true)
    }
    guard marker >> 4 == 0x6 else { throw .binary("key", "a dictionary key that isn't a string", at: offset) }
    let (start, count) = try objects.body(offset, unit: 2)
    try file.load(start, count * 2)
    let text = try recode(object, room: count * 3, start, count, at: offset, Self.utf16)
    if charges { try charge(text.count, at: offset) }
    return (text, true)
  }

  private mutating func recode(
    _ object: Int, room: Int, _ start: Int, _ count: Int, at offset: Int,
    _ write: (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>) -> Int
  ) throws(PropertyListError) -> UnsafeBufferPointer<UInt8> {
    if let known = recoded[object] { return UnsafeBufferPointer(known) }
    // What was recoded stays, whatever becomes of the value it was recoded for; so it is counted apart, and never less.
    guard count <= limits.maximumExpandedSize - recodedSize else {
      throw .expandedSize(limits.maximumExpandedSize, at: offset)
    }
    guard let memory = malloc(max(room, 1)) else {
      // Out of memory: stop as the standard library's own containers do.
      abort()
    }
    let written = write(objects.file + start, count, memory.bindMemory(to: UInt8.self, capacity: max(room, 1)))
    let cut = realloc(memory, max(written, 1)) ?? memory
    let text = UnsafeMutableBufferPointer(
      start: cut.bindMemory(to: UInt8.self, capacity: max(written, 1)), count: written)
    recoded[object] = text
    recodedSize += written
    return UnsafeBufferPointer(text)
  }

  /// An ASCII string that isn't: Core Foundation takes the bytes for Latin-1.
  private static func latin1(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var to = out
    for at in 0..<count { to += Transcoding.encode(UInt32(bytes[at]), to) }
    return to - out
  }

  private static func utf16(
    _ bytes: UnsafePointer<UInt8>, _ units: Int, _ out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var outcome = Transcoding.Outcome()
    return Transcoding.utf16(bytes, units: units, Transcoding.BigEndian.self, into: out, &outcome)
  }

  mutating func charge(_ bytes: Int, at offset: Int) throws(PropertyListError) {
    expandedSize += bytes
    if expandedSize > limits.maximumExpandedSize { throw .expandedSize(limits.maximumExpandedSize, at: offset) }
  }
}

extension LazyDecoder {
  /// The bytes of a string.
  mutating func utf8(of node: UInt32) -> UnsafeBufferPointer<UInt8> {
    let record = decoded(node).pointee
    guard record.kind == .string else { return UnsafeBufferPointer(start: nil, count: 0) }
    if record.has(LazyRecord.isRecoded), let text = recoded[Int(record.object)] { return UnsafeBufferPointer(text) }
    return stretch(record)
  }

  /// The bytes of data. Other than text they have not been loaded with the value.
  mutating func data(of node: UInt32) -> UnsafeRawBufferPointer? {
    let record = decoded(node)
    guard record.pointee.kind == .data else { return nil }
    do throws(PropertyListError) {
      try file.load(Int(record.pointee.low), Int(record.pointee.high))
      return UnsafeRawBufferPointer(stretch(record.pointee))
    } catch {
      spoil(record, error)
      meet(Int(record.pointee.low))
      return nil
    }
  }

  private func stretch(_ record: LazyRecord) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: objects.file + Int(record.low), count: Int(record.high))
  }
}
