/// Writes values as binary property lists in all widths of the format, with or without shared objects, and sometimes with an error.
struct BinarySpelling {
  private var random: RandomNumbers
  private let oddity: Double
  private let sharing: Double
  private let referenceSize: Int
  private var objects: [[UInt8]] = []
  private var known: [[UInt8]: Int] = [:]

  init(_ random: RandomNumbers) {
    self.random = random
    oddity = self.random.of([0, 0, 0.02, 0.08])
    sharing = self.random.of([0, 0.5, 1])
    // Usually one byte would do; samples have fewer than 256 objects or are truncated.
    referenceSize = self.random.chance(0.6) ? 2 : self.random.of([1, 3, 4, 5, 7, 8])
  }

  mutating func document(_ value: SampleValue) -> [UInt8] {
    let root = add(value)
    var file = Array("bplist0\(isOdd() ? random.of(["1", "?", "a", "2", "9"]) : "0")".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(file.count)
      file += object
    }
    let smallest = file.count < 256 ? 1 : file.count < 65_536 ? 2 : 3
    let offsetSize = random.chance(0.6) ? smallest : random.of([smallest, 3, 4, 5, 6, 7, 8])
    let table = file.count
    for offset in offsets {
      file += TextBytes.bigEndian(UInt64(isOdd() ? random.below(table + 4) : offset), offsetSize)
    }
    if isOdd() { file += [0] }
    file += [0, 0, 0, 0, 0, isOdd() ? 1 : 0, UInt8(offsetSize), UInt8(referenceSize)]
    file += TextBytes.bigEndian(UInt64(objects.count + (isOdd() ? random.of([1, -1]) : 0)), 8)
    file += TextBytes.bigEndian(UInt64(isOdd() ? random.below(objects.count + 1) : root), 8)
    file += TextBytes.bigEndian(UInt64(table + (isOdd() ? random.of([1, -1]) : 0)), 8)
    return file
  }

  /// Adds a value with its contents and returns its number.
  private mutating func add(_ value: SampleValue) -> Int {
    switch value {
    case .dictionary(let entries):
      // Like other writers, puts containers before their contents, whose numbers are not known yet.
      let place = reserve()
      let keys = entries.map { isOdd() ? add(.signed(1)) : add(.string($0.key)) }
      let values = entries.map { add($0.value) }
      objects[place] = marker(0xD0, entries.count) + references(keys + values)
      return place
    case .array(let elements), .set(let elements):
      let place = reserve()
      var kind: UInt8 = 0xA0
      if case .set = value { kind = isOdd() ? 0xB0 : 0xC0 }
      let numbers = elements.map { add($0) }
      objects[place] = marker(kind, elements.count) + references(numbers)
      return place
    case .string(let text): return add(string(text))
    case .signed(let number): return add(integer(UInt64(bitPattern: number), isNegative: number < 0))
    case .unsigned(let number): return add(integer(number, isNegative: false))
    case .real(let number):
      if Double(Float(number)) == number, random.chance(0.5) {
        return add([0x22] + TextBytes.bigEndian(UInt64(Float(number).bitPattern), 4))
      }
      return add([isOdd() ? 0x21 : 0x23] + TextBytes.bigEndian(number.bitPattern, 8))
    case .boolean(let flag): return add([isOdd() ? random.of([0x0F, 0x07]) : flag ? 9 : 8])
    case .date(let seconds):
      let odd = [seconds + 0.25, .nan, .infinity, 1e300, -1e20, -0.0]
      return add([isOdd() ? 0x32 : 0x33] + TextBytes.bigEndian((isOdd() ? random.of(odd) : seconds).bitPattern, 8))
    case .data(let bytes): return add(marker(0x40, bytes.count) + bytes)
    case .uid(let number):
      let smallest = number < 256 ? 1 : number < 65_536 ? 2 : 4
      let size = random.chance(0.7) ? smallest : random.of([smallest, 4, 8, 16])
      return add([0x80 | UInt8(size - 1)] + TextBytes.bigEndian(isOdd() ? 1 << 40 : UInt64(number), size))
    case .null: return add([0])
    }
  }

  private mutating func string(_ text: String) -> [UInt8] {
    let isASCII = text.utf8.allSatisfy { $0 < 128 }
    if isOdd() {
      return random.of([
        [0x53, 0x41, 0xE9, 0x42], [0x61, 0xD8, 0x00], [0x62, 0x00, 0x41, 0xDC, 0x00], [0x72, 0xC3, 0xA9],
      ])
    }
    if isASCII, random.chance(0.8) { return marker(0x50, text.utf8.count) + Array(text.utf8) }
    return marker(0x60, text.utf16.count) + TextBytes.encode(text, .utf16BigEndian, mark: false)
  }

  private mutating func integer(_ bits: UInt64, isNegative: Bool) -> [UInt8] {
    let smallest = isNegative || bits >= 1 << 32 ? 8 : bits < 256 ? 1 : bits < 65_536 ? 2 : 4
    // Above the signed range only sixteen bytes represent a nonnegative number.
    var size =
      !isNegative && bits > UInt64(Int64.max) && !isOdd()
      ? 16 : random.chance(0.7) ? smallest : random.of([smallest, 8, 16])
    if isOdd() { size = random.of([1, 2, 4, 8, 16]) }
    let filling: [UInt8] = size == 16 ? Array(repeating: isNegative ? 0xFF : isOdd() ? 3 : 0, count: 8) : []
    let exponent = UInt8(size.trailingZeroBitCount)
    return [0x10 | (isOdd() ? random.of([5, 15, exponent]) : exponent)] + filling
      + TextBytes.bigEndian(bits, min(size, 8))
  }

  private mutating func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    if count < 15, !isOdd() { return [kind | UInt8(count)] }
    let odd: [[UInt8]] = [[0x11], [0x12], [0x13], [0x14]]
    let width = count < 256 && !isOdd() ? [0x10] : random.of(odd)
    let size = 1 << Int(width[0] & 15)
    return [kind | 15] + width + TextBytes.bigEndian(UInt64(isOdd() ? count + 1 : count), size)
  }

  private mutating func references(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { TextBytes.bigEndian(UInt64(isOdd() ? random.below(objects.count + 1) : $0), referenceSize) }
  }

  private mutating func reserve() -> Int {
    objects.append([])
    return objects.count - 1
  }

  private mutating func add(_ object: [UInt8]) -> Int {
    if random.chance(sharing), let number = known[object] { return number }
    objects.append(object)
    known[object] = objects.count - 1
    return objects.count - 1
  }

  private mutating func isOdd() -> Bool { random.chance(oddity) }
}
