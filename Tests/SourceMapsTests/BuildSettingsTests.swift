import PolicyTestSupport
import ProjectFiles
import Reports
import Testing

@testable import SourceMaps

/// Which assignment of a build setting the value in a bundle comes from.
@Suite struct BuildSettingsTests {
  /// A project with two targets, whose identifiers have settings of the project and of files that configurations are based on.
  private static let project = """
    // !$*UTF8*$!
    {
    objects = {
    P = { isa = PBXProject; buildConfigurationList = PL; mainGroup = G; };
    G = { isa = PBXGroup; children = (F, K); sourceTree = "<group>"; };
    F = { isa = PBXGroup; children = (B, C); path = Config; sourceTree = "<group>"; };
    B = { isa = PBXFileReference; path = Share.Debug.xcconfig; sourceTree = "<group>"; };
    C = { isa = PBXFileReference; path = Share.Release.xcconfig; sourceTree = "<group>"; };
    K = { isa = PBXFileReference; path = Config/Gone.xcconfig; sourceTree = SOURCE_ROOT; };
    PL = { isa = XCConfigurationList; buildConfigurations = (PD, PR); };
    PD = { isa = XCBuildConfiguration; name = Debug; buildSettings = {
      BASE = com.x.debug;
      MARKETING_VERSION = 9;
    }; };
    PR = { isa = XCBuildConfiguration; name = Release; baseConfigurationReference = K; buildSettings = {
      BASE = com.x;
      MARKETING_VERSION = 9;
    }; };
    T = { isa = PBXNativeTarget; name = "My App"; buildConfigurationList = TL; productType = "com.apple.product-type.application"; };
    TL = { isa = XCConfigurationList; buildConfigurations = (TR, TD); };
    TR = { isa = XCBuildConfiguration; name = Release; buildSettings = {
      MARKETING_VERSION = 1;
      PRODUCT_BUNDLE_IDENTIFIER = "$(BASE).${PRODUCT_NAME:rfc1034identifier:lower}";
    }; };
    TD = { isa = XCBuildConfiguration; name = Debug; buildSettings = {
      INFOPLIST_KEY_NSX = YES;
      MARKETING_VERSION = 2;
      "MARKETING_VERSION[sdk=macosx*]" = 3;
      PRODUCT_BUNDLE_IDENTIFIER = "$(BASE).$(PRODUCT_NAME:rfc1034identifier:lower)";
    }; };
    U = { isa = PBXNativeTarget; name = Share; buildConfigurationList = UL; };
    UL = { isa = XCConfigurationList; buildConfigurations = (UD, UR); };
    UD = { isa = XCBuildConfiguration; name = Debug; baseConfigurationReference = B; buildSettings = {
    }; };
    UR = { isa = XCBuildConfiguration; name = Release; baseConfigurationReference = C; buildSettings = {
      PRODUCT_BUNDLE_IDENTIFIER = "$(BASE).share$(SUFFIX)";
    }; };
    L = { isa = PBXNativeTarget; name = Kit; buildConfigurationList = LL; productType = "com.apple.product-type.library.static"; };
    LL = { isa = XCConfigurationList; buildConfigurations = (LR); };
    LR = { isa = XCBuildConfiguration; name = Release; buildSettings = { MARKETING_VERSION = 7; }; };
    };
    }
    """

  private static let files = [
    "App.xcodeproj/project.pbxproj": project,
    "Config/Share.Debug.xcconfig":
      "#include \"Shared.xcconfig\"\nPRODUCT_BUNDLE_IDENTIFIER = $(BASE).share$(SUFFIX)\nBUILD = 70\n",
    "Config/Share.Release.xcconfig":
      "#include \"Shared.xcconfig\"\r\n#include \"../Pods/None.xcconfig\"\r\nBUILD = 7\r\nBUILD[config=Debug] = 8\r\n",
    "Config/Shared.xcconfig":
      "\u{FEFF}SUFFIX = .x\nOTHER[sdk=iphone*][arch=*] = 1\nOTHER[sdk=appletvos*] = 2\nOTHER = 1\n",
  ]

  private static func settings(_ files: [String: String] = files, _ names: [String]? = nil) throws -> BuildSettings {
    let folder = try TemporaryFolder(files)
    let list = (names ?? ["App.xcodeproj/project.pbxproj"]).map { "\"\($0)\"" }.joined(separator: ", ")
    try folder.write("bundlepolicy.yml", "sources: { a: { settings: [\(list)] } }")
    let project = try ProjectFile.read(folder("bundlepolicy.yml"))
    var reader = try SourceReader(project)
    return try BuildSettings(project.sources[0].fields[0].paths, &reader)
  }

  /// The file, line and configuration of an assignment.
  private static func place(_ place: SourcePlace?) -> String? {
    place.map { place in
      "\(place.file.split(separator: "/").last ?? ""):\(place.line ?? 0)"
        + (place.configuration.map { " " + $0 } ?? "")
    }
  }

  @Test(arguments: [
    ("com.x.my-app", "MARKETING_VERSION", "1", "ios", "project.pbxproj:22"),
    ("com.x.debug.my-app", "MARKETING_VERSION", "2", "ios", "project.pbxproj:27 Debug"),
    ("com.x.debug.my-app", "MARKETING_VERSION", "3", "macos", "project.pbxproj:28 Debug"),
    // No assignment has this value, or only one for another system: the one for Release is named.
    ("com.x.my-app", "MARKETING_VERSION", "3", "ios", "project.pbxproj:22"),
    ("com.x.my-app", "MARKETING_VERSION", nil, "ios", "project.pbxproj:22"),
    ("com.x.my-app", "MARKETING_VERSION", "9", "ios", "project.pbxproj:17"),
    // A setting for Debug only is the source only of such a build.
    ("com.x.my-app", "INFOPLIST_KEY_NSX", "true", "ios", "project.pbxproj:26 Debug"),
    ("com.x.my-app", "INFOPLIST_KEY_NSX", "false", "ios", nil), ("com.x.my-app", "INFOPLIST_KEY_NSX", nil, nil, nil),
    ("com.x.share.x", "BUILD", "7", "ios", "Share.Release.xcconfig:3"),
    ("com.x.debug.share.x", "BUILD", "70", "ios", "Share.Debug.xcconfig:3 Debug"),
    ("com.x.share.x", "BUILD", nil, nil, "Share.Release.xcconfig:3"),
    ("com.x.share.x", "PRODUCT_BUNDLE_IDENTIFIER", "com.x.share.x", "ios", "project.pbxproj:36"),
    ("com.x.share.x", "OTHER", "1", "ios", "Shared.xcconfig:4"),
    ("com.x.share.x", "OTHER", "2", "ios", "Shared.xcconfig:4"),
    ("com.x.share.x", "OTHER", "2", "tvos", "Shared.xcconfig:3"),
    // Settings of a target are not for others.
    ("com.x.share.x", "MARKETING_VERSION", "1", "ios", "project.pbxproj:17"),
    ("org.other", "MARKETING_VERSION", "1", "ios", "project.pbxproj:17"), ("com.x.my-app", "BUILD", "7", "ios", nil),
  ])
  func assignments(_ bundle: String, _ name: String, _ value: String?, _ platform: String?, _ expected: String?) throws
  {
    let product = BuildSettings.Product(identifier: bundle, platform: platform)
    let found = try Self.settings().assignment(of: name, value: value, in: product)
    #expect(Self.place(found?.place) == expected, "\(bundle) \(name) \(value ?? "-")")
  }

  @Test func aTargetIsKnownByAllOfItsIdentifiers() throws {
    let settings = try Self.settings()
    #expect(
      settings.targets.map { $0.identifiers.sorted() } == [
        ["com.x.debug.my-app", "com.x.my-app"], ["com.x.debug.share.x", "com.x.share.x"], ["\0"],
      ])
    #expect(Self.place(settings.place(of: "com.x.share.x")) == "project.pbxproj:35")
    #expect(settings.value(of: "PRODUCT_BUNDLE_IDENTIFIER", inTarget: 1) == "com.x.share.x")
    #expect(settings.value(of: "MARKETING_VERSION", inTarget: 0) == "1")
    #expect(settings.value(of: "NOTHING", inTarget: 0) == nil)
  }

  /// An identifier with a setting that is not known may belong to any bundle with the same known parts.
  @Test func identifiersThatAreNotKnown() throws {
    func line(_ first: String, _ second: String, value: String?) throws -> String? {
      let project = Self.project.replacing(#""$(BASE).${PRODUCT_NAME:rfc1034identifier:lower}""#, with: first)
        .replacing(#""$(BASE).$(PRODUCT_NAME:rfc1034identifier:lower)""#, with: first)
        .replacing(#""$(BASE).share$(SUFFIX)""#, with: second + "; MARKETING_VERSION = 5")
      let settings = try Self.settings(["App.xcodeproj/project.pbxproj": project])
      let product = BuildSettings.Product(identifier: "org.y.share", platform: nil)
      return Self.place(settings.assignment(of: "MARKETING_VERSION", value: value, in: product)?.place)
    }
    #expect(try line(#""$(NONE).app""#, #""$(NONE).share""#, value: "4") == "project.pbxproj:36")
    #expect(try line(#""$(NONE)""#, #""$(NONE).share""#, value: "5") == "project.pbxproj:36")
    // Nothing decides.
    #expect(try line(#""$(NONE)""#, #""$(NONE).share""#, value: "4") == nil)
    #expect(try line(#""$(NONE)""#, #""$(NONE).share""#, value: nil) == nil)
    #expect(try line(#""$(NONE:base)""#, "org.y.share", value: nil) == "project.pbxproj:36")
  }

  @Test func filesThatAProjectNamesAreOfItsTargets() throws {
    let named = ["Config/*.xcconfig", "App.xcodeproj/project.pbxproj"]
    let settings = try Self.settings(Self.files, named)
    let product = BuildSettings.Product(identifier: "com.x.my-app", platform: nil)
    #expect(settings.assignment(of: "BUILD", value: nil, in: product) == nil)
    // A file that no project names is for all.
    #expect(Self.place(settings.assignment(of: "SUFFIX", value: nil, in: product)?.place) == "Shared.xcconfig:1")
  }

  /// Settings that refer to each other, and values that grow.
  @Test(.timeLimit(.minutes(1))) func hostileSettings() throws {
    var text = "A0 = $(A1)$(A1)\n"
    for number in 1..<40 { text += "A\(number) = $(A\(number + 1))$(A\(number + 1))\n" }
    text +=
      "L = $(M)\nM = ${L}x\nD = $(D)\nN = \(String(repeating: "$(", count: 3000))\nC = \(String(repeating: ")", count: 9000))\n"
    let settings = try Self.settings(["a.xcconfig": text], ["a.xcconfig"])
    for name in ["A0", "L", "D", "N", "C"] {
      for value in ["", "x", "xx", nil] {
        let product = BuildSettings.Product(identifier: "a", platform: nil)
        #expect(settings.assignment(of: name, value: value, in: product) != nil)
      }
    }
  }

  @Test(arguments: [
    ("a $(B) c", "a b c"), ("$(A_$(K))", "found"), ("${B}$(B:upper)", "bB"), ("$(S:rfc1034identifier)", "a-b.c-d"),
    ("$(S:c99extidentifier)", "a_b_c_d"), ("$(E:default=x)", "x"), ("$(B:default=x)", "b"), ("$(B:file)", "\0"),
    ("$(B", "$(B"), ("B)", "B)"), ("$(none)", "\0"), ("", ""), ("$()", "\0"), ("($(B))", "(b)"), ("$$(B)", "$b"),
  ]) func expansion(_ text: String, _ expected: String) {
    let values = ["B": "b", "K": "X", "A_X": "found", "S": "a b.c_d", "E": ""]
    #expect(BuildVariable.expanded(text) { values[$0] ?? "\0" } == expected)
  }

  @Test func matches() {
    for (value, pattern, isMatch) in [
      ("a.b", "a.b", true), ("a.b", "\0", true), ("a.b", "a.\0", true), ("a.b", "\0.b", true), ("a.b", "a.b\0", true),
      ("a.b", "\0.c", false), ("a.b.c", "a.\0.c", true), ("a.c", "a.\0.c", false), ("axbyc", "a\0b\0c", true),
      ("aa", "aa\0a", false),
    ] { #expect(BuildVariable.matches(value, pattern) == isMatch, "\(value)") }
  }

  @Test func linesWithTabs() throws {
    let settings = try Self.settings(["a.xcconfig": "\tA\t=\tb\tc\n"], ["a.xcconfig"])
    let found = settings.assignment(of: "A", value: nil, in: .init(identifier: "a", platform: nil))
    let line = try #require(found?.excerpt?.lines.first)
    #expect(line.text == " A = b c" && line.key == 1..<2 && found?.place.column == 2 && found?.value == "b\tc")
  }
}
