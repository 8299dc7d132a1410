import SampleFiles
@testable import FileFacts
import PropertyLists
import Testing

@Suite struct AssetCatalogTests {
  private static func read(_ bytes: [UInt8]) throws -> AssetCatalog? {
    try AssetCatalog.read(ByteArray(bytes), file: "Assets.car")
  }

  private typealias Image = SampleCatalog.Image

  /// An app's catalog as written by Xcode: icons for phones in a packed image, one icon for the store, a color.
  private static func app() -> SampleCatalog {
    var catalog = SampleCatalog()
    catalog.assets = [
      (
        "AppIcon",
        [
          Image { ($0.file, $0.layout, $0.part, $0.isOpaque, $0.pixelFormat) = ("AppIcon", 1010, 218, nil, "") },
          Image {
            ($0.file, $0.idiom, $0.scale, $0.width, $0.height) = ("60@2x.png", 1, 2, 120, 120)
            ($0.part, $0.isPacked) = (220, true)
          },
          Image {
            ($0.file, $0.idiom, $0.width, $0.height, $0.part, $0.isOpaque) = ("1024.png", 6, 1024, 1024, 220, false)
          },
        ]
      ),
      ("Zebra", [Image { ($0.layout, $0.isOpaque, $0.pixelFormat, $0.appearance) = (1009, nil, "", 1) }]),
      ("Accent", [Image { ($0.layout, $0.isOpaque, $0.pixelFormat, $0.gamut) = (1009, nil, "", 1) }]),
      ("Map", [Image { ($0.layout, $0.isOpaque, $0.pixelFormat, $0.flags) = (9, nil, "PDF", 4) }]),
      ("Blob", [Image { ($0.layout, $0.isOpaque, $0.pixelFormat) = (1000, nil, "DATA") }]),
      ("Empty", []),
    ]
    return catalog
  }

  @Test func readsAssets() throws {
    let catalog = try #require(try Self.read(Self.app().bytes))
    #expect(catalog.coreUIVersion == 917 && catalog.storageVersion == 17)
    #expect(catalog.tool == "Xcode 16.2 (16C5032a) via AssetCatalogSimulatorAgent")
    #expect(catalog.platform == "ios" && catalog.minimumOS == "15.0")
    #expect(
      catalog.assets.map { "\($0.name) \($0.kind) \($0.images.count)" } == [
        "Accent color 1", "AppIcon icon 2", "Blob data 1", "Empty other 0", "Map image 1", "Zebra color 1",
      ])
    let icons = catalog.images[catalog.assets[1].images]
    #expect(
      icons.map { "\($0.file) \($0.idiom) \($0.width)x\($0.height)" } == [
        "60@2x.png phone 120x120", "1024.png marketing 1024x1024",
      ])
    #expect(icons.map(\.scale) == [2, 1] && icons.map(\.isOpaque) == [true, false])
    #expect(icons.map(\.compression) == ["lzfse", "lzfse"] && icons.map(\.pixelFormat) == ["ARGB", "ARGB"])
    #expect(icons.allSatisfy { $0.kind == .icon && $0.appearance == nil && $0.gamut == "srgb" && !$0.isVector })
    let (accent, zebra, map) = (catalog.images[0], catalog.images.last, catalog.images[catalog.assets[4].images].first)
    #expect(accent.gamut == "p3" && accent.scale == nil && accent.isOpaque == nil && accent.pixelFormat == nil)
    #expect(zebra?.appearance == "UIAppearanceDark")
    #expect(map?.isVector == true && map?.pixelFormat == "PDF" && map?.kind == .image)
  }

  /// Trees with several leaves, and images in another order than their keys.
  @Test(arguments: [1, 2, 3]) func leaves(_ size: Int) throws {
    var catalog = Self.app()
    catalog.leafSize = size
    #expect(try Self.read(catalog.bytes) == Self.read(Self.app().bytes))
  }

  @Test func whatIsNotKnownIsANumber() throws {
    var catalog = SampleCatalog()
    catalog.storageVersion = 99
    catalog.assets = [("New", [Image { ($0.idiom, $0.gamut, $0.appearance, $0.layout) = (77, 9, 5, 1_018) }])]
    let found = try #require(try Self.read(catalog.bytes))
    #expect(found.storageVersion > AssetCatalog.newestStorageVersion)
    #expect(found.images.map { "\($0.kind) \($0.idiom) \($0.gamut) \($0.appearance ?? "")" } == ["other 77 9 5"])
  }

  @Test func otherFilesAreNone() throws {
    #expect(try Self.read([]) == nil)
    #expect(try Self.read(Array("BOMStor".utf8)) == nil)
    // A block store that is not a catalog, such as an installer's bill of materials.
    var store = Self.app().bytes
    let name = Array("CARHEADER".utf8)
    let place = try #require(store.indices.last { store[$0...].starts(with: name) })
    store[place] = 0x58
    #expect(try Self.read(store) == nil)
  }

  /// A catalog that is truncated, or has a changed byte in its index, is read or gives an error with a place.
  @Test func damage() throws {
    let bytes = Self.app().bytes
    var errors = 0
    func check(_ damaged: [UInt8]) throws {
      do throws(FileFactError) {
        _ = try AssetCatalog.read(ByteArray(damaged), file: "Assets.car")
      } catch {
        errors += 1
        #expect(error.code == .malformed && !error.message.isEmpty)
        #expect(error.place.byteOffset.map { $0 <= UInt64(damaged.count) } == true, "\(error)")
      }
    }
    for end in stride(from: 8, to: bytes.count, by: 7) { try check(Array(bytes[..<end])) }
    for place in stride(from: 8, to: bytes.count, by: 3) {
      for value: UInt8 in [0, 0xFF, bytes[place] ^ 1] {
        var damaged = bytes
        damaged[place] = value
        try check(damaged)
      }
    }
    #expect(errors > 500)
  }

  /// Names that share images must not give more images than a file can have.
  @Test func sharedImages() throws {
    var catalog = SampleCatalog()
    catalog.sharedIdentifier = 7
    catalog.assets = ["A", "B"].map { name in (name, [Image { ($0.file, $0.width) = (name, 1) }]) }
    let found = try #require(try Self.read(catalog.bytes))
    #expect(found.assets.map(\.images) == [0..<2, 2..<4] && found.images.map(\.file) == ["A", "B", "A", "B"])
    catalog.assets = (0..<600).map { number in ("\(number)", [Image { $0.width = 1 }]) }
    let bytes = catalog.bytes
    let error = try #require(throws: FileFactError.self) { try Self.read(bytes) }
    #expect(error.message == "names share their images: together they would have more than 2224")
  }

  /// A block that many images share is not read more often than the file's size allows.
  @Test func sharedBlocks() throws {
    var catalog = SampleCatalog()
    catalog.assets = [("A", [Image { $0.width = 1 }])]
    catalog.leafSize = 60_000
    catalog.repetitions = 2_000
    #expect(try Self.read(catalog.bytes)?.images.count == 2_000)
    catalog.repetitions = 200_000
    let bytes = catalog.bytes
    let error = try #require(throws: FileFactError.self) { try Self.read(bytes) }
    #expect(error.message.hasPrefix("blocks are used again and again"), "\(error)")
  }

  @Test func wideKeys() throws {
    var catalog = Self.app()
    catalog.addedAttributes = 53
    #expect(try Self.read(catalog.bytes) == Self.read(Self.app().bytes))
    catalog.addedAttributes = 54
    let bytes = catalog.bytes
    let error = try #require(throws: FileFactError.self) { try Self.read(bytes) }
    #expect(error.message == "the key of an image has more than 64 attributes")
  }

  @Test func messages() throws {
    func message(_ change: (inout [UInt8]) throws -> Void) throws -> String {
      var bytes = Self.app().bytes
      try change(&bytes)
      let error = try #require(throws: FileFactError.self) { try Self.read(bytes) }
      return error.message
    }
    func place(of text: String, in bytes: [UInt8]) throws -> Int {
      try #require(bytes.indices.first { bytes[$0...].starts(with: Array(text.utf8)) })
    }
    #expect(try message { $0.removeLast(20) }.contains("but the file has only"))
    #expect(try message { $0[try place(of: "RATC", in: $0)] = 0x58 } == "a block starts with 'XATC', not with 'RATC'")
    #expect(try message { $0[try place(of: "KEYFORMAT", in: $0)] = 0x58 } == "the asset catalog has no block KEYFORMAT")
    #expect(try message { $0[try place(of: "tree", in: $0)] = 0x54 } == "a block starts with 'Tree', not with 'tree'")
    // The leaf of the first tree follows itself.
    #expect(
      try message { bytes in
        let tree = try place(of: "tree", in: bytes)
        let root = Int(bytes[tree + 11])
        let index = bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } + 4 + root * 8
        let leaf = bytes[index..<(index + 4)].reduce(0) { $0 << 8 | Int($1) }
        bytes[leaf + 7] = UInt8(root)
      } == "the leaves of the tree RENDITIONS lead back to one that was read before")
  }
}
