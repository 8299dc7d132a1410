import FileSamples
import LuaRuntime

/// Makes a Mach-O file without code out of a description: `{ architectures = { "arm64" }, minimum_os = "13.0" }`.
enum FixtureCode {
  static let fields = [
    "architectures", "file_type", "platform", "minimum_os", "sdk", "libraries", "rpaths", "id", "signed", "encrypted",
    "pie",
  ]

  /// `cputype` and `cpusubtype` of `mach/machine.h`.
  private static let architectures: [(name: String, type: UInt32, subtype: UInt32)] = [
    ("arm64", 0x0100_000C, 0), ("arm64_32", 0x0200_000C, 1), ("arm64e", 0x0100_000C, 2), ("armv7", 12, 9),
    ("armv7k", 12, 12), ("i386", 7, 3), ("x86_64", 0x0100_0007, 3), ("x86_64h", 0x0100_0007, 8),
  ]
  /// `PLATFORM_…` of `mach-o/loader.h`.
  private static let platforms: [(name: String, number: UInt32)] = [
    ("macos", 1), ("ios", 2), ("tvos", 3), ("watchos", 4), ("catalyst", 6), ("ios-simulator", 7),
    ("tvos-simulator", 8), ("watchos-simulator", 9), ("driverkit", 10), ("visionos", 11), ("visionos-simulator", 12),
  ]
  /// `MH_…` of `mach-o/loader.h`.
  private static let types: [(name: String, number: UInt32)] = [
    ("object", 1), ("execute", 2), ("dylib", 6), ("bundle", 8), ("dsym", 10),
  ]

  static func bytes(_ value: LuaValue, in place: String) throws(DeclarationError) -> [UInt8] {
    let reader = try DeclarationReader(value, place: place, known: fields)
    let names = try reader.texts("architectures") ?? ["arm64"]
    var slices: [(type: UInt32, subtype: UInt32, content: [UInt8])] = []
    for name in names {
      guard let architecture = architectures.first(where: { $0.name == name }) else {
        throw .unknown("architectures", name, among: architectures.map(\.name), in: place)
      }
      let content = try slice(architecture.type, architecture.subtype, reader)
      slices.append((architecture.type, architecture.subtype, content))
    }
    guard let first = slices.first else { throw DeclarationError("\(place): 'architectures' is empty") }
    return slices.count == 1 ? first.content : SampleMachO.fat(slices)
  }

  private static func slice(
    _ type: UInt32, _ subtype: UInt32, _ reader: DeclarationReader
  ) throws(DeclarationError) -> [UInt8] {
    var code = SampleMachO()
    code.cpuType = type
    code.cpuSubtype = subtype
    code.is64Bit = type & 0x0100_0000 != 0
    code.fileType = try number("file_type", types, reader) ?? 2
    if try reader.boolean("pie") == false { code.flags &= ~0x20_0000 }
    let platform = try number("platform", platforms, reader)
    let minimumOS = try version("minimum_os", reader)
    let sdk = try version("sdk", reader)
    if platform != nil || minimumOS != nil || sdk != nil {
      // LC_BUILD_VERSION
      code.add(0x32, platform ?? 1, minimumOS ?? 0xD_0000, sdk ?? 0, 0)
    }
    // LC_ID_DYLIB, LC_LOAD_DYLIB, LC_RPATH
    if let id = try reader.text("id") { code.add(library: id, as: 0xD) }
    for library in try reader.texts("libraries") ?? [] { code.add(library: library) }
    for path in try reader.texts("rpaths") ?? [] { code.add(0x8000_001C, [12], text: path) }
    // LC_ENCRYPTION_INFO_64, LC_CODE_SIGNATURE
    if let isEncrypted = try reader.boolean("encrypted") { code.add(0x2C, 0, 0, isEncrypted ? 1 : 0, 0) }
    if try reader.boolean("signed") == true { code.add(0x1D, 0, 0) }
    return code.bytes
  }

  private static func number(
    _ field: String, _ known: [(name: String, number: UInt32)], _ reader: DeclarationReader
  ) throws(DeclarationError) -> UInt32? {
    guard let name = try reader.text(field) else { return nil }
    guard let found = known.first(where: { $0.name == name }) else {
      throw .unknown(field, name, among: known.map(\.name), in: reader.place)
    }
    return found.number
  }

  /// `14.0.1` packed into 16, 8 and 8 bits.
  private static func version(_ field: String, _ reader: DeclarationReader) throws(DeclarationError) -> UInt32? {
    guard let text = try reader.text(field) else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard (1...3).contains(parts.count), !parts.contains(nil) else {
      throw DeclarationError("\(reader.place): '\(text)' in '\(field)' is not a system version such as \"13.0\"")
    }
    let numbers = parts.map { UInt32($0 ?? 0) } + [0, 0]
    return numbers[0] << 16 | numbers[1] << 8 | numbers[2]
  }
}
