/// Writes a property list in the binary format (`CFBinaryPList.c`), so that reading it gives the same values in the same order.
struct BinaryWriter {
  private var list: PropertyList
  private var bytes: [UInt8] = Array("bplist00".utf8)
  private var offsets: [Int] = []

  /// Writes the whole list. Values that the original file shares are written once for each reference.
  static func bytes(of list: PropertyList) -> [UInt8] { bytes(of: list.root, in: list) }

  /// Writes a dictionary of entries, in this order, from the roots of several dictionaries.
  static func bytes(of entries: [(list: PropertyList, position: Int)], startingIn list: PropertyList) -> [UInt8] {
    // The dictionary itself; each entry adds a key and the objects of its value.
    var count = 1
    for (list, position) in entries {
      if let value = list.element(of: list.root, at: position) { count &+= 1 &+ BinaryWriter(list).count(value) }
    }
    let width = width(count)
    var writer = BinaryWriter(list)
    var keys: [Int] = []
    var values: [Int] = []
    for (list, position) in entries {
      writer.list = list
      guard let value = list.element(of: list.root, at: position) else { continue }
      keys.append(writer.write(text: list.keyUTF8(of: list.root, at: position)))
      values.append(writer.write(value, referenceWidth: width))
    }
    writer.offsets.append(writer.bytes.count)
    writer.mark(0xD0, count: values.count)
    for reference in keys + values { writer.append(UInt64(reference), width: width) }
    writer.finish(referenceWidth: width)
    return writer.bytes
  }

  static func bytes(of node: PropertyList.Node, in list: PropertyList) -> [UInt8] {
    var writer = BinaryWriter(list)
    let count = writer.count(node)
    let width = width(count)
    writer.bytes.reserveCapacity(count &* 16)
    writer.offsets.reserveCapacity(count)
    _ = writer.write(node, referenceWidth: width)
    writer.finish(referenceWidth: width)
    return writer.bytes
  }

  private init(_ list: PropertyList) { self.list = list }

  /// The number of objects of a value, including keys. The reader has limited the depth.
  private func count(_ node: PropertyList.Node) -> Int {
    let entries = list.count(of: node)
    var total = 1 &+ (list.kind(of: node) == .dictionary ? entries : 0)
    for position in 0..<entries {
      if let child = list.element(of: node, at: position) { total &+= count(child) }
    }
    return total
  }

  private static func width(_ number: Int) -> Int {
    number < 0x100 ? 1 : number < 0x1_0000 ? 2 : number < 0x1_0000_0000 ? 4 : 8
  }

  private mutating func append(_ number: UInt64, width: Int) {
    for shift in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift &* 8))) }
  }

  private mutating func mark(_ type: UInt8, count: Int) {
    if count < 15 { return bytes.append(type | UInt8(count)) }
    bytes.append(type | 0x0F)
    let width = Self.width(count)
    bytes.append(0x10 | UInt8(width.trailingZeroBitCount))
    append(UInt64(count), width: width)
  }

  /// Writes a value after all values it contains, and returns its object number.
  private mutating func write(_ node: PropertyList.Node, referenceWidth: Int) -> Int {
    let kind = list.kind(of: node)
    var keys: [Int] = []
    var values: [Int] = []
    let entries = list.count(of: node)
    if kind == .dictionary || kind == .array || kind == .set {
      keys.reserveCapacity(kind == .dictionary ? entries : 0)
      values.reserveCapacity(entries)
      for position in 0..<entries {
        guard let child = list.element(of: node, at: position) else { continue }
        if kind == .dictionary { keys.append(write(text: list.keyUTF8(of: node, at: position))) }
        values.append(write(child, referenceWidth: referenceWidth))
      }
    }
    if kind == .string { return write(text: list.utf8(of: node)) }
    let number = offsets.count
    offsets.append(bytes.count)
    switch kind {
    case .dictionary: mark(0xD0, count: values.count)
    case .array: mark(0xA0, count: values.count)
    case .set: mark(0xC0, count: values.count)
    default: writeScalar(node, kind)
    }
    for reference in keys + values { append(UInt64(reference), width: referenceWidth) }
    return number
  }

  private mutating func write(text: UnsafeBufferPointer<UInt8>) -> Int {
    offsets.append(bytes.count)
    if text.allSatisfy({ $0 < 0x80 }) {
      mark(0x50, count: text.count)
      bytes += text
    } else {
      let units = String(decoding: text, as: UTF8.self).utf16
      mark(0x60, count: units.count)
      for unit in units { append(UInt64(unit), width: 2) }
    }
    return offsets.count - 1
  }

  private mutating func writeScalar(_ node: PropertyList.Node, _ kind: PropertyList.Kind) {
    switch kind {
    case .boolean: bytes.append(list.boolean(of: node) == true ? 0x09 : 0x08)
    case .integer:
      switch list.integer(of: node) {
      case .signed(let value)?:
        // Shorter integers are read as unsigned.
        bytes.append(0x13)
        append(UInt64(bitPattern: value), width: 8)
      case .unsigned(let value)?:
        bytes.append(0x14)
        append(0, width: 8)
        append(value, width: 8)
      case nil: bytes.append(0x00)
      }
    case .real:
      bytes.append(0x23)
      append((list.real(of: node) ?? 0).bitPattern, width: 8)
    case .date:
      bytes.append(0x33)
      append((list.date(of: node) ?? 0).bitPattern, width: 8)
    case .data:
      let data = list.data(of: node)
      mark(0x40, count: data?.count ?? 0)
      if let data { bytes += data }
    case .uid:
      bytes.append(0x83)
      append(UInt64(list.uid(of: node) ?? 0), width: 4)
    case .null, .string, .dictionary, .array, .set: bytes.append(0x00)
    }
  }

  private mutating func finish(referenceWidth: Int) {
    let table = bytes.count
    let width = Self.width(table)
    for offset in offsets { append(UInt64(offset), width: width) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(width), UInt8(referenceWidth)]
    append(UInt64(offsets.count), width: 8)
    append(UInt64(offsets.isEmpty ? 0 : offsets.count - 1), width: 8)
    append(UInt64(table), width: 8)
  }
}

extension PropertyList {
  /// The list in the binary format. Reading it gives the same values, in the same order.
  package var binaryBytes: [UInt8] { BinaryWriter.bytes(of: self) }
}
