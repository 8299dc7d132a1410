/// A compiled asset catalog for tests, laid out as Xcode's are.
package struct SampleCatalog {
  package struct Image {
    package var file = ""
    package var idiom: UInt16 = 0
    package var subtype: UInt16 = 0
    package var scale: UInt16 = 1
    package var appearance: UInt16 = 0
    package var gamut: UInt16 = 0
    package var width: UInt32 = 0
    package var height: UInt32 = 0
    /// One piece; 1009 is a color, 1000 data, 1010 the sizes of an icon.
    package var layout: UInt16 = 12
    package var part: UInt16 = 181
    package var flags: UInt32 = 0
    package var pixelFormat = "ARGB"
    package var isOpaque: Bool? = true
    package var isPacked = false

    package init() {}

    package init(_ change: (inout Image) -> Void) { change(&self) }
  }

  package var coreUIVersion: UInt32 = 917
  package var storageVersion: UInt32 = 17
  package var tool = "Xcode 16.2 (16C5032a) via AssetCatalogSimulatorAgent"
  package var platform = "ios"
  package var minimumOS = "15.0"
  /// The names of appearances, in the order of their numbers.
  package var appearances = ["UIAppearanceAny", "UIAppearanceDark"]
  package var assets: [(name: String, images: [Image])] = []
  /// The identifier of all assets; nil if each has its own, as in real catalogs.
  package var sharedIdentifier: UInt16?
  /// The number of entries in a leaf of a tree.
  package var leafSize = 400

  package var repetitions = 1
  /// The number of attributes at the end of the key format that no key has.
  package var addedAttributes = 0

  package init() {}

  private static let format: [UInt16] = [7, 13, 12, 15, 16, 9, 8, 17, 1, 2, 24]

  package var bytes: [UInt8] {
    var store = Store(leafSize: leafSize)
    var names: [(key: [UInt8], value: [UInt8])] = []
    var renditions: [(key: [UInt8], value: [UInt8])] = []
    for (number, asset) in assets.enumerated() {
      let identifier = sharedIdentifier ?? UInt16(truncatingIfNeeded: number + 1)
      var attributes = ByteWriter(isBigEndian: false)
      attributes.add16(0, 0, 3, 1, 85, 2, asset.images.first?.part ?? 181, 17, identifier)
      names.append((Array(asset.name.utf8), attributes.bytes))
      for (position, image) in asset.images.enumerated() {
        var isShared = false
        if image.isPacked {
          // An identifier shared by several assets would give them the same key.
          let packed = Self.key(image, identifier: 0, element: 9, part: 181, number: 0)
          isShared = renditions.contains { $0.key == packed }
          if !isShared {
            renditions.append((packed, Self.rendition(Image { ($0.layout, $0.isOpaque) = (1004, image.isOpaque) })))
          }
        }
        let own = Self.key(
          image, identifier: identifier, element: 85, part: image.part, number: UInt16(truncatingIfNeeded: position))
        renditions.append((own, Self.rendition(image)))
      }
    }
    store.add("CARHEADER", header(count: renditions.count))
    store.addTree("RENDITIONS", renditions, repetitions: repetitions)
    store.addTree("FACETKEYS", names.sorted { $0.key.lexicographicallyPrecedes($1.key) })
    store.addTree(
      "APPEARANCEKEYS",
      appearances.enumerated().map { (Array($1.utf8), [UInt8(truncatingIfNeeded: $0), 0]) })
    var format = ByteWriter(isBigEndian: false)
    format.add(text: "tmfk")
    format.add(0, UInt32(Self.format.count + addedAttributes))
    for attribute in Self.format { format.add(UInt32(attribute)) }
    for number in 0..<addedAttributes { format.add(UInt32(100 + number)) }
    store.add("KEYFORMAT", format.bytes)
    var metadata = ByteWriter(isBigEndian: false)
    metadata.add(text: "META")
    for text in ["", minimumOS, platform, "bundlepolicy"] { metadata.add(text: text, filledUpTo: 256) }
    store.add("EXTENDED_METADATA", metadata.bytes)
    return store.bytes
  }

  private func header(count: Int) -> [UInt8] {
    var header = ByteWriter(isBigEndian: false)
    header.add(text: "RATC")
    header.add(coreUIVersion, storageVersion, 0, UInt32(truncatingIfNeeded: count))
    header.add(text: "@(#)PROGRAM:CoreUI", filledUpTo: 128)
    header.add(text: tool, filledUpTo: 256)
    header.add([UInt8](repeating: 0, count: 16))
    header.add(0, 2, 1, 2)
    return header.bytes
  }

  private static func key(
    _ image: Image, identifier: UInt16, element: UInt16, part: UInt16, number: UInt16
  ) -> [UInt8] {
    var key = ByteWriter(isBigEndian: false)
    key.add16(
      image.appearance, 0, image.scale, image.idiom, image.subtype, number, 0, identifier, element, part, image.gamut)
    return key.bytes
  }

  private static func rendition(_ image: Image) -> [UInt8] {
    var list = ByteWriter(isBigEndian: false)
    list.add(1004, 8, 0, 0x3F80_0000)
    if image.isPacked {
      var packed = ByteWriter(isBigEndian: false)
      for (attribute, value) in zip(
        format, [image.appearance, 0, image.scale, image.idiom, image.subtype, 0, 0, 0, 9, 181, image.gamut])
      where value != 0 { packed.add16(attribute, value) }
      packed.add16(0, 0)
      list.add(1010, UInt32(30 + packed.bytes.count))
      list.add(text: "KLNI")
      list.add(0, 0, 0, image.width, image.height)
      list.add16(12)
      list.add(UInt32(packed.bytes.count))
      list.add(packed.bytes)
    }
    var pixels = ByteWriter(isBigEndian: false)
    if let isOpaque = image.isOpaque, !image.isPacked {
      pixels.add(text: "MLEC")
      pixels.add(isOpaque ? 3 : 1, 4, 0)
    }
    var head = ByteWriter(isBigEndian: false)
    head.add(text: "ISTC")
    head.add(1, image.flags, image.width, image.height, UInt32(image.scale) * 100)
    head.add(text: String(image.pixelFormat.reversed()), filledUpTo: 4)
    head.add(1, 0)
    head.add16(image.isPacked ? 1003 : image.layout, 0)
    head.add(text: image.file, filledUpTo: 128)
    head.add(UInt32(list.bytes.count), 1, 0, UInt32(pixels.bytes.count))
    return head.bytes + list.bytes + pixels.bytes
  }

  private struct Store {
    let leafSize: Int
    private var blocks: [[UInt8]] = [[]]
    private var names: [(name: String, block: Int)] = []

    init(leafSize: Int) { self.leafSize = leafSize }

    private mutating func add(_ block: [UInt8]) -> UInt32 {
      blocks.append(block)
      return UInt32(blocks.count - 1)
    }

    mutating func add(_ name: String, _ block: [UInt8]) { names.append((name, Int(add(block)))) }

    mutating func addTree(_ name: String, _ entries: [(key: [UInt8], value: [UInt8])], repetitions: Int = 1) {
      var leaves: [(number: UInt32, first: UInt32)] = []
      var pairs: [(key: UInt32, value: UInt32)] = []
      for entry in entries {
        let pair = (add(entry.key), add(entry.value))
        for _ in 0..<repetitions { pairs.append(pair) }
      }
      var rest = pairs[...]
      repeat {
        let some = rest.prefix(leafSize)
        rest = rest.dropFirst(leafSize)
        var list = ByteWriter()
        var first: UInt32 = 0
        for pair in some {
          if first == 0 { first = pair.key }
          list.add(pair.value, pair.key)
        }
        leaves.append((add(Self.node(isLeaf: true, count: some.count, list.bytes)), first))
      } while !rest.isEmpty
      for (leaf, next) in zip(leaves, leaves.dropFirst()) {
        blocks[Int(leaf.number)].replaceSubrange(4..<8, with: withUnsafeBytes(of: next.number.bigEndian, Array.init))
      }
      var root = leaves[0].number
      if leaves.count > 1 {
        var list = ByteWriter()
        for leaf in leaves { list.add(leaf.number, leaf.first) }
        root = add(Self.node(isLeaf: false, count: leaves.count - 1, list.bytes))
      }
      var tree = ByteWriter()
      tree.add(text: "tree")
      tree.add(1, root, 4096, UInt32(entries.count))
      tree.add([0])
      add(name, tree.bytes)
    }

    private static func node(isLeaf: Bool, count: Int, _ list: [UInt8]) -> [UInt8] {
      var node = ByteWriter()
      node.add16(isLeaf ? 1 : 0, UInt16(truncatingIfNeeded: count))
      node.add(0, 0)
      node.add(list)
      return node.bytes
    }

    var bytes: [UInt8] {
      var content = ByteWriter()
      var index = ByteWriter()
      index.add(UInt32(blocks.count))
      for block in blocks {
        index.add(block.isEmpty ? 0 : UInt32(32 + content.bytes.count), UInt32(block.count))
        content.add(block)
      }
      var variables = ByteWriter()
      variables.add(UInt32(names.count))
      for (name, block) in names {
        variables.add(UInt32(block))
        variables.add([UInt8(name.utf8.count)])
        variables.add(text: name)
      }
      var head = ByteWriter()
      head.add(text: "BOMStore")
      let start = UInt32(32 + content.bytes.count)
      head.add(1, UInt32(blocks.count - 1), start, UInt32(index.bytes.count))
      head.add(start + UInt32(index.bytes.count), UInt32(variables.bytes.count))
      return head.bytes + content.bytes + index.bytes + variables.bytes
    }
  }
}
