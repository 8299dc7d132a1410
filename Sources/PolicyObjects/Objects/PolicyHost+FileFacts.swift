import FileFacts
import LuaRuntime

// The facts of a PNG, an icon family, an asset catalog and a Mach-O file, as policies see them.
extension PolicyHost {
  // MARK: Objects of handles

  /// The path of the file with this number; empty if the handle is stale.
  func path(ofFile number: UInt32) -> String {
    Int(number) < objects.files.count ? objects.files[Int(number)].path : ""
  }

  func iconFamily(_ file: UInt32) -> IconFamily? { objects.facts.iconFamilies[Int(file)]?.facts }

  func image(_ node: LuaNode) -> IconFamily.Image? {
    guard let images = iconFamily(node.owner)?.images, Int(node.index) < images.count else { return nil }
    return images[Int(node.index)]
  }

  func catalog(_ file: UInt32) -> AssetCatalog? { objects.facts.catalogs[Int(file)]?.facts }

  func asset(_ node: LuaNode) -> AssetCatalog.Asset? {
    guard let assets = catalog(node.owner)?.assets, Int(node.index) < assets.count else { return nil }
    return assets[Int(node.index)]
  }

  func assetImage(_ node: LuaNode) -> AssetCatalog.Image? {
    guard let images = catalog(node.owner)?.images, Int(node.index) < images.count else { return nil }
    return images[Int(node.index)]
  }

  func machO(_ file: UInt32) -> MachOFile? { objects.facts.machOFiles[Int(file)]?.facts }

  func slice(_ file: UInt32, _ position: Int) -> MachOSlice? {
    if position >= MachOFile.sliceLimit { return slice(ofMember: position, in: file) }
    guard let slices = machO(file)?.slices, position < slices.count else { return nil }
    return slices[position]
  }

  func slice(_ node: LuaNode) -> MachOSlice? { slice(node.owner, Int(node.index)) }

  func build(_ node: LuaNode) -> MachOSlice.Build? {
    let member = SliceMember(node.index)
    guard let slice = slice(node.owner, member.slice), let position = member.position, position < slice.builds.count
    else { return nil }
    return slice.builds[position]
  }

  /// A field of a build, if its value is a string; the answer is an error if there is no such field.
  func text(_ field: String, ofBuild node: LuaNode, _ answer: LuaAnswer) -> String? {
    guard let build = build(node) else { return nil }
    var field = field
    let isKnown = field.withUTF8 { name in
      if Self.build.has(name) { return true }
      Self.build.read(name, of: build, self, answer)
      return false
    }
    return isKnown ? Self.build.record(of: build).table?[field]?.string : nil
  }

  func library(_ node: LuaNode) -> MachOSlice.Library? {
    let member = SliceMember(node.index)
    guard let slice = slice(node.owner, member.slice) else { return nil }
    guard let position = member.position else { return slice.identification }
    return position < slice.libraries.count ? slice.libraries[position] : nil
  }

  // MARK: Fields

  static let png = ObjectSchema<PNGHeader>(
    "PNG", "a PNG", "The header of a PNG.",
    [
      .integer("width", "In pixels.") { $0.width },
      .integer("height", "In pixels.") { $0.height },
      .integer("bit_depth", "The bits per sample: 1, 2, 4, 8 or 16.") { $0.bitDepth },
      .text("color_type", as: "ColorType", "Its color type.") { $0.colorType.name },
      .boolean("has_alpha", "Whether it has an alpha channel or transparent colors.") { $0.hasAlpha },
      .boolean("is_interlaced", "Whether it is interlaced.") { $0.isInterlaced },
      .boolean("is_cgbi", "Whether it is Apple's iOS variant (CgBI), which other programs cannot show.") { $0.isCgBI },
    ])

  static let icons = ObjectSchema<(icons: IconFamily, node: LuaNode)>(
    "IconFamily", "an icon family", "The contents of an `.icns` file.",
    [
      .texts("types", "The types of all its elements, in order.") { $0.icons.types },
      .value("images", "IconImage[]", "Its pictures.") {
        members(.icnsImage, of: $0.node.index, $0.icons.images.indices)
      },
      .boolean("is_empty", "Whether it has no elements.") { $0.icons.types.isEmpty },
      .integer("largest", "The width in pixels of the widest image; 0 if there is none.") {
        $0.icons.images.map(\.width).max() ?? 0
      },
      .integer("trailing_bytes", "The number of bytes after the length that its header states.") {
        $0.icons.trailingBytes
      },
    ])

  static let image = ObjectSchema<IconFamily.Image>(
    "IconImage", "an image of an icon family", "An image of an icon family.",
    [
      .text("type", "Its type: `ic10`.") { $0.type },
      .text("format", as: "IconFormat", "Its format.") { $0.format.rawValue },
      .integer("width", "In pixels.") { $0.width },
      .integer("height", "In pixels.") { $0.height },
      .integer("points", "The size in points, from its type.") { $0.points },
      .integer("scale", "The scale, from its type.") { $0.scale },
    ])

  static let catalog = ObjectSchema<(catalog: AssetCatalog, node: LuaNode)>(
    "AssetCatalog", "an asset catalog", "The contents of a compiled asset catalog (`Assets.car`).",
    [
      .texts("names", "The names of its assets, sorted.") { $0.catalog.assets.map(\.name) },
      .value("assets", "Asset[]", "Its assets, sorted by name.") {
        members(.asset, of: $0.node.index, $0.catalog.assets.indices)
      },
      .text("tool", "The tool that wrote it: `Xcode 16.2 (16C5032a) via AssetCatalogSimulatorAgent`.") {
        $0.catalog.tool
      },
      .text("platform?", "The platform it was compiled for: `ios`, `macosx`, …") { $0.catalog.platform },
      .text("minimum_os?", "The oldest system it was compiled for.") { $0.catalog.minimumOS },
      .integer("core_ui_version", "The version of CoreUI that wrote it.") { $0.catalog.coreUIVersion },
      .integer("storage_version", "The version of its format.") { $0.catalog.storageVersion },
      .boolean("is_known_version", "Whether bundlepolicy knows the version of its format.") {
        $0.catalog.storageVersion <= AssetCatalog.newestStorageVersion
      },
    ])

  static let asset = ObjectSchema<(asset: AssetCatalog.Asset, node: LuaNode)>(
    "Asset", "an asset", "An asset of a catalog.",
    [
      .text("name", "Its name.") { $0.asset.name },
      .text("kind", as: "AssetKind", "The kind of asset.") { $0.asset.kind.rawValue },
      .value("images", "AssetImage[]", "Its variants: images, or the values of a color.") {
        members(.assetImage, of: $0.node.owner, $0.asset.images)
      },
    ])

  static let assetImage = ObjectSchema<AssetCatalog.Image>(
    "AssetImage", "an image of an asset", "A variant of an asset.",
    [
      .text("file", "The name of the file that it was compiled from.") { $0.file },
      .text("kind", as: "AssetKind", "The kind of asset.") { $0.kind.rawValue },
      .text(
        "idiom",
        "The device it is for: `universal`, `phone`, `pad`, `tv`, `car`, `watch`, `marketing` (the store), `mac`, `vision`."
      ) { $0.idiom },
      .integer("subtype", "Distinguishes devices of one idiom; 0 for all.") { $0.subtype },
      .integer("scale?", "Pixels per point; nil if it has no pixels.") { $0.scale },
      .integer("width", "In pixels; 0 for a color, data or a vector image.") { $0.width },
      .integer("height", "In pixels; 0 for a color, data or a vector image.") { $0.height },
      .text("appearance?", "The appearance it is for: `UIAppearanceDark`; nil for any.") { $0.appearance },
      .text("gamut", "Its range of colors: `srgb` or `p3`.") { $0.gamut },
      .text("pixel_format?", "How its pixels are stored: `ARGB`, `GA8`, `PDF`, `SVG`, `JPEG`, …") { $0.pixelFormat },
      .text("compression?", "How its pixels are compressed: `lzfse`, `palette`, …") { $0.compression },
      .boolean("is_opaque?", "Whether it has no transparent pixels; nil if unknown.") { $0.isOpaque },
      .boolean("is_vector", "Whether it was compiled from a vector image.") { $0.isVector },
    ])

  static let machO = ObjectSchema<(file: MachOFile, node: LuaNode)>(
    "MachO", "a Mach-O file", "A Mach-O file.",
    [
      .boolean("is_fat", "Whether it is a universal (fat) file, even with only one slice.") { $0.file.isFat },
      .texts("architectures", as: "Architecture[]", "The architectures of its slices, in order.") {
        $0.file.slices.map(\.architecture)
      },
      .value("slices", "Slice[]", "Its slices, one per architecture.") {
        members(.machOSlice, of: $0.node.index, $0.file.slices.indices)
      },
    ])

  static let slice = ObjectSchema<(slice: MachOSlice, node: LuaNode)>(
    "Slice", "a Mach-O slice", "The code for one architecture.", methods: HostFunction.sliceMethods,
    [
      .text("architecture", as: "Architecture", "Its architecture.") { $0.slice.architecture },
      .integer("cpu_type", "The CPU type in the header.") { $0.slice.cpuType },
      .integer("cpu_subtype", "The CPU subtype in the header.") { $0.slice.cpuSubtype },
      .integer("offset", "The offset in the file, in bytes.") { $0.slice.offset },
      .integer("size", "In bytes.") { $0.slice.size },
      .text("file_type", "The type of Mach-O file: `execute`, `dylib`, `bundle`, `archive`, …") { $0.slice.fileType },
      .boolean("is_64_bit", "Whether it is 64-bit code.") { $0.slice.is64Bit },
      .boolean("is_big_endian", "Whether it is big-endian.") { $0.slice.isBigEndian },
      .texts("flags", "The names of the flags in the header.") { $0.slice.flags.names },
      .boolean("is_pie", "Whether it is position-independent.") { $0.slice.flags.contains(.positionIndependent) },
      .value("builds", "CodeBuild[]", "The platforms it is built for; code for both macOS and Mac Catalyst has two.") {
        parts(.machOBuild, of: $0.node, $0.slice.builds.indices)
      },
      .text("platform?", as: "CodePlatform", "The platform of the first build.") { $0.slice.builds.first?.platform },
      .text("minimum_os?", "The minimum system version of the first build.") { $0.slice.builds.first?.minimumOS },
      .text("sdk?", "The SDK of the first build.") { $0.slice.builds.first?.sdk },
      .value("libraries", "Library[]", "The libraries it links to.") {
        parts(.machOLibrary, of: $0.node, $0.slice.libraries.indices)
      },
      .value("id?", "Library", "The install name and versions of a dynamic library itself.") {
        $0.slice.identification == nil ? .nil : .node(part(.machOLibrary, of: $0.node, nil))
      },
      .texts("rpaths", "The run paths that replace `@rpath`.") { $0.slice.runPaths },
      .text("source_version?", "The version of its source, as the build stated it.") { $0.slice.sourceVersion },
      .text("uuid?", "The UUID that the linker gave it.") { $0.slice.uuid },
      .boolean("has_code_signature", "Whether it has a code signature; the signature is not verified.") {
        $0.slice.hasCodeSignature
      },
      .answer("signature?", "Signature", "Its code signature; nil if it is not signed.") { host, this, answer in
        host.readSignature(of: this.node, answer)
      },
      .answer(
        "entitlements?", "table<string, any>", "The entitlements in its code signature; nil if there are none."
      ) { host, this, answer in host.readEntitlements(ofSlice: this.node, this.slice, answer) },
      .answer(
        "signer?", "string", "The name of the certificate that signed it: `Apple Distribution: Example (ABCDE12345)`."
      ) { host, this, answer in
        if let signer = host.signer(of: this.node, this.slice, answer) { answer.set(signer.commonName ?? "") }
      },
      .answer(
        "signer_sha256?", "string",
        "The SHA-256 fingerprint of the certificate that signed it; nil if none did, or if the signature lacks it."
      ) { host, this, answer in
        if let signer = host.signer(of: this.node, this.slice, answer) { answer.set(signer.sha256) }
      },
      .answer(
        "info?", "table<string, any>",
        "The Info.plist that is linked into it (section `__TEXT,__info_plist`); nil if there is none, or if the code is encrypted."
      ) { host, this, answer in host.readInfo(ofSlice: this.node, this.slice, answer) },
      .integer("cryptid?", "0 if it is not encrypted; nil if it has no encryption command.") { $0.slice.encryption },
      .symbols(.exports, "exports?", "The symbols that other code finds in it; nil if it has no table of symbols."),
      .symbols(.imports, "imports?", "The symbols that it needs from other code; nil if it has no table of symbols."),
      .symbols(
        .classes, "classes?",
        "The Objective-C classes that it defines; nil if it is encrypted or for the runtime of 32-bit Macs."),
      .symbols(
        .usedClasses, "used_classes?",
        "The Objective-C classes of other code that it refers to; nil if it has no table of symbols."),
      .symbols(
        .selectors, "selectors?",
        "The Objective-C selectors that it refers to, in messages and partly in methods; nil if it is encrypted or for the runtime of 32-bit Macs."
      ),
      .answer(
        "swift_modules?", "string[]",
        "The Swift modules from which it imports symbols, sorted; nil if it has no table of symbols."
      ) { host, this, answer in host.readSwiftModules(of: this.node, answer) },
      .answer("archive?", "Archive", "The static library of this architecture; nil if it is linked code.") {
        host, this, answer in
        if this.slice.fileType == "archive" { host.readArchive(this.node.owner, slice: Int(this.node.index), answer) }
      },
    ] + codeLayoutFields)

  static let build = ObjectSchema<MachOSlice.Build>(
    "CodeBuild", "a build", "A platform that code is built for.",
    [
      .text("platform", as: "CodePlatform", "The system.") { $0.platform },
      .text("minimum_os", "The minimum system version.") { $0.minimumOS },
      .text("sdk?", "The version of the SDK.") { $0.sdk },
      .value("tools", "CodeTool[]", "The tools that built it.") { .list($0.tools.map(PolicyHost.tool.record)) },
    ])

  static let tool = ObjectSchema<MachOSlice.Tool>(
    record: "CodeTool", "A compiler or linker that built code.",
    [
      .text("name", "`clang`, `swift`, `ld`, …") { $0.name },
      .text("version", "Its version: `1115.7.3`.") { $0.version },
    ])

  private static func members(_ kind: ObjectKind, of file: UInt32, _ positions: Range<Int>) -> LuaValue {
    .list(positions.map { .node(LuaNode(kind, owner: Int(file), index: $0)) })
  }

  private static func parts(_ kind: ObjectKind, of slice: LuaNode, _ positions: Range<Int>) -> LuaValue {
    .list(positions.map { .node(part(kind, of: slice, $0)) })
  }

  private static func part(_ kind: ObjectKind, of slice: LuaNode, _ position: Int?) -> LuaNode {
    LuaNode(
      kind: kind.rawValue, owner: slice.owner, index: SliceMember(slice: Int(slice.index), position: position).index)
  }
}

/// The place of something in a Mach-O slice, as the one number that a handle has room for.
struct SliceMember {
  let slice: Int
  /// Nil for the library's own install name, which is not in a list.
  let position: Int?

  // A slice has fewer load commands than 2¹⁵, and a file has fewer slices and archive members than 2¹⁷.
  private static let bits: UInt32 = 15
  private static let mask: UInt32 = 0x7FFF

  init(slice: Int, position: Int?) { (self.slice, self.position) = (slice, position) }

  init(_ index: UInt32) {
    slice = Int(index >> Self.bits)
    let rank = Int(index & Self.mask)
    position = rank == 0 ? nil : rank - 1
  }

  var index: UInt32 {
    let rank = position.map { UInt32(clamping: $0) & Self.mask + 1 } ?? 0
    return UInt32(clamping: slice) << Self.bits | rank
  }
}

// `file.font`
extension PolicyHost {
  static let font = ObjectSchema<FontFile>(
    record: "Font", "A TrueType or OpenType font, or a collection of fonts.",
    [
      .text("kind", as: "FontKind", "The format.") { $0.kind.rawValue },
      .value("faces", "FontFace[]", "Its fonts: one, or those of a collection.") {
        .list($0.faces.map(fontFace.record))
      },
    ])

  static let fontFace = ObjectSchema<FontFile.Face>(
    record: "FontFace", "A font of a font file.",
    [
      .text("family?", "The name of its family: `Example Sans`.") { $0.family },
      .text("style?", "The name of its style: `Bold`.") { $0.style },
      .text("full_name?", "Its full name: `Example Sans Bold`.") { $0.fullName },
      .text("postscript_name?", "The name by which programs find it: `ExampleSans-Bold`.") { $0.postScriptName },
      .text("version?", "Its version: `Version 1.0`.") { $0.version },
      .text("manufacturer?", "Its manufacturer.") { $0.manufacturer },
      .text("copyright?", "Its copyright notice.") { $0.copyright },
      .texts("tables", "The tags of its tables, in order: `cmap`, `glyf`, …") { $0.tables },
    ])
}
