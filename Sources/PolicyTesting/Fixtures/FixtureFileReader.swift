import Basics
import FileFacts
import LuaRuntime
import PolicyEngine
import PolicySchema
import SampleFiles

enum FixtureFileReader {
  static let definition = APIClass(
    "FileDescription", .declaration, "A file of a described bundle.",
    fields: [
      APIField("text?", "string", "Its contents."),
      APIField("base64?", "string", "Its contents in base64."),
      APIField("size?", "number", "Its size in bytes, for a file of zeros that takes no memory: `200e6`."),
      APIField("png?", "PNGDescription", "A PNG file with a header but no pixels."),
      APIField("icns?", "IconFamilyDescription", "An icon family."),
      APIField("catalog?", "CatalogDescription", "A compiled asset catalog."),
      APIField(
        "mach_o?", "CodeDescription|CodeDescription[]",
        "A Mach-O file without code; a list is a universal file with the slices of all its elements."),
      APIField("profile?", "ProfileDescription", "A provisioning profile."),
      APIField("font?", "FontDescription", "A font without glyphs."),
      APIField("archive?", "ArchiveDescription", "A static library."),
      APIField(
        "zip?", "table<string, string|FileDescription>",
        "A zip archive, such as a `.jar`; its files by their names in it."
      ),
      APIField("executable?", "boolean", "Whether it is executable."),
      APIField("mode?", "string", "Its permission bits in octal digits, instead of `executable`: `0600`."),
      APIField(
        "attributes?", "string|string[]", "The names of its extended attributes, as of a file on disk."),
      APIField(
        "apple_double?", "string|string[]", "An AppleDouble file with extended attributes of these names."),
      APIField("link?", "string", "The target of a symbolic link."),
      APIField("directory?", "boolean", "Whether it is a directory."),
      APIField("special?", "boolean", "Whether it is a named pipe, socket or device."),
    ])

  /// A description has exactly one of these fields.
  private static let sorts = definition.fields.map(\.name).filter {
    !["executable", "mode", "attributes"].contains($0)
  }

  static func file(_ value: LuaValue, in place: String) throws(DeclarationError) -> Fixture.File {
    switch value {
    case .string(let text): return .text(text, mode: 0o644)
    case .boolean(false): return .absent
    case .table: break
    default:
      throw DeclarationError(
        "\(place): expected a string or a table such as { png = { width = 120, height = 120 } }, found \(value.typeName)"
      )
    }
    let reader = try DeclarationReader(value, place: place, of: definition)
    let given = sorts.filter(reader.has)
    guard given.count <= 1 else {
      throw DeclarationError("\(place): a file can have '\(given[0])' or '\(given[1])', not both")
    }
    let givenMode = try Self.mode(reader)
    let isExecutable = try reader.boolean("executable")
    let mode: UInt16 = givenMode ?? (isExecutable == true ? 0o755 : 0o644)
    switch given.first {
    case "link": return .link(try reader.text("link") ?? "")
    case "directory":
      return try reader.boolean("directory") == true ? .directory(mode: givenMode ?? 0o755) : .text("", mode: mode)
    case "special": return try reader.boolean("special") == true ? .special : .text("", mode: mode)
    case "base64":
      let digits = (try reader.text("base64") ?? "").utf8.filter { ![0x0A, 0x0D, 0x20].contains($0) }
      guard let bytes = Base64.decode(digits, ignoresUnusedBits: true) else {
        throw DeclarationError("\(place): the value of 'base64' is not base64")
      }
      return .bytes(bytes, mode: mode)
    case "size": return .zeros(try size(reader), mode: mode)
    case "png": return .bytes(try png(reader.value("png"), "\(place), png"), mode: mode)
    case "icns": return .bytes(try icons(reader), mode: mode)
    case "catalog":
      return .bytes(try FixtureCatalog(reader.value("catalog"), in: "\(place), catalog").bytes, mode: mode)
    case "profile":
      return .bytes(try FixtureProfile(reader.value("profile"), in: "\(place), profile").bytes, mode: mode)
    case "archive":
      return .bytes(try FixtureArchive(reader.value("archive"), in: "\(place), archive").bytes, mode: mode)
    case "mach_o":
      // Code that is not executable must be described explicitly.
      let bytes = try FixtureCode.bytes(reader.value("mach_o"), in: "\(place), mach_o")
      return .bytes(bytes, mode: givenMode ?? (isExecutable ?? true ? 0o755 : 0o644))
    case "apple_double": return .bytes(SampleAppleDouble.bytes(try reader.texts("apple_double") ?? []), mode: mode)
    case "font": return .bytes(try font(reader), mode: mode)
    case "zip": return .bytes(try zip(reader), mode: mode)
    default: return .text(try reader.text("text") ?? "", mode: mode)
    }
  }

  static func attributes(_ value: LuaValue, in place: String) throws(DeclarationError) -> [String] {
    guard case .table(let table) = value, let names = table["attributes"] else { return [] }
    return try DeclarationReader(.record([("attributes", names)]), place: place, of: definition).texts("attributes")
      ?? []
  }

  static let fontDefinition = APIClass(
    "FontDescription", .declaration, "A font of a described bundle.",
    fields: [
      APIField("family?", "string", "The name of its family."),
      APIField("style?", "string", "The name of its style."),
      APIField("full_name?", "string", "Its full name."),
      APIField("postscript_name?", "string", "Its PostScript name."),
      APIField("version?", "string", "Its version."),
      APIField("manufacturer?", "string", "Its manufacturer."),
      APIField("copyright?", "string", "Its copyright notice."),
      APIField("is_opentype?", "boolean", "Whether it is an OpenType font; by default, a TrueType font."),
      APIField("tables?", "string|string[]", "The tags of its tables; by default, all that a TrueType font needs."),
    ])

  private static let fontNames: [(field: String, identifier: UInt16)] = [
    ("copyright", 0), ("family", 1), ("style", 2), ("full_name", 4), ("version", 5), ("postscript_name", 6),
    ("manufacturer", 8),
  ]

  private static func font(_ file: DeclarationReader) throws(DeclarationError) -> [UInt8] {
    let reader = try DeclarationReader(file.value("font"), place: "\(file.place), font", of: fontDefinition)
    var font = SampleFont()
    for (field, identifier) in fontNames {
      guard let text = try reader.text(field) else { continue }
      guard text.utf8.count <= 1_000 else {
        throw DeclarationError("\(reader.place): '\(field)' can have at most 1000 bytes")
      }
      font.names.append((identifier, text))
    }
    font.isOpenType = try reader.boolean("is_opentype") ?? false
    if let tables = try reader.texts("tables") { font.tables = Array(tables.prefix(100)) }
    return font.bytes
  }

  private static func mode(_ reader: DeclarationReader) throws(DeclarationError) -> UInt16? {
    guard let text = try reader.text("mode") else { return nil }
    guard let mode = UInt16(text, radix: 8), mode <= 0o7777, text.utf8.count <= 5 else {
      throw DeclarationError("\(reader.place): 'mode' must be octal digits such as \"0644\", not '\(text)'")
    }
    guard !reader.has("executable") else {
      throw DeclarationError("\(reader.place): a file can have 'mode' or 'executable', not both")
    }
    return mode
  }

  private static let zipLimit = 1_000

  private static func zip(_ reader: DeclarationReader) throws(DeclarationError) -> [UInt8] {
    var files: [(name: String, content: [UInt8], mode: UInt16)] = []
    for (name, value) in try reader.entries("zip") {
      let place = "\(reader.place), zip, \(name)"
      switch try file(value, in: place) {
      case .text(let text, let mode): files.append((name, Array(text.utf8), mode))
      case .bytes(let bytes, let mode): files.append((name, bytes, mode))
      case .zeros, .link, .directory, .special, .absent:
        throw DeclarationError("\(place): a described zip archive has only files with contents")
      }
    }
    guard files.count <= zipLimit, files.allSatisfy({ (1...1_000).contains($0.name.utf8.count) }) else {
      throw DeclarationError(
        "\(reader.place): 'zip' can have at most \(zipLimit) files, whose names have at most 1000 bytes")
    }
    return SampleZip.bytes(files)
  }

  private static let maximumSize: Int64 = 1 << 40

  private static func size(_ reader: DeclarationReader) throws(DeclarationError) -> Int {
    let size: Int64?
    switch reader.value("size") {
    case .integer(let number): size = number
    case .number(let number): size = Int64(exactly: number)
    default: size = nil
    }
    guard let size, (0...maximumSize).contains(size) else {
      throw DeclarationError("\(reader.place): 'size' must be a whole number of bytes, 0 to \(maximumSize)")
    }
    return Int(size)
  }

  static let pngDefinition = APIClass(
    "PNGDescription", .declaration, "A PNG file of a described bundle.",
    fields: [
      APIField("width", "integer", "In pixels."),
      APIField("height?", "integer", "In pixels; by default, the width."),
      APIField("has_alpha?", "boolean", "Whether it has an alpha channel."),
      APIField("is_gray?", "boolean", "Whether it is grayscale."),
      APIField("is_interlaced?", "boolean", "Whether it is interlaced."),
      APIField("is_cgbi?", "boolean", "Whether it is Apple's iOS variant (CgBI)."),
    ])

  private static func png(_ value: LuaValue, _ place: String) throws(DeclarationError) -> [UInt8] {
    let reader = try DeclarationReader(value, place: place, of: pngDefinition)
    var picture = SamplePNG()
    picture.width = try pixels("width", reader)
    picture.height = reader.has("height") ? try pixels("height", reader) : picture.width
    let isGray = try reader.boolean("is_gray") == true
    let hasAlpha = try reader.boolean("has_alpha") == true
    // The numbers of the PNG specification.
    picture.colorType = isGray ? (hasAlpha ? 4 : 0) : (hasAlpha ? 6 : 2)
    if try reader.boolean("is_interlaced") == true { picture.methods = [0, 0, 1] }
    if try reader.boolean("is_cgbi") == true { picture.first = [("CgBI", [0x50, 0, 0x20, 0x06])] }
    picture.draw()
    return picture.bytes
  }

  private static func pixels(_ field: String, _ reader: DeclarationReader) throws(DeclarationError) -> UInt32 {
    guard case .integer(let number) = reader.value(field), let pixels = UInt32(exactly: number), pixels > 0,
      pixels <= 1 << 20
    else {
      throw reader.mismatch(field, expected: "a number of pixels, 1 to 1048576", found: reader.value(field))
    }
    return pixels
  }

  static let iconsDefinition = APIClass(
    "IconFamilyDescription", .declaration, "An icon family of a described bundle.",
    fields: [APIField("types", "string|string[]", "Its elements: `ic07`, `ic10`…")])

  private static func icons(_ file: DeclarationReader) throws(DeclarationError) -> [UInt8] {
    let reader = try DeclarationReader(file.value("icns"), place: "\(file.place), icns", of: iconsDefinition)
    guard let types = try reader.texts("types"), !types.isEmpty else {
      throw DeclarationError("\(reader.place): 'types' is missing: the types of its elements, such as { \"ic10\" }")
    }
    var elements: [(type: String, content: [UInt8])] = []
    for type in types {
      guard type.utf8.count == 4 else {
        throw DeclarationError("\(reader.place): '\(type)' is not a type of four characters, such as ic10")
      }
      var picture = SamplePNG()
      picture.width = sides[type] ?? 16
      picture.height = picture.width
      picture.draw()
      elements.append((type, picture.bytes))
    }
    return SampleIcons.family(elements)
  }

  /// The size in pixels of the types that contain a complete image; the contents of other types are never read.
  private static let sides: [String: UInt32] = [
    "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024, "ic11": 32, "ic12": 64, "ic13": 256, "ic14": 512,
  ]
}

/// A static library described by a fixture: `{ members = { { name = "a.o", mach_o = { file_type = "object" } } } }`.
struct FixtureArchive {
  static let definition = APIClass(
    "ArchiveDescription", .declaration, "A static library of a described bundle.",
    fields: [APIField("members?", "ArchiveMemberDescription[]", "Its files, after a table of symbols.")])

  static let memberDefinition = APIClass(
    "ArchiveMemberDescription", .declaration, "A file of a described static library.",
    fields: [
      APIField("name", "string", "Its name."),
      APIField("mach_o?", "CodeDescription", "A Mach-O file without code, usually with `file_type = \"object\"`."),
      APIField("text?", "string", "Its contents, if it is not a Mach-O file."),
    ])

  let bytes: [UInt8]

  init(_ value: LuaValue, in place: String) throws(DeclarationError) {
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    var members: [(name: String, content: [UInt8])] = []
    for (member, place) in try reader.tables("members", limit: 1_000) {
      members.append(try Self.member(member, in: place))
    }
    bytes = SampleArchive.bytes(members)
  }

  private static func member(
    _ value: LuaValue, in place: String
  ) throws(DeclarationError) -> (name: String, content: [UInt8]) {
    let reader = try DeclarationReader(value, place: place, of: memberDefinition)
    guard let name = try reader.text("name"), !name.isEmpty else {
      throw DeclarationError("\(place): 'name' is missing: the name of the file, such as \"a.o\"")
    }
    if reader.has("mach_o") { return (name, try FixtureCode(reader.value("mach_o"), in: "\(place), mach_o").bytes) }
    return (name, Array((try reader.text("text") ?? "").utf8))
  }
}
