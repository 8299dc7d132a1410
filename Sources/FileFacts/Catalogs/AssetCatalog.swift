import Basics
package import PropertyLists

/// A compiled asset catalog (`Assets.car`): its assets and facts about their images. No pixels are decoded.
///
/// Apple does not document the format. The facts are from Colucci's "Reverse engineering the .car file format" (2018) and from the output
/// of Xcode 7 to 26.
package struct AssetCatalog: Hashable, Sendable {
  /// The newest known storage version; Xcode has written it since 2019.
  package static let newestStorageVersion = 17

  package let coreUIVersion: Int
  package let storageVersion: Int
  /// The tool that wrote it: `Xcode 16.2 (16C5032a) via AssetCatalogSimulatorAgent`.
  package let tool: String
  /// The platform it is for, as the tool names it: `ios`; nil if not stated.
  package let platform: String?
  package let minimumOS: String?
  /// Sorted by the bytes of their names.
  package let assets: [Asset]
  /// The images of all assets, grouped by asset.
  package let images: [Image]

  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case icon, image, stack, color, data, texture, other
  }

  package struct Asset: Hashable, Sendable {
    package let name: String
    package let kind: Kind
    /// The positions of its images in `images`; the list of an icon's sizes is not included.
    package let images: Range<Int>
  }

  package struct Image: Hashable, Sendable {
    /// The name of its source file; generated images have a name made up by the tool.
    package let file: String
    package let kind: Kind
    /// The device it is for: `universal`, `phone`, `pad`, `tv`, `car`, `watch`, `marketing`, `mac`, `vision`; otherwise a number.
    package let idiom: String
    /// Distinguishes devices of one idiom, such as screens of watches by their height in pixels; 0 for all.
    package let subtype: Int
    /// Pixels per point; nil if it does not apply, such as for colors and vectors.
    package let scale: Int?
    /// In pixels; 0 if it does not apply.
    package let width: Int
    package let height: Int
    /// `UIAppearanceDark`, `NSAppearanceNameDarkAqua`, …; nil for any.
    package let appearance: String?
    /// `srgb` or `p3`; otherwise a number.
    package let gamut: String
    /// The pixel format: `ARGB`, `GA8`, `PDF`, `SVG`, `JPEG`, …; nil if it has no pixels.
    package let pixelFormat: String?
    /// The compression of the pixels: `lzfse`, …; otherwise a number. Nil if not stated.
    package let compression: String?
    package let isOpaque: Bool?
    package let isVector: Bool
  }
}

extension AssetCatalog {
  /// Returns the asset catalog in a file, or nil if the file is not one. Throws for a block store with a catalog's header whose blocks,
  /// trees or images are inconsistent.
  ///
  /// Reads the index and the heads of images, each once and in ascending order, which suits compressed archives best.
  package static func read(_ source: any ByteSource, file: String) throws(FileFactError) -> AssetCatalog? {
    guard let store = try BlockStore(FieldReader(source, file: file)), store.number(of: "CARHEADER") != nil else {
      return nil
    }
    return try CatalogReader(store).catalog()
  }
}

private enum CatalogAttribute {
  static let element = 1
  static let part = 2
  static let appearance = 7
  static let scale = 12
  static let idiom = 15
  static let subtype = 16
  static let identifier = 17
  static let gamut = 24
}

private struct CatalogAttributes: Hashable {
  /// The attribute is in the upper half of each number.
  private var pairs: [UInt32] = []

  mutating func set(_ attribute: UInt16, _ value: UInt16) { pairs.append(UInt32(attribute) << 16 | UInt32(value)) }

  subscript(attribute: Int) -> Int? { pairs.last { Int($0 >> 16) == attribute }.map { Int($0 & 0xFFFF) } }

  var withoutZeros: CatalogAttributes {
    var found = CatalogAttributes()
    for pair in pairs.sorted() where self[Int(pair >> 16)] == Int(pair & 0xFFFF) && pair & 0xFFFF != 0 {
      if found.pairs.last != pair { found.pairs.append(pair) }
    }
    return found
  }
}

private struct CatalogReader {
  private static let renditionLimit = 1 << 18

  private static let nameLimit = 1 << 17

  private static let nameLength = 1024

  private static let iconPart = 220

  private enum Layout {
    static let vector = 9
    static let data = 1000
    static let stack = 1002
    static let packed = 1004
    static let textures = 1007...1008
    static let color = 1009
    /// The list of an icon's sizes.
    static let sizes = 1010
    /// Images in one or several pieces.
    static let pieces = 0..<1000
    static let reference = 1003
  }

  /// The type of an entry that refers to the packed image with the pixels.
  private static let referenceType: UInt32 = 1010

  /// The maximum number of attributes in a key; real keys have about thirty.
  private static let attributeLimit = 64

  private struct Rendition {
    let key: CatalogAttributes
    let layout: Int
    let file: String
    let flags: UInt32
    let width: Int
    let height: Int
    let scale: Int
    let pixelFormat: String?
    let compression: String?
    /// Nil if the rendition has no pixels of its own.
    let isOpaque: Bool?
    let packedIn: CatalogAttributes?
  }

  private let store: BlockStore

  init(_ store: BlockStore) { self.store = store }

  func catalog() throws(FileFactError) -> AssetCatalog {
    let header = try block("CARHEADER", "RATC", 436)
    let metadata = store.number(of: "EXTENDED_METADATA") == nil ? nil : try block("EXTENDED_METADATA", "META", 1028)
    let renditions = try renditions(keyFormat())
    let appearances = try appearances()
    let packed = Dictionary(
      renditions.filter { $0.layout == Layout.packed }.map { ($0.key.withoutZeros, $0) }
    ) { first, _ in first }
    // Images of a catalog are identified by their identifier, those in an old theme by element and part.
    var groups: [[Int]: (images: [AssetCatalog.Image], isIcon: Bool)] = [:]
    for rendition in renditions where rendition.layout != Layout.packed {
      let group = Self.group(of: rendition.key)
      if rendition.layout == Layout.sizes {
        groups[group, default: ([], false)].isIcon = true
      } else {
        groups[group, default: ([], false)].images.append(Self.image(rendition, packed, appearances))
      }
    }
    var assets: [AssetCatalog.Asset] = []
    var images: [AssetCatalog.Image] = []
    // Each name normally has its own images. In a damaged catalog many names may share images.
    let imageLimit = min(Self.renditionLimit, 2 * renditions.count + 1024)
    for (name, attributes) in try names() {
      let own = groups[Self.group(of: attributes)] ?? ([], false)
      guard own.images.count <= imageLimit - images.count else {
        throw .damaged(
          store.reader.place(0), "names share their images: together they would have more than \(imageLimit)")
      }
      let first = images.count
      images += own.images
      let kind = own.isIcon ? .icon : own.images.first?.kind ?? .other
      assets.append(AssetCatalog.Asset(name: name, kind: kind, images: first..<images.count))
    }
    return AssetCatalog(
      coreUIVersion: Int(try header.uint32(4)), storageVersion: Int(try header.uint32(8)),
      tool: try Self.tool(header),
      platform: try metadata.flatMap { fields throws(FileFactError) in try Self.text(fields, 516, 256) },
      minimumOS: try metadata.flatMap { fields throws(FileFactError) in try Self.text(fields, 260, 256) },
      assets: assets, images: images)
  }

  private static func tool(_ header: Fields) throws(FileFactError) -> String {
    let text = try header.text(148, upTo: 256)
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }

  /// A named block of a fixed length that begins with a tag.
  private func block(_ name: String, _ tag: String, _ length: Int) throws(FileFactError) -> Fields {
    guard let number = store.number(of: name) else { throw .noNamedBlock(name, store.reader.place(0)) }
    let range = try store.range(of: number)
    var fields = try store.reader.fields(
      at: range.lowerBound, count: length, end: range.upperBound, of: "the block \(name)")
    try fields.expect(tag: tag)
    fields.isBigEndian = false
    return fields
  }

  /// The string up to the first zero, or nil if it is empty.
  private static func text(_ fields: Fields, _ position: Int, _ length: Int) throws(FileFactError) -> String? {
    let text = try fields.text(position, upTo: length)
    return text.isEmpty ? nil : text
  }

  /// The key by which renditions of one asset are grouped.
  private static func group(of key: CatalogAttributes) -> [Int] {
    if let identifier = key[CatalogAttribute.identifier], identifier != 0 { return [identifier] }
    return [0, key[CatalogAttribute.element] ?? 0, key[CatalogAttribute.part] ?? 0]
  }

  // MARK: Trees

  private func keyFormat() throws(FileFactError) -> [UInt16] {
    guard let number = store.number(of: "KEYFORMAT") else { throw .noNamedBlock("KEYFORMAT", store.reader.place(0)) }
    var fields = try store.head(of: number, upTo: FieldReader.windowSize, of: "the block KEYFORMAT")
    try fields.expect(tag: "tmfk")
    fields.isBigEndian = false
    let count = Int(try fields.uint32(8))
    guard count <= Self.attributeLimit else { throw .tooManyAttributes(limit: Self.attributeLimit, fields.place(8)) }
    var format: [UInt16] = []
    for position in 0..<count { format.append(UInt16(clamping: try fields.uint32(12 + position * 4))) }
    return format
  }

  private func names() throws(FileFactError) -> [(name: String, attributes: CatalogAttributes)] {
    let entries = try store.entries(of: "FACETKEYS", limit: Self.nameLimit) ?? []
    let keys = try heads(entries.map(\.key), upTo: Self.nameLength, of: "a name of the catalog") {
      fields, _ throws(FileFactError) in
      try fields.text(0, upTo: fields.count)
    }
    let values = try heads(entries.map(\.value), upTo: 6 + 4 * Self.attributeLimit, of: "the attributes of a name") {
      fields, _ throws(FileFactError) in try Self.pairs(fields, 6, count: Int(try fields.uint16(4)))
    }
    return zip(keys, values).map { (name: $0, attributes: $1) }.sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }

  /// Reads the head of each block. The results have the order of `numbers`; the blocks are read in file order.
  private func heads<Head>(
    _ numbers: [Int], upTo limit: Int, of what: String,
    _ read: (_ fields: Fields, _ position: Int) throws(FileFactError) -> Head
  ) throws(FileFactError) -> [Head] {
    var places: [(position: Int, start: Int)] = []
    for (position, number) in numbers.enumerated() {
      places.append((position, try store.range(of: number).lowerBound))
    }
    var heads = [Head?](repeating: nil, count: numbers.count)
    for (position, _) in places.sorted(by: { $0.start < $1.start }) {
      var fields = try store.head(of: numbers[position], upTo: limit, of: what)
      fields.isBigEndian = false
      heads[position] = try read(fields, position)
    }
    return heads.compactMap { $0 }
  }

  private static func pairs(_ fields: Fields, _ start: Int, count: Int) throws(FileFactError) -> CatalogAttributes {
    guard count <= attributeLimit else { throw .tooManyAttributes(limit: attributeLimit, fields.place(start)) }
    var attributes = CatalogAttributes()
    for number in 0..<count {
      attributes.set(try fields.uint16(start + number * 4), try fields.uint16(start + number * 4 + 2))
    }
    return attributes
  }

  private func appearances() throws(FileFactError) -> [Int: String] {
    let entries = try store.entries(of: "APPEARANCEKEYS", limit: 1024) ?? []
    let names = try heads(entries.map(\.key), upTo: Self.nameLength, of: "the name of an appearance") {
      fields, _ throws(FileFactError) in
      try fields.text(0, upTo: fields.count)
    }
    let numbers = try heads(entries.map(\.value), upTo: 4, of: "the number of an appearance") {
      fields, _ throws(FileFactError) in Int(try fields.uint16(0))
    }
    return Dictionary(zip(numbers, names)) { first, _ in first }
  }

  private func renditions(_ format: [UInt16]) throws(FileFactError) -> [Rendition] {
    let entries = try store.entries(of: "RENDITIONS", limit: Self.renditionLimit) ?? []
    let keys = try heads(entries.map(\.key), upTo: 2 * format.count, of: "the key of an image") {
      fields, _ throws(FileFactError) in
      var key = CatalogAttributes()
      for (position, attribute) in format.enumerated() where position * 2 < fields.count {
        key.set(attribute, try fields.uint16(position * 2))
      }
      return key
    }
    return try heads(entries.map(\.value), upTo: FieldReader.windowSize, of: "an image") {
      fields, position throws(FileFactError) in try Self.rendition(keys[position], fields)
    }
  }

  // MARK: Images

  private static func rendition(_ key: CatalogAttributes, _ fields: Fields) throws(FileFactError) -> Rendition {
    let what = "the head of an image"
    try fields.expect(tag: "ISTC")
    let head = try fields.fields(0, 184, of: what)
    let listLength = Int(try head.uint32(168))
    var packedIn: CatalogAttributes?
    var position = 184
    let end = min(184 + listLength, fields.count)
    while position + 8 <= end {
      let (type, length) = (try fields.uint32(position), Int(try fields.uint32(position + 4)))
      if type == referenceType, position + 8 + length <= end, length >= 30 {
        // A reference: tag, position and size in the packed image, its layout, and its key.
        let reference = try fields.fields(position + 8, length, of: "a reference to a packed image")
        let count = Int(try reference.uint32(26)) / 4
        packedIn = try pairs(reference, 30, count: min(count, (reference.count - 30) / 4))
      }
      position += 8 + length
    }
    // The pixels follow the list, in a wrapper that states how they are compressed.
    var (compression, isOpaque): (String?, Bool?) = (nil, nil)
    if listLength <= fields.count - 184, fields.count - 184 - listLength >= 16,
      try fields.code(184 + listLength) == "MLEC"
    {
      compression = Self.compression(Int(try fields.uint32(184 + listLength + 8)))
      isOpaque = try fields.uint32(184 + listLength + 4) & 2 != 0
    }
    let format = try head.part(24, 4, of: what).reversed().filter { $0 != 0x20 && $0 != 0 }
    return Rendition(
      key: key, layout: Int(try head.uint16(36)), file: try head.text(40, upTo: 128), flags: try head.uint32(8),
      width: Int(try head.uint32(12)), height: Int(try head.uint32(16)), scale: Int(try head.uint32(20)),
      pixelFormat: format.isEmpty ? nil : String(decoding: format, as: UTF8.self), compression: compression,
      isOpaque: isOpaque, packedIn: packedIn)
  }

  private static func image(
    _ rendition: Rendition, _ packed: [CatalogAttributes: Rendition], _ appearances: [Int: String]
  ) -> AssetCatalog.Image {
    let container = rendition.packedIn.flatMap { packed[$0.withoutZeros] }
    let appearance = rendition.key[CatalogAttribute.appearance] ?? 0
    let scale = rendition.key[CatalogAttribute.scale] ?? rendition.scale / 100
    return AssetCatalog.Image(
      file: rendition.file, kind: kind(of: rendition),
      idiom: name(rendition.key[CatalogAttribute.idiom] ?? 0, idioms),
      subtype: rendition.key[CatalogAttribute.subtype] ?? 0,
      scale: rendition.width == 0 || scale == 0 ? nil : scale, width: rendition.width, height: rendition.height,
      appearance: appearance == 0 ? nil : appearances[appearance] ?? String(appearance),
      gamut: name(rendition.key[CatalogAttribute.gamut] ?? 0, ["srgb", "p3"]), pixelFormat: rendition.pixelFormat,
      compression: rendition.compression ?? container?.compression, isOpaque: rendition.isOpaque ?? container?.isOpaque,
      isVector: rendition.flags & 4 != 0 || rendition.layout == Layout.vector)
  }

  private static func kind(of rendition: Rendition) -> AssetCatalog.Kind {
    if rendition.key[CatalogAttribute.part] == iconPart { return .icon }
    switch rendition.layout {
    case Layout.color: return .color
    case Layout.data: return .data
    case Layout.stack: return .stack
    case Layout.textures: return .texture
    case Layout.pieces, Layout.reference: return .image
    default: return .other
    }
  }

  private static let idioms = ["universal", "phone", "pad", "tv", "car", "watch", "marketing", "mac", "vision"]

  private static let compressions = [
    "none", "rle", "zip", "lzvn", "lzfse", "jpeg-lzfse", "blurred", "astc", "palette", "hevc", "deepmap", "deepmap2",
  ]

  private static func compression(_ number: Int) -> String { name(number, compressions) }

  private static func name(_ number: Int, _ names: [String]) -> String {
    names.indices.contains(number) ? names[number] : String(number)
  }
}
