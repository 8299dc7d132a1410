import PropertyLists
import Testing

@testable import Bundles

/// The files beside a bundle in an archive.
@Suite struct ContainerTests {
  private static func container(_ names: [String], _ name: String = "A.ipa") throws -> BundleContainer {
    let info = Array(plist(strings(["CFBundleIdentifier": "com.example.it"])).utf8)
    let bytes = ZipBuilder(
      names.map {
        $0.hasSuffix("It.app/Info.plist") ? ZipBuilder.Entry($0, info) : ZipBuilder.Entry($0, Array($0.utf8))
      }
    ).bytes
    let graph = try BundleGraph.open(archive: ByteArray(bytes), name: name, displayPath: "out/" + name)
    #expect(graph.shipped(true).container != nil)
    return try #require(graph.container)
  }

  @Test func everythingBesideTheBundle() throws {
    let container = try Self.container([
      "Payload/It.app/Info.plist", "Payload/It.app/It", "Payload/.DS_Store", "__MACOSX/Payload/._It.app",
      "Signatures/Kit.xcframework-ios.signature", "SwiftSupport/iphoneos/libswiftCore.dylib",
    ])
    #expect(container.product == "Payload/It.app")
    #expect(container.isApplicationArchive)
    #expect(
      try container.files.all().map(\.path) == [
        "Payload", "Payload/.DS_Store", "Payload/It.app", "Signatures", "Signatures/Kit.xcframework-ios.signature",
        "SwiftSupport", "SwiftSupport/iphoneos", "SwiftSupport/iphoneos/libswiftCore.dylib", "__MACOSX",
        "__MACOSX/Payload", "__MACOSX/Payload/._It.app",
      ])
    #expect(
      try container.files.read("Signatures/Kit.xcframework-ios.signature")
        == Array("Signatures/Kit.xcframework-ios.signature".utf8))
    // A path that is named is found.
    #expect(try container.files.status("Payload/It.app/It").type == .file)
    #expect(try container.files.list("Payload/./It.app") == [])
  }

  @Test(arguments: [
    (["v1/Payload/It.app/Info.plist", "v1/x"], "A.zip", "v1/Payload/It.app", true),
    (["It.app/Info.plist", "README"], "A.zip", "It.app", false),
  ])
  func otherArchives(_ names: [String], _ name: String, _ product: String, _ isApplicationArchive: Bool) throws {
    let container = try Self.container(names, name)
    #expect(container.product == product)
    #expect(container.isApplicationArchive == isApplicationArchive)
  }

  @Test func noArchive() throws {
    let storage = try MemoryStorage([("Contents/Info.plist", .info())])
    #expect(try BundleGraph.open(storage: storage, name: "It.app").container == nil)
  }
}
