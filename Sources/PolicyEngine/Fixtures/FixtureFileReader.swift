import LuaRuntime

/// Reads what a description says of one file: a text, or a table.
struct FixtureFileReader {
  static let fields = ["text", "executable", "link", "directory", "mach_o", "png", "icns"]

  static func file(_ value: LuaValue, place: String, path: String) throws(DeclarationError) -> Fixture.File {
    switch value {
    case .string(let text): return .text(text, mode: 0o644)
    case .table: return try file(DeclarationReader(value, place: "\(place), files, \(path)", known: fields))
    default:
      throw DeclarationError(
        "\(place), files: '\(path)' must be a text or { text = …, executable = …, link = … }, found \(value.typeName)"
      )
    }
  }

  private static func file(_ reader: DeclarationReader) throws(DeclarationError) -> Fixture.File {
    let contents = fields.filter { $0 != "executable" && reader.has($0) }
    guard contents.count < 2 else {
      throw DeclarationError("\(reader.place): '\(contents[0])' and '\(contents[1])' are two things; give one")
    }
    if let target = try reader.text("link") { return .link(target) }
    if try reader.boolean("directory") == true { return .directory }
    let isExecutable = try reader.boolean("executable")
    let mode: UInt16 = isExecutable == true ? 0o755 : 0o644
    if reader.has("mach_o") {
      // Code that can't be run is what has to be said.
      return .bytes(try machO(reader).bytes, mode: isExecutable == false ? 0o644 : 0o755)
    }
    if reader.has("png") { return .bytes(try png(reader), mode: mode) }
    if reader.has("icns") { return .bytes(try icns(reader), mode: mode) }
    return .text(try reader.text("text") ?? "", mode: mode)
  }

  private static func machO(_ file: DeclarationReader) throws(DeclarationError) -> MachOContent {
    let reader = try DeclarationReader(
      file.value("mach_o"), place: "\(file.place), mach_o",
      known: ["architectures", "platform", "minimum_os", "file_type", "libraries", "rpaths", "is_pie"])
    var content = MachOContent()
    if let names = try reader.texts("architectures") {
      content.architectures = []
      for name in names {
        guard let architecture = MachOContent.Architecture(rawValue: name) else {
          throw .unknown(
            "architecture", name, among: MachOContent.Architecture.allCases.map(\.rawValue), in: reader.place)
        }
        content.architectures.append(architecture)
      }
      guard !content.architectures.isEmpty, Set(names).count == names.count else {
        throw DeclarationError("\(reader.place): 'architectures' names at least one, and each once")
      }
    }
    content.platform = try reader.word("platform", MachOContent.Platform.self) ?? content.platform
    content.fileType = try reader.word("file_type", MachOContent.FileType.self) ?? content.fileType
    if let text = try reader.text("minimum_os") {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt32($0) }
      guard (1...3).contains(parts.count), let major = parts[0], major < 65_536,
        parts.dropFirst().allSatisfy({ ($0 ?? 256) < 256 })
      else {
        throw DeclarationError("\(reader.place): 'minimum_os' is a version such as \"13.0\", not '\(text)'")
      }
      content.minimumOS = (major, parts.count > 1 ? parts[1] ?? 0 : 0, parts.count > 2 ? parts[2] ?? 0 : 0)
    }
    content.libraries = try reader.texts("libraries") ?? content.libraries
    content.rpaths = try reader.texts("rpaths") ?? []
    content.isPIE = try reader.boolean("is_pie") ?? true
    return content
  }

  private static func png(_ file: DeclarationReader) throws(DeclarationError) -> [UInt8] {
    let reader = try DeclarationReader(
      file.value("png"), place: "\(file.place), png", known: ["width", "height", "has_alpha"])
    let width = try side(reader, "width")
    return PictureContent.png(
      width: width, height: reader.has("height") ? try side(reader, "height") : width,
      hasAlpha: try reader.boolean("has_alpha") ?? false)
  }

  private static func side(_ reader: DeclarationReader, _ field: String) throws(DeclarationError) -> UInt32 {
    guard case .integer(let pixels) = reader.value(field), (1...65_536).contains(pixels) else {
      throw reader.mismatch(field, expected: "a number of pixels from 1 to 65536", found: reader.value(field))
    }
    return UInt32(pixels)
  }

  /// The types that hold a PNG, and its pixels.
  private static let icons: [(type: String, side: UInt32)] = [
    ("ic07", 128), ("ic08", 256), ("ic09", 512), ("ic10", 1024), ("ic11", 32), ("ic12", 64), ("ic13", 256),
    ("ic14", 512),
  ]

  private static func icns(_ file: DeclarationReader) throws(DeclarationError) -> [UInt8] {
    let reader = try DeclarationReader(file.value("icns"), place: "\(file.place), icns", known: ["types"])
    guard let types = try reader.texts("types"), !types.isEmpty else {
      throw DeclarationError("\(reader.place): 'types' is missing: its elements, such as { \"ic10\" }")
    }
    var elements: [(type: String, side: UInt32)] = []
    for type in types {
      guard let icon = icons.first(where: { $0.type == type }) else {
        throw .unknown("type", type, among: icons.map(\.type), in: reader.place)
      }
      elements.append(icon)
    }
    return PictureContent.icns(elements)
  }
}
