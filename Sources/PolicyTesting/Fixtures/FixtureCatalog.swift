import SampleFiles
import FileFacts
import PolicySchema
import LuaRuntime
import PolicyEngine

/// An asset catalog without pixels, described by a fixture:
/// `{ assets = { { name = "AppIcon", kind = "icon", images = { { width = 120, scale = 2, idiom = "phone" } } } } }`.
struct FixtureCatalog {
  static let definition = APIClass(
    "CatalogDescription", .declaration, "A compiled asset catalog of a described bundle.",
    fields: [
      APIField("assets?", "AssetDescription[]", "Its assets."),
      APIField("storage_version?", "integer", "The version of its format."),
      APIField("tool?", "string", "The tool that wrote it."),
      APIField("platform?", "string", "The platform it was compiled for."),
      APIField("minimum_os?", "string", "The oldest system it was compiled for."),
    ])

  static let assetDefinition = APIClass(
    "AssetDescription", .declaration, "An asset of a described catalog.",
    fields: [
      APIField("name", "string", "Its name."),
      APIField("kind?", "string", "`icon image color data`; by default, an image."),
      APIField("images?", "AssetImageDescription[]", "Its variants; by default, one."),
    ])

  static let imageDefinition = APIClass(
    "AssetImageDescription", .declaration, "A variant of an asset of a described catalog.",
    fields: [
      APIField("width?", "integer", "In pixels."),
      APIField("height?", "integer", "In pixels; by default, the width."),
      APIField("scale?", "integer", "Pixels per point, 1 to 3; by default, 1."),
      APIField("idiom?", "string", "The device it is for; by default, `universal`."),
      APIField("subtype?", "integer", "Distinguishes devices of one idiom."),
      APIField("file?", "string", "The name of the file that it was compiled from."),
      APIField("appearance?", "string", "`UIAppearanceDark`; by default, any."),
      APIField("is_opaque?", "boolean", "Whether it has no transparent pixels; by default, it has none."),
    ])

  /// Indexed by the format's numbers.
  private static let idioms = ["universal", "phone", "pad", "tv", "car", "watch", "marketing", "mac", "vision"]

  private enum Kind: String, CaseIterable {
    case icon, image, color, data
  }

  private static let limit = 1_000

  private var catalog = SampleCatalog()

  var bytes: [UInt8] { catalog.bytes }

  init(_ value: LuaValue, in place: String) throws(DeclarationError) {
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    if let version = try reader.integer("storage_version", in: 1...1_000) { catalog.storageVersion = UInt32(version) }
    if let tool = try reader.text("tool") { catalog.tool = tool }
    if let platform = try reader.text("platform") { catalog.platform = platform }
    if let system = try reader.text("minimum_os") { catalog.minimumOS = system }
    for (asset, place) in try reader.tables("assets", limit: Self.limit) { try add(asset, place) }
  }

  private mutating func add(_ value: LuaValue, _ place: String) throws(DeclarationError) {
    let reader = try DeclarationReader(value, place: place, of: Self.assetDefinition)
    guard let name = try reader.text("name"), !name.isEmpty else {
      throw DeclarationError("\(place): 'name' is missing: the name of the asset, such as \"AppIcon\"")
    }
    let kind = try reader.word("kind", Kind.self) ?? .image
    var images: [SampleCatalog.Image] = []
    for (image, place) in try reader.tables("images", limit: Self.limit) {
      images.append(try self.image(image, kind, place))
    }
    if !reader.has("images") { images = [plain(kind)] }
    if kind == .icon {
      images.insert(SampleCatalog.Image { ($0.file, $0.layout, $0.part, $0.isOpaque) = (name, 1010, 218, nil) }, at: 0)
    }
    catalog.assets.append((name, images))
  }

  private func plain(_ kind: Kind) -> SampleCatalog.Image {
    SampleCatalog.Image { image in
      switch kind {
      case .icon: image.part = 220
      case .image: break
      case .color: (image.layout, image.pixelFormat, image.isOpaque) = (1009, "", nil)
      case .data: (image.layout, image.pixelFormat, image.isOpaque) = (1000, "DATA", nil)
      }
    }
  }

  private mutating func image(
    _ value: LuaValue, _ kind: Kind, _ place: String
  ) throws(DeclarationError) -> SampleCatalog.Image {
    let reader = try DeclarationReader(value, place: place, of: Self.imageDefinition)
    var image = plain(kind)
    if let width = try reader.integer("width", in: 1...65_536) { image.width = UInt32(width) }
    image.height = try reader.integer("height", in: 1...65_536).map { UInt32($0) } ?? image.width
    if let scale = try reader.integer("scale", in: 1...3) { image.scale = UInt16(scale) }
    if let subtype = try reader.integer("subtype", in: 0...65_535) { image.subtype = UInt16(subtype) }
    if let idiom = try reader.text("idiom") {
      guard let number = Self.idioms.firstIndex(of: idiom) else {
        throw DeclarationError.unknown("idiom", idiom, among: Self.idioms, in: place)
      }
      image.idiom = UInt16(number)
    }
    if let file = try reader.text("file") { image.file = file }
    if let appearance = try reader.text("appearance") {
      if !catalog.appearances.contains(appearance) { catalog.appearances.append(appearance) }
      image.appearance = UInt16(catalog.appearances.firstIndex(of: appearance) ?? 0)
    }
    if let isOpaque = try reader.boolean("is_opaque") { image.isOpaque = isOpaque }
    return image
  }
}
