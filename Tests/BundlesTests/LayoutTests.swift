import Testing

@testable import Bundles

struct LayoutCase: Sendable, CustomTestStringConvertible {
  var name: String
  var files: [String: MemoryStorage.Node]
  var layout: Bundle.Layout
  var infoPath: String
  var resources: String
  var executable: String
  var testDescription: String { "\(name) \(layout)" }
}

private let it: MemoryStorage.Node = .info(strings(["CFBundleExecutable": "It"]))

@Suite struct LayoutTests {
  static let cases: [LayoutCase] = [
    LayoutCase(
      name: "It.app", files: ["Info.plist": it], layout: .flat, infoPath: "Info.plist", resources: "", executable: "It"),
    LayoutCase(
      name: "It.app", files: ["Contents/Info.plist": it], layout: .contents, infoPath: "Contents/Info.plist",
      resources: "Contents/Resources", executable: "Contents/MacOS/It"),
    LayoutCase(
      name: "It.app", files: ["Contents/Info.plist": it, "Resources/Info.plist": .text("no")], layout: .contents,
      infoPath: "Contents/Info.plist", resources: "Contents/Resources", executable: "Contents/MacOS/It"),
    LayoutCase(
      name: "It.bundle", files: ["Resources/Info.plist": it, "Info.plist": .text("no")], layout: .resources,
      infoPath: "Resources/Info.plist", resources: "Resources", executable: "It"),
    LayoutCase(
      name: "It.bundle", files: ["Support Files/Info.plist": it], layout: .resources,
      infoPath: "Support Files/Info.plist", resources: "Support Files/Resources",
      executable: "Support Files/Executables/It"),
    LayoutCase(
      name: "It.framework", files: ["Resources/Info.plist": it, "Contents/Info.plist": .text("no")], layout: .resources,
      infoPath: "Resources/Info.plist", resources: "Resources", executable: "It"),
    LayoutCase(
      name: "It.framework", files: ["Contents/Info.plist": it, "Support Files/a": .text("")], layout: .contents,
      infoPath: "Contents/Info.plist", resources: "Contents/Resources", executable: "Contents/MacOS/It"),
    LayoutCase(
      name: "It.framework", files: ["Info.plist": it], layout: .flat, infoPath: "Info.plist", resources: "",
      executable: "It"),
    LayoutCase(
      name: "It.framework",
      files: [
        "Versions/B/Resources/Info.plist": it, "Versions/A/Resources/Info.plist": .text("no"),
        "Versions/Current": .link("B"), "Resources": .link("Versions/Current/Resources"),
        "It": .link("Versions/Current/It"), "Versions/B/It": .text(""),
      ], layout: .versioned, infoPath: "Resources/Info.plist", resources: "Resources", executable: "Versions/B/It"),
    LayoutCase(
      name: "It.app", files: ["contents/Info.plist": it], layout: .contents, infoPath: "contents/Info.plist",
      resources: "contents/Resources", executable: "contents/MacOS/It"),
    LayoutCase(
      name: "It.app", files: ["Contents": .link("Real"), "Real/Info.plist": it], layout: .contents,
      infoPath: "Contents/Info.plist", resources: "Contents/Resources", executable: "Contents/MacOS/It"),
    LayoutCase(
      name: "It.app", files: ["Wrapper/Its.app/Info.plist": it, "WrappedBundle": .link("Wrapper/Its.app")],
      layout: .wrapped, infoPath: "Wrapper/Its.app/Info.plist", resources: "Wrapper/Its.app",
      executable: "Wrapper/Its.app/It"),
    LayoutCase(
      name: "It.app", files: ["Wrapper/Its.app/Contents/Info.plist": it, "WrappedBundle": .link("Wrapper/Its.app")],
      layout: .wrapped, infoPath: "Wrapper/Its.app/Contents/Info.plist",
      resources: "Wrapper/Its.app/Contents/Resources",
      executable: "Wrapper/Its.app/Contents/MacOS/It"),
    // A wrapper without its link is an ordinary directory.
    LayoutCase(
      name: "It.app", files: ["Wrapper/x": .text(""), "Info.plist": it], layout: .flat, infoPath: "Info.plist",
      resources: "", executable: "It"),
  ]

  @Test(arguments: cases) func layout(of test: LayoutCase) throws {
    let bundle = try open(test.name, test.files).outer
    #expect(bundle.layout == test.layout)
    #expect(bundle.infoPath == test.infoPath)
    #expect(bundle.resourcesPath == test.resources)
    #expect(bundle.executable == test.executable)
    #expect(bundle.path == "" && bundle.index == 0 && bundle.parentIndex == nil)
  }

  @Test func sameOnDisk() throws {
    for test in Self.cases {
      let temporary = try TemporaryDirectory()
      for (path, node) in test.files { try temporary.write([test.name + "/" + path: node]) }
      let bundle = try BundleGraph.open(path: temporary.path + "/" + test.name + "//").outer
      #expect(bundle.layout == test.layout, "\(test.testDescription)")
      #expect(bundle.infoPath == test.infoPath)
      #expect(bundle.displayPath == temporary.path + "/" + test.name)
      #expect(bundle.name == test.name)
    }
  }

  @Test func misspelledPlatformInfoIsNoted() throws {
    let bundle = try open("It.app", ["Contents/Info.plist": it, "Contents/info-MACOS.plist": .text("no")]).outer
    #expect(
      bundle.diagnostics.map { "\($0.code) \($0.path)" } == ["layout.case Contents/info-MACOS.plist"]
        && bundle.infoPath == "Contents/Info.plist")
    #expect(try open("It.app", ["Contents/Info.plist": it, "Contents/Info-macos.plist": it]).outer.diagnostics == [])
  }

  @Test func misspelledDirectoryIsNoted() throws {
    let bundle = try open("It.app", ["contents/Info.plist": it]).outer
    #expect(bundle.diagnostics.map(\.code) == ["layout.case"])
    #expect(
      try open("It.app", ["Contents/Info.plist": it, "contents/a": .text("")]).outer.infoPath == "Contents/Info.plist")
  }

  @Test(arguments: [
    ("It.app", Bundle.Kind.application), ("It.APP", .application), ("It.framework", .framework),
    ("It.appex", .extension),
    ("It.xpc", .extension), ("It.bundle", .plugin), ("It.plugin", .plugin), ("It.prefPane", .plugin),
    ("It.custom", .plugin), ("It", .plugin), ("Settings.bundle", .settings), ("It.xcframework", .xcframework),
  ])
  func kind(ofName name: String, is kind: Bundle.Kind) throws {
    #expect(try open(name, ["Info.plist": it]).outer.kind == kind)
  }

  @Test(arguments: [("APPL", Bundle.Kind.application), ("FMWK", .framework), ("XPC!", .extension), ("BNDL", .plugin)])
  func kindByPackageType(type: String, kind: Bundle.Kind) throws {
    let info = MemoryStorage.Node.info(strings(["CFBundlePackageType": type]))
    #expect(try open("It", ["Info.plist": info]).outer.kind == kind)
    #expect(try open("It.bundle", ["Info.plist": info]).outer.kind == .plugin)
  }

  @Test func settingsAreDescribedByTheirRoot() throws {
    let bundle = try open("Settings.bundle", ["Root.plist": .info(strings(["Title": "T"]))]).outer
    #expect(bundle.infoPath == "Root.plist")
    #expect(bundle.kind == .settings)
  }

  @Test(arguments: ["../It", "/bin/sh", "", "a/../../b"]) func executableOutside(name: String) throws {
    let info = MemoryStorage.Node.info(strings(["CFBundleExecutable": name]))
    #expect(try open("It.app", ["Info.plist": info]).outer.executable == nil)
  }
}
