import Testing

@testable import Bundles

@Suite struct NestedTests {
  @Test func contentsPlaces() throws {
    let paths = [
      "Contents/Applications/A.app", "Contents/Extensions/A.appex", "Contents/Frameworks/A.framework",
      "Contents/Helpers/A.app",
      "Contents/Library/LaunchServices/A.bundle", "Contents/Library/LoginItems/A.app",
      "Contents/Library/QuickLook/A.qlgenerator",
      "Contents/Library/Spotlight/A.mdimporter", "Contents/Library/SystemExtensions/A.systemextension",
      "Contents/MacOS/A.app", "Contents/Other/A.app", "Contents/PlugIns/A.appex", "Contents/PlugIns/A.custom",
      "Contents/Resources/A.bundle",
      "Contents/SharedFrameworks/A.framework", "Contents/SharedSupport/A.app", "Contents/XPCServices/A.xpc",
    ]
    var files: [String: MemoryStorage.Node] = ["Contents/Info.plist": .info()]
    for path in paths { files[path + "/Contents/Info.plist"] = .info() }
    // Not in places for code, or not bundles.
    files["Contents/Other/Deep/A.app/Contents/Info.plist"] = .info()
    files["Contents/Headers/A.app/Contents/Info.plist"] = .info()
    files["Contents/Resources/Deep/A.app/Contents/Info.plist"] = .info()
    files["Contents/Resources/A.custom/Contents/Info.plist"] = .info()
    let graph = try open("It.app", files)
    #expect(graph.bundles.map(\.path) == [""] + paths)
    #expect(graph.errors.isEmpty)
    #expect(graph.outer.children == Array(1...paths.count))
  }

  @Test func flatPlaces() throws {
    let paths = [
      "A.bundle", "AppClips/A.app", "Extensions/A.appex", "Frameworks/A.framework", "PlugIns/A.appex", "Watch/A.app",
      "Watch/A.app/PlugIns/B.appex", "XPCServices/A.xpc",
    ]
    var files: [String: MemoryStorage.Node] = ["Info.plist": .info(), "Settings.bundle/Root.plist": .info()]
    for path in paths { files[path + "/Info.plist"] = .info() }
    let graph = try open("It.app", files)
    #expect(
      graph.bundles.map(\.path) == [
        "", "A.bundle", "AppClips/A.app", "Extensions/A.appex", "Frameworks/A.framework",
        "PlugIns/A.appex", "Settings.bundle", "Watch/A.app", "Watch/A.app/PlugIns/B.appex", "XPCServices/A.xpc",
      ])
    #expect(graph.bundles[7].children == [8])
    #expect(graph.bundles[8].parentIndex == 7)
    #expect(graph.bundles[8].displayPath == "It.app/Watch/A.app/PlugIns/B.appex")
    for (index, bundle) in graph.bundles.enumerated() { #expect(bundle.index == index) }
  }

  @Test func wrappedAppsExtensions() throws {
    let graph = try open(
      "It.app",
      [
        "Wrapper/Its.app/Info.plist": .info(), "WrappedBundle": .link("Wrapper/Its.app"),
        "Wrapper/Its.app/PlugIns/A.appex/Info.plist": .info(),
      ])
    #expect(graph.bundles.map(\.path) == ["", "Wrapper/Its.app/PlugIns/A.appex"])
    #expect(graph.outer.platform == .ios)
  }

  @Test func brokenOnesAreReportedAndTheRestStands() throws {
    let graph = try open(
      "It.app",
      [
        "Info.plist": .info(), "PlugIns/Good.appex/Info.plist": .info(), "PlugIns/Empty.appex/Info.plist": .text(""),
        "PlugIns/None.appex/It": .text(""), "PlugIns/Case.appex/INFO.plist": .info(),
        "PlugIns/Pipe.appex/Info.plist": .other, "Frameworks/A.framework/Info.plist": .text("<plist><array/></plist>"),
        "Plain.bundle/a.png": .text(""), "Plain.bundle/Resources/b.png": .text(""),
        "PlugIns/notes.txt/a": .text(""),
      ])
    #expect(graph.bundles.map(\.path) == ["", "PlugIns/Good.appex", "PlugIns/None.appex"])
    #expect(
      graph.errors.map { "\($0.bundle) \($0.code.rawValue)" } == [
        "Frameworks/A.framework bundle.info-not-a-dictionary", "PlugIns/Case.appex bundle.info-plist-case",
        "PlugIns/Empty.appex plist.malformed", "PlugIns/Pipe.appex bundle.unreadable",
      ])
    #expect(graph.errors[1].file == "It.app/PlugIns/Case.appex/INFO.plist")
  }

  /// An application without Info.plist among resources is a template if it has no code, otherwise a broken bundle.
  @Test func templatesOfApplications() throws {
    let graph = try open(
      "It.app",
      [
        "Contents/Info.plist": .info(), "Contents/Resources/Template.app/readme": .text(""),
        "Contents/Resources/Broken.app/Contents/MacOS/It": .text(""), "Contents/Frameworks/No.app/a": .text(""),
        "Contents/Resources/No.framework/a": .text(""),
      ])
    #expect(
      graph.outer.diagnostics.map { "\($0.path) \($0.code)" } == [
        "Contents/Resources/Template.app nested.no-info"
      ])
    #expect(
      graph.bundles.dropFirst().filter { $0.diagnostics.map(\.code) == ["no-info"] }.map(\.path) == [
        "Contents/Frameworks/No.app", "Contents/Resources/Broken.app", "Contents/Resources/No.framework",
      ])
  }

  @Test func linksAreNotedAndNotFollowed() throws {
    let graph = try open(
      "It.app",
      [
        "Info.plist": .info(), "Frameworks/A.framework": .link("../Hidden"), "Hidden/Info.plist": .info(),
        "PlugIns": .link("Hidden"),
      ])
    #expect(graph.bundles.count == 1)
    #expect(graph.outer.diagnostics.map(\.code).sorted() == ["nested.linked-place", "nested.symbolic-link"])
  }

  /// Names that differ in letter case or Unicode normalization are distinct.
  @Test func twins() throws {
    let graph = try BundleGraph.open(
      storage: MemoryStorage([
        ("Info.plist", .info()), ("PlugIns/\u{E9}.appex/Info.plist", .info(strings(["Form": "C"]))),
        ("PlugIns/e\u{301}.appex/Info.plist", .info(strings(["Form": "D"]))),
        ("PlugIns/E\u{301}.appex/Info.plist", .info()),
      ]), name: "It.app")
    #expect(graph.bundles.map { $0.string("Form") } == [nil, nil, "D", "C"])
  }

  private func nest(_ depth: Int) -> [(path: String, node: MemoryStorage.Node)] {
    (0...depth).map { level in
      (String(repeating: "PlugIns/A.appex/", count: level) + "Info.plist", .info())
    }
  }

  @Test func depth() throws {
    let fine = try BundleGraph.open(storage: MemoryStorage(nest(16)), name: "It.app")
    #expect(fine.bundles.count == 17 && fine.errors.isEmpty)
    let deep = try BundleGraph.open(storage: MemoryStorage(nest(20)), name: "It.app")
    #expect(deep.bundles.count == 17)
    #expect(deep.errors.map(\.code) == [.tooDeep])
    #expect(deep.errors[0].message == "bundles are nested more than 16 levels deep; deeper bundles were not read")
  }

  @Test func count() throws {
    var files: [(path: String, node: MemoryStorage.Node)] = [("Info.plist", .info())]
    for number in 0..<350 { files.append(("PlugIns/\(number).appex/Info.plist", .info())) }
    let storage = try MemoryStorage(files)
    let graph = try BundleGraph.open(storage: storage, name: "It.app", limits: BundleGraph.Limits(bundles: 300))
    #expect(graph.bundles.count == 300)
    #expect(graph.errors.map(\.code) == [.tooMany])
    #expect(graph.errors.first?.description == "It.app: error: more than 300 bundles; the rest were not read")
    let exact = try BundleGraph.open(storage: storage, name: "It.app", limits: BundleGraph.Limits(bundles: 351))
    #expect(exact.bundles.count == 351 && exact.errors.isEmpty)
    #expect(BundleGraph.Limits().bundles == 10_000)
  }

  @Test func relatives() throws {
    let graph = try open("It.app", ["Info.plist": .info(), "PlugIns/A.appex/Info.plist": .info()])
    #expect(graph.parent(of: graph.bundles[1]) === graph.outer)
    #expect(graph.children(of: graph.outer).map(\.name) == ["A.appex"])
    #expect(graph.parent(of: graph.outer) == nil)
  }
}
