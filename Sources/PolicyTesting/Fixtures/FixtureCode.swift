import SampleFiles
import FileFacts
import PolicySchema
import LuaRuntime
import PolicyEngine

/// A Mach-O file without code, described by a fixture: `{ architectures = { "arm64" }, minimum_os = "13.0" }`.
struct FixtureCode {
  static let definition = APIClass(
    "CodeDescription", .declaration,
    "Code of a described bundle; omitted fields have the values of a valid executable.",
    fields: [
      APIField("architectures?", "Architecture|Architecture[]", "The architectures, one slice each."),
      APIField("file_type?", "string", "`object execute dylib bundle dsym`."),
      APIField("platform?", "CodePlatform", "The platform it is built for."),
      APIField("minimum_os?", "string", "The minimum system version."),
      APIField("sdk?", "string", "The SDK it was built with."),
      APIField("libraries?", "string|string[]", "The libraries it is linked with."),
      APIField("rpaths?", "string|string[]", "The run paths that replace `@rpath`."),
      APIField("id?", "string", "The install name of a dynamic library."),
      APIField(
        "exports?", "string|string[]",
        "The symbols that other code finds, such as `_Make`; without these and `imports`, it has no table of symbols."),
      APIField("imports?", "string|string[]", "The symbols that it needs from other code."),
      APIField("classes?", "string|string[]", "The Objective-C classes that it defines."),
      APIField(
        "used_classes?", "string|string[]",
        "The Objective-C classes of other code that it refers to; among its `imports`."
      ),
      APIField("selectors?", "string|string[]", "The Objective-C selectors that it refers to."),
      APIField("local_symbols?", "string|string[]", "Symbols that other code cannot find."),
      APIField("debug_symbols?", "string|string[]", "Entries for debuggers, such as `/tmp/main.o`."),
      APIField("strings?", "string|string[]", "C strings, in the section `__TEXT,__cstring`."),
      APIField("segments?", "SegmentDescription[]", "Further segments."),
      APIField(
        "load_commands?", "string|string[]", "Further load commands without contents: `LC_MAIN`, `LC_SOURCE_VERSION`, …"
      ),
      APIField("without_commands?", "string|string[]", "Load commands that it lacks: `LC_BUILD_VERSION`, …"),
      APIField("source_version?", "string", "The version of its source: `1600.0.39`."),
      APIField("uuid?", "string", "Its UUID; by default, it has none."),
      APIField("is_pie?", "boolean", "Whether it is position-independent."),
      APIField("is_encrypted?", "boolean", "Whether it is encrypted; if omitted, it cannot be encrypted."),
      APIField("encryption?", "EncryptionDescription", "The part that the store encrypts."),
      APIField("has_code_signature?", "boolean", "Whether it is signed."),
      APIField(
        "entitlements?", "table<string, any>", "The entitlements in its signature; implies `has_code_signature`."),
      APIField(
        "info?", "table<string, any>|string", "The Info.plist that is linked into it; a string is its text as it is."),
    ] + FixtureIdentity.definitions.map(implying))

  private static func implying(_ field: APIField) -> APIField {
    APIField(
      field.isOptional ? field.name + "?" : field.name, field.type,
      field.summary.replacing("the bundle identifier", with: "`com.example.app`").dropLast()
        + "; implies `has_code_signature`.")
  }

  static let segmentDefinition = APIClass(
    "SegmentDescription", .declaration, "A segment of described code.",
    fields: [
      APIField("name", "string", "`__TEXT`, `__LLVM`, …"),
      APIField("size?", "integer", "The size in memory, in bytes; by default, that of its sections."),
      APIField("address?", "integer", "Where it starts in memory; by default, after the others."),
      APIField("initial_protection?", "string", "`r-x`, `rw-`, …; by default, `r--`."),
      APIField("max_protection?", "string", "By default, the initial protection."),
      APIField("sections?", "SectionDescription[]", "Its sections."),
    ])

  static let sectionDefinition = APIClass(
    "SectionDescription", .declaration, "A section of described code.",
    fields: [
      APIField("name", "string", "`__text`, `__cstring`, …"),
      APIField("segment?", "string", "By default, the segment that contains it."),
      APIField("size?", "integer", "In bytes, all zeros; by default, that of its strings, or 1."),
      APIField("alignment?", "integer", "In bytes, a power of two; by default, 1."),
      APIField("strings?", "string|string[]", "C strings."),
    ])

  static let encryptionDefinition = APIClass(
    "EncryptionDescription", .declaration, "The part of described code that the store encrypts.",
    fields: [
      APIField("cryptid?", "integer", "By default, 0: it is not encrypted."),
      APIField("offset?", "integer", "Where it starts, in bytes; by default, 0."),
      APIField("size?", "integer", "In bytes; by default, 0."),
    ])

  /// `cputype` and `cpusubtype` of `mach/machine.h`.
  private static let architectures: [(name: String, type: UInt32, subtype: UInt32)] = [
    ("arm64", 0x0100_000C, 0), ("arm64_32", 0x0200_000C, 1), ("arm64e", 0x0100_000C, 2), ("armv7", 12, 9),
    ("armv7k", 12, 12), ("i386", 7, 3), ("x86_64", 0x0100_0007, 3), ("x86_64h", 0x0100_0007, 8),
  ]
  /// `PLATFORM_…` of `mach-o/loader.h`, and the default minimum system of code.
  private static let platforms: [(name: String, number: UInt32, minimumOS: UInt32)] = [
    ("macos", 1, 0xB_0000), ("ios", 2, 0xC_0000), ("tvos", 3, 0xC_0000), ("watchos", 4, 0x5_0000),
    ("catalyst", 6, 0xE_0000), ("ios-simulator", 7, 0xC_0000), ("tvos-simulator", 8, 0xC_0000),
    ("watchos-simulator", 9, 0x5_0000), ("driverkit", 10, 0x13_0000), ("visionos", 11, 0x1_0000),
    ("visionos-simulator", 12, 0x1_0000),
  ]
  /// `MH_…` of `mach-o/loader.h`.
  private static let types: [(name: String, number: UInt32)] = [
    ("object", 1), ("execute", 2), ("dylib", 6), ("bundle", 8), ("dsym", 10),
  ]

  private(set) var architectures = ["arm64", "x86_64"]
  private var fileType: UInt32 = 2
  private var platform = Self.platforms[0]
  private var minimumOS: UInt32?
  private var sdk: UInt32?
  private var libraries = ["/usr/lib/libSystem.B.dylib"]
  private var runPaths: [String] = []
  private var id: String?
  private var symbols: SampleMachO.Symbols?
  private var objectiveC: SampleMachO.ObjectiveC?
  private var isPIE = true
  private var isEncrypted: Bool?
  private var encryption: (system: UInt32, offset: UInt32, size: UInt32)?
  private var layout = FixtureCodeLayout()
  private var isSigned = false
  private var identity = FixtureIdentity()
  private var entitlements: [UInt8]?
  private var info: [UInt8]?
  var signature: SampleSignature?
  var unsigned: Set<String> = []

  /// The executable of a default bundle, signed if there are entitlements.
  init(_ kind: Fixture.Kind, _ platform: Fixture.Platform, entitlements: [UInt8]? = nil) {
    self.entitlements = entitlements
    self.platform = Self.platforms.first { $0.name == platform.rawValue } ?? self.platform
    if !platform.hasContents { architectures = ["arm64"] }
    switch kind {
    case .framework: fileType = 6
    case .plugin: fileType = 8
    default: fileType = 2
    }
  }

  /// Reads a description. By default, it is the code of an application for the Mac, or for the described `platform`.
  init(_ value: LuaValue, in place: String) throws(DeclarationError) {
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    if let name = try reader.text("platform") {
      guard let found = Self.platforms.first(where: { $0.name == name }) else {
        throw .unknown("platform", name, among: Self.platforms.map(\.name), in: place)
      }
      platform = found
      if !["macos", "catalyst", "driverkit"].contains(name) { architectures = ["arm64"] }
    }
    if let names = try reader.texts("architectures") {
      for name in names where !Self.architectures.contains(where: { $0.name == name }) {
        throw .unknown("architecture", name, among: Self.architectures.map(\.name), in: place)
      }
      guard !names.isEmpty, Set(names).count == names.count else {
        throw DeclarationError("\(place): 'architectures' must name at least one architecture, and each only once")
      }
      architectures = names
    }
    if let name = try reader.text("file_type") {
      guard let found = Self.types.first(where: { $0.name == name }) else {
        throw .unknown("file_type", name, among: Self.types.map(\.name), in: place)
      }
      fileType = found.number
    }
    minimumOS = try Self.version("minimum_os", reader)
    sdk = try Self.version("sdk", reader)
    // Object files do not link to libraries.
    libraries = try reader.texts("libraries") ?? (fileType == 1 ? [] : libraries)
    runPaths = try reader.texts("rpaths") ?? []
    id = try reader.text("id")
    try readNames(reader)
    isPIE = try reader.boolean("is_pie") ?? true
    isEncrypted = try reader.boolean("is_encrypted")
    if reader.has("encryption") { encryption = try Self.encryption(reader) }
    layout = try FixtureCodeLayout(reader)
    isSigned =
      try reader.boolean("has_code_signature")
      ?? (["entitlements"] + FixtureIdentity.definitions.map(\.name)).contains(where: reader.has)
    identity = try FixtureIdentity(reader, of: FixtureIdentity.definitions.map(\.name))
    if reader.has("entitlements") {
      guard isSigned else { throw DeclarationError("\(place): code without a signature has no 'entitlements'") }
      entitlements = try Self.propertyList(reader.value("entitlements"), in: "\(place), entitlements")
    }
    if case .string(let text) = reader.value("info") {
      info = Array(text.utf8)
    } else if reader.has("info") {
      info = try Self.propertyList(reader.value("info"), in: "\(place), info")
    }
  }

  private mutating func readNames(_ reader: DeclarationReader) throws(DeclarationError) {
    var (exports, imports) = (try reader.texts("exports") ?? [], try reader.texts("imports") ?? [])
    let (classes, selectors) = (try reader.texts("classes") ?? [], try reader.texts("selectors") ?? [])
    exports += classes.map { "_OBJC_CLASS_$_" + $0 }
    imports += (try reader.texts("used_classes") ?? []).map { "_OBJC_CLASS_$_" + $0 }
    let (locals, debugNames) = (try reader.texts("local_symbols") ?? [], try reader.texts("debug_symbols") ?? [])
    if ["exports", "imports", "classes", "used_classes", "local_symbols", "debug_symbols"].contains(where: reader.has) {
      symbols = .init(locals: locals, exports: exports, imports: imports)
      symbols?.debugNames = debugNames
    }
    if !classes.isEmpty || !selectors.isEmpty { objectiveC = .init(classes: classes, selectors: selectors) }
  }

  private typealias Slice = (type: UInt32, subtype: UInt32, content: [UInt8])

  var bytes: [UInt8] { Self.file(of: slices) }

  /// The file for a description, or for a list of descriptions, each of other slices.
  static func bytes(_ value: LuaValue, in place: String) throws(DeclarationError) -> [UInt8] {
    guard let list = value.table?.list, !list.isEmpty else { return try FixtureCode(value, in: place).bytes }
    var slices: [Slice] = []
    for (number, value) in list.enumerated() {
      let code = try FixtureCode(value, in: "\(place)[\(number + 1)]")
      for slice in code.slices {
        guard !slices.contains(where: { ($0.type, $0.subtype) == (slice.type, slice.subtype) }) else {
          throw DeclarationError("\(place)[\(number + 1)]: an earlier element has a slice for the same architecture")
        }
        slices.append(slice)
      }
    }
    return file(of: slices)
  }

  private static func file(of slices: [Slice]) -> [UInt8] {
    slices.count == 1 ? slices[0].content : SampleMachO.fat(slices)
  }

  private var slices: [Slice] {
    Self.architectures.filter { architectures.contains($0.name) }.map { architecture in
      var code = self
      if unsigned.contains(architecture.name) {
        (code.isSigned, code.entitlements, code.signature) = (false, nil, nil)
      }
      return (architecture.type, architecture.subtype, code.slice(architecture.type, architecture.subtype))
    }
  }

  private func slice(_ type: UInt32, _ subtype: UInt32) -> [UInt8] {
    var code = SampleMachO()
    code.cpuType = type
    code.cpuSubtype = subtype
    code.is64Bit = type & 0x0100_0000 != 0
    code.fileType = fileType
    if !isPIE { code.flags &= ~0x20_0000 }
    // LC_BUILD_VERSION
    let minimum = minimumOS ?? platform.minimumOS
    code.add(0x32, platform.number, minimum, sdk ?? minimum, 0)
    // LC_ID_DYLIB, LC_LOAD_DYLIB, LC_RPATH
    if let id { code.add(library: id, as: 0xD) }
    for library in libraries { code.add(library: library) }
    for path in runPaths { code.add(0x8000_001C, [12], text: path) }
    code.symbols = symbols
    code.objectiveC = objectiveC
    code.embeddedInfo = info
    // LC_ENCRYPTION_INFO_64
    if let encryption {
      code.add(0x2C, encryption.offset, encryption.size, encryption.system, 0)
    } else if let isEncrypted {
      code.add(0x2C, 0, 0, isEncrypted ? 1 : 0, 0)
    }
    layout.add(to: &code)
    if let signature {
      return code.signed(
        with: SampleSignature {
          $0 = signature
          $0.entitlements = entitlements
        })
    }
    if isSigned || entitlements != nil {
      code.signature =
        SampleSignature {
          ($0.entitlements, $0.partHashes) = (entitlements, [:])
          identity.apply(to: &$0)
        }.bytes
    }
    return code.bytes
  }

  private static func encryption(
    _ code: DeclarationReader
  ) throws(DeclarationError) -> (system: UInt32, offset: UInt32, size: UInt32) {
    let reader = try DeclarationReader(
      code.value("encryption"), place: "\(code.place), encryption", of: encryptionDefinition)
    func number(_ field: String) throws(DeclarationError) -> UInt32 {
      UInt32(try reader.integer(field, in: 0...Int64(UInt32.max)) ?? 0)
    }
    return (try number("cryptid"), try number("offset"), try number("size"))
  }

  private static func propertyList(_ value: LuaValue, in place: String) throws(DeclarationError) -> [UInt8] {
    Array(try PropertyListWriter.text(try FixtureReader.entries(value, place), in: place).utf8)
  }

  /// `14.0.1` packed into 16, 8 and 8 bits.
  private static func version(_ field: String, _ reader: DeclarationReader) throws(DeclarationError) -> UInt32? {
    guard let text = try reader.text(field) else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard (1...3).contains(parts.count), !parts.contains(nil) else {
      throw DeclarationError("\(reader.place): '\(field)' must be a version such as \"13.0\", not '\(text)'")
    }
    let numbers = parts.map { UInt32($0 ?? 0) } + [0, 0]
    return numbers[0] << 16 | numbers[1] << 8 | numbers[2]
  }
}
