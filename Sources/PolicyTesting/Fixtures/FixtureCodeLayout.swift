import FileFacts
import LuaRuntime
import PolicySchema
import SampleFiles

struct FixtureCodeLayout {
  private var segments: [SampleMachO.Segment] = []
  private var strings: [String] = []
  private var commands: [UInt32] = []
  private var without: Set<UInt32> = []
  private var sourceVersion: UInt64?
  private var uuid: [UInt8]?

  private static let limit = 200
  private static let sizeLimit: Int64 = 16 << 20

  init() {}

  init(_ reader: DeclarationReader) throws(DeclarationError) {
    strings = try reader.texts("strings") ?? []
    commands = try Self.commands("load_commands", reader)
    without = Set(try Self.commands("without_commands", reader))
    if let text = try reader.text("source_version") { sourceVersion = try Self.sourceVersion(text, reader) }
    if let text = try reader.text("uuid") { uuid = try Self.uuid(text, reader) }
    for (value, place) in try reader.tables("segments", limit: Self.limit) {
      segments.append(try Self.segment(value, in: place))
    }
  }

  func add(to code: inout SampleMachO) {
    // LC_UUID, LC_SOURCE_VERSION
    if let uuid { code.commands.append((0x1B, uuid)) }
    if let sourceVersion {
      code.add(0x2A, UInt32(truncatingIfNeeded: sourceVersion), UInt32(truncatingIfNeeded: sourceVersion >> 32))
    }
    for command in commands { code.commands.append((command, [UInt8](repeating: 0, count: 72))) }
    if !strings.isEmpty { code.segments.append(.init("__TEXT", [.init("__cstring", strings: strings)])) }
    code.segments += segments
    code.omitted = without
  }

  // MARK: Reading

  private static func segment(_ value: LuaValue, in place: String) throws(DeclarationError) -> SampleMachO.Segment {
    let reader = try DeclarationReader(value, place: place, of: FixtureCode.segmentDefinition)
    let name = try reader.requiredText("name", purpose: "the name of the segment, such as \"__TEXT\"")
    let protection = try Self.protection("initial_protection", reader) ?? 1
    var segment = SampleMachO.Segment(
      name, protection: protection, maximumProtection: try Self.protection("max_protection", reader))
    if let size = try reader.integer("size", in: 0...Int64.max) { segment.statedSize = UInt64(size) }
    if let address = try reader.integer("address", in: 0...Int64.max) { segment.statedAddress = UInt64(address) }
    for (value, place) in try reader.tables("sections", limit: limit) {
      segment.sections.append(try section(value, in: place))
    }
    return segment
  }

  private static func section(_ value: LuaValue, in place: String) throws(DeclarationError) -> SampleMachO.Section {
    let reader = try DeclarationReader(value, place: place, of: FixtureCode.sectionDefinition)
    let name = try reader.requiredText("name", purpose: "the name of the section, such as \"__text\"")
    var section: SampleMachO.Section
    if let strings = try reader.texts("strings") {
      section = .init(name, strings: strings)
    } else {
      section = .init(name, [UInt8](repeating: 0, count: Int(try reader.integer("size", in: 0...sizeLimit) ?? 1)))
    }
    section.segment = try reader.text("segment")
    if let alignment = try reader.integer("alignment", in: 1...(1 << 31)) {
      guard alignment.nonzeroBitCount == 1 else {
        throw DeclarationError("\(place): 'alignment' must be a power of two, not \(alignment)")
      }
      section.alignment = UInt32(alignment.trailingZeroBitCount)
    }
    return section
  }

  private static func protection(_ field: String, _ reader: DeclarationReader) throws(DeclarationError) -> UInt32? {
    guard let text = try reader.text(field) else { return nil }
    for bits in 0..<UInt32(8) where MachOProtection(rawValue: bits).text == text { return bits }
    throw DeclarationError("\(reader.place): '\(field)' must be a protection such as \"r-x\", not '\(text)'")
  }

  private static func commands(_ field: String, _ reader: DeclarationReader) throws(DeclarationError) -> [UInt32] {
    var commands: [UInt32] = []
    for name in try reader.texts(field) ?? [] {
      guard let number = LoadCommand.number(named: name) else {
        throw .unknown("load command", name, among: LoadCommand.allNames, in: reader.place)
      }
      commands.append(number)
    }
    return commands
  }

  /// `A.B.C.D.E` packed into 24 and four times 10 bits.
  private static func sourceVersion(_ text: String, _ reader: DeclarationReader) throws(DeclarationError) -> UInt64 {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt64($0) }
    guard (1...5).contains(numbers.count), !numbers.contains(nil), let first = numbers[0], first < 1 << 24,
      numbers.dropFirst().allSatisfy({ $0 ?? 0 < 1 << 10 })
    else {
      throw DeclarationError(
        "\(reader.place): 'source_version' must be a version such as \"1600.0.39\", not '\(text)'")
    }
    return (numbers + [nil, nil, nil, nil]).dropFirst().prefix(4).reduce(first) { $0 << 10 | ($1 ?? 0) }
  }

  private static func uuid(_ text: String, _ reader: DeclarationReader) throws(DeclarationError) -> [UInt8] {
    let digits = text.utf8.filter { $0 != 0x2D }.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 32, text.utf8.count == 36 else {
      throw DeclarationError(
        "\(reader.place): 'uuid' must be a UUID such as \"5D7F4B0A-0000-4000-8000-000000000000\", not '\(text)'")
    }
    return stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
