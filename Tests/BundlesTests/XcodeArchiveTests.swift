import Testing

@testable import Bundles

/// `.xcarchive`: the archive is the outer bundle; its products are nested bundles.
@Suite struct XcodeArchiveTests {
  private static func info(_ applicationPath: String?) -> MemoryStorage.Node {
    let path = applicationPath.map { "<key>ApplicationPath</key><string>\($0)</string>" } ?? ""
    return .info(
      "<key>ApplicationProperties</key><dict>\(path)<key>CFBundleIdentifier</key><string>com.x</string></dict>"
        + "<key>ArchiveVersion</key><integer>2</integer>")
  }

  private static func archive(
    _ applicationPath: String? = "Applications/It.app", adding files: [String: MemoryStorage.Node] = [:],
    products: [String: MemoryStorage.Node] = ["Products/Applications/It.app/Contents/Info.plist": .info()]
  ) throws -> BundleGraph {
    try open("It.xcarchive", ["Info.plist": info(applicationPath)].merging(products) { $1 }.merging(files) { $1 })
  }

  @Test func productsAreNested() throws {
    let graph = try Self.archive(adding: [
      "Products/Applications/It.app/Contents/PlugIns/A.appex/Contents/Info.plist": .info(),
      "Products/Library/Frameworks/Kit.framework/Info.plist": .info(), "Products/usr/local/bin/tool": .text("x"),
      "Products/usr/local/lib/deep/er/P.bundle/Contents/Info.plist": .info(),
      "Products/Applications/It.app.dSYM/Contents/Info.plist": .info(),
      "dSYMs/It.app.dSYM/Contents/Info.plist": .info(),
      "SwiftSupport/x.app/Info.plist": .info(),
    ])
    #expect(
      graph.bundles.map { "\($0.path) \($0.kind)" } == [
        " archive", "Products/Applications/It.app application",
        "Products/Applications/It.app/Contents/PlugIns/A.appex extension",
        "Products/Library/Frameworks/Kit.framework framework", "Products/usr/local/lib/deep/er/P.bundle plugin",
      ])
    #expect(graph.bundles.map(\.parentIndex) == [nil, 0, 1, 0, 0])
    #expect(graph.errors == [])
    #expect(
      graph.outer.diagnostics.map { "\($0.code) \($0.path)" } == [
        "debug-symbols Products/Applications/It.app.dSYM"
      ])
    #expect(graph.outer.platform == nil && graph.bundles[1].platform == .macos && graph.outer.layout == .flat)
  }

  @Test(
    arguments: [
      ("/Applications/It.app", "ApplicationPath '/Applications/It.app' leads out of Products/"),
      ("../It.app", "ApplicationPath '../It.app' leads out of Products/"),
      ("Applications/../../x.app", "ApplicationPath 'Applications/../../x.app' leads out of Products/"),
      ("Applications/No.app", "ApplicationPath names 'Applications/No.app', but Products/ has no bundle at this path"),
      ("applications/It.app", "ApplicationPath names 'applications/It.app', but Products/ has no bundle at this path"),
      ("Applications", "ApplicationPath names 'Applications', but Products/ has no bundle at this path"),
      ("", "ApplicationPath is not a path"),
    ])
  func wrongApplicationPath(path: String, message: String) throws {
    let graph = try Self.archive(path)
    #expect(graph.errors.map(\.code) == [.archiveProduct] && graph.errors.first?.message == message)
    #expect(graph.errors.first?.file == "It.xcarchive/Info.plist" && graph.errors.first?.line != nil)
    // The existing product is still read.
    #expect(graph.bundles.count == 2)
  }

  @Test(arguments: ["Applications/It.app", "./Applications//It.app/"]) func rightApplicationPath(path: String) throws {
    #expect(try Self.archive(path).errors == [])
  }

  @Test func withoutApplicationPath() throws { #expect(try Self.archive(nil).errors == []) }

  @Test(
    arguments: [
      ([:], "it has no Products/"), (["Products": .text("")], "its Products is not a directory"),
      (["Products": .link("dSYMs")], "its Products is not a directory"),
      (["Products": .directory], "Products/ contains no bundle that can be checked"),
      (["Products/usr/local/bin/tool": .text("")], "Products/ contains no bundle that can be checked"),
    ] as [([String: MemoryStorage.Node], String)])
  func withoutProduct(products: [String: MemoryStorage.Node], reason: String) throws {
    let graph = try Self.archive(nil, products: products)
    #expect(graph.errors.map(\.code) == [.archiveProduct])
    #expect(graph.errors.first?.message == "the archive has no product: " + reason)
    #expect(graph.bundles.count == 1)
  }

  @Test func linkedProduct() throws {
    let graph = try Self.archive(products: ["Products/Applications/It.app": .link("../../Elsewhere.app")])
    #expect(graph.outer.diagnostics.map(\.code) == ["nested.symbolic-link"] && graph.bundles.count == 1)
  }

  @Test func theSearchIsBounded() throws {
    var files: [(path: String, node: MemoryStorage.Node)] = [("Info.plist", Self.info(nil))]
    for number in 0..<1100 { files.append(("Products/usr/\(number)/file", .text(""))) }
    let wide = try BundleGraph.open(storage: MemoryStorage(files), name: "It.xcarchive")
    #expect(wide.errors.map(\.code) == [.tooManyDirectories])
    let deep = try open(
      "It.xcarchive",
      ["Info.plist": Self.info(nil), "Products/" + String(repeating: "a/", count: 20) + "f": .text("")])
    #expect(deep.errors.map(\.code) == [.tooManyDirectories])
  }

  @Test func withoutInfoPlist() throws {
    let error = try bundleError { try open("It.xcarchive", ["Products/Applications/It.app/Info.plist": .info()]) }
    #expect(error.code == .noInfoPlist)
  }
}
