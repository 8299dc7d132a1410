import PolicyTestSupport
import ProjectFiles
import Reports
import Testing

@testable import SourceMaps

/// Where findings about a built bundle are edited in the project.
@Suite struct SourceMapTests {
  private static let info = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    	<key>Host</key>
    	<string>h</string>
    	<key>CFBundleVersion</key>
    	<string>$(CURRENT_PROJECT_VERSION)</string>
    	<key>CFBundleName</key>
    	<string>My ${PRODUCT_NAME:c99extidentifier}</string>
    	<key>List</key>
    	<array>
    		<dict>
    			<key>A</key>
    			<string>a</string>
    		</dict>
    	</array>
    </dict>
    </plist>
    """

  private static let project = """
    // !$*UTF8*$!
    {
    	objects = {
    		P = { isa = PBXProject; buildConfigurationList = PL; };
    		PL = { isa = XCConfigurationList; buildConfigurations = (PR); };
    		PR = { isa = XCBuildConfiguration; name = Release; buildSettings = {
    			MARKETING_VERSION = 9.9;
    			SDKROOT = iphoneos;
    		}; };
    		T = { isa = PBXNativeTarget; buildConfigurationList = TL; };
    		TL = { isa = XCConfigurationList; buildConfigurations = (TR, TD); };
    		TR = { isa = XCBuildConfiguration; name = Release; buildSettings = {
    			INFOPLIST_KEY_CFBundleDisplayName = "An App";
    			INFOPLIST_KEY_UISupportedInterfaceOrientations_iPad = "All";
    			MARKETING_VERSION = 1.0;
    			PRODUCT_BUNDLE_IDENTIFIER = com.x.app;
    		}; };
    		TD = { isa = XCBuildConfiguration; name = Debug; buildSettings = {
    			MARKETING_VERSION = 2.0;
    			PRODUCT_BUNDLE_IDENTIFIER = com.x.app;
    		}; };
    		U = { isa = PBXNativeTarget; buildConfigurationList = UL; };
    		UL = { isa = XCConfigurationList; buildConfigurations = (UR); };
    		UR = { isa = XCBuildConfiguration; name = Release; buildSettings = {
    			MARKETING_VERSION = 3.0;
    			PRODUCT_BUNDLE_IDENTIFIER = com.x.other;
    		}; };
    	};
    }
    """

  private static let files = [
    "App/Info.plist": info,
    "App/App.entitlements": "<plist><dict>\n<key>get-task-allow</key><true/></dict></plist>",
    "App/PrivacyInfo.xcprivacy": "<plist><dict>\n<key>NSPrivacyTracking</key><false/></dict></plist>",
    "App/en.lproj/InfoPlist.strings": "\"A\" = \"a\";\n\"B\" = \"b\";\n",
    "App/de.lproj/InfoPlist.strings": "/* de */\n\n\"B\" = \"b\";\n",
    "App/Localizable.xcstrings": """
    { "sourceLanguage": "en", "version": "1.0", "strings": {
      "Hi": { "localizations": { "de": { "stringUnit": {
        "state": "translated", "value": "Hallo" } } } },
      "Bye": {}
    } }
    """,
    "App/Settings.bundle/Root.plist": "<plist><dict>\n<key>Title</key><string>t</string></dict></plist>",
    "App/words.txt": "one\ntwo\n",
    "App/Assets.xcassets/Contents.json": "{}",
    "App/Assets.xcassets/Icons/AppIcon.appiconset/Contents.json": "{}",
    "Config/Base.xcconfig": "// base\r\nAPP_BUILD = 7 // b\r\n",
    "Config/App.xcconfig": """
    #include "Base.xcconfig"
    #include? "Missing.xcconfig"
      CURRENT_PROJECT_VERSION = $(APP_BUILD)
    PRODUCT_NAME[sdk=macosx*] = Mac
    PRODUCT_NAME = App;
    """,
    "App.xcodeproj/project.pbxproj": project,
  ]

  private static func folder(_ sources: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder(files)
    try folder.write("bundlepolicy.yml", sources)
    return folder
  }

  private static func map(_ folder: TemporaryFolder) throws -> SourceMap {
    try SourceMap(try ProjectFile.read(folder("bundlepolicy.yml")))
  }

  /// The source of a finding, with its path relative to the project.
  private static func source(
    _ folder: TemporaryFolder, _ file: String?, _ key: String? = nil, value: String? = nil, missing: Bool = false,
    bundle name: String = "com.x.app", line: Int? = nil, message: String = "m"
  ) throws -> String? {
    var finding = Finding(
      rule: "p/r", severity: .error, message: message, bundle: "", bundleName: name, file: file, keyPath: key,
      isMissing: missing, line: line, column: line.map { _ in 3 }, value: value,
      declared: SourceLocation(file: "p.lua", line: 1), discriminator: "")
    var bundle = BundleReport(
      path: "build/App.app", identifier: name, kind: "application", verdict: .fail, rules: [], findings: [finding],
      errors: [])
    bundle.builds = [
      BuildFacts(
        path: "", name: "App.app", kind: "application", platform: "ios",
        info: ["CFBundleIdentifier": name, "CFBundleExecutable": "Program"])
    ]
    let fingerprint = finding.fingerprint
    try map(folder).locate(&bundle, evidence: .all)
    finding = bundle.findings[0]
    #expect(finding.fingerprint == fingerprint)
    guard let source = finding.source else { return nil }
    let places = [source.place] + source.related
    return places.map { place in
      place.text.replacing(folder.path + "/", with: "") + (place.setting.map { " " + $0 } ?? "")
    }.joined(separator: ", ") + (source.isAddedByBuild ? " added" : "")
  }

  private static let everything = """
    sources:
      com.x.app:
        info: App/Info.plist
        entitlements: App/App.entitlements
        privacy: App/PrivacyInfo.xcprivacy
        strings: ["App/*.lproj/*.strings", App/Localizable.xcstrings]
        assets: [App/Assets.xcassets]
        files: [App/Settings.bundle/Root.plist, App/words.txt]
        settings: [App.xcodeproj/project.pbxproj, Config/App.xcconfig]
    """

  @Test(arguments: [
    ("Info.plist", "/Host", "App/Info.plist:4:2"), ("Contents/Info.plist", "/Host", "App/Info.plist:4:2"),
    ("Versions/A/Resources/Info.plist", "/Host", "App/Info.plist:4:2"),
    ("Info.plist", "/List/0/A", "App/Info.plist:13:4"), ("Info.plist", "/List/0", "App/Info.plist:12:3"),
    ("Info.plist", "", "App/Info.plist:3:1"), ("Info.plist", nil, "App/Info.plist"),
    ("Info.plist", "/CFBundleVersion", "Config/Base.xcconfig:2:1 APP_BUILD, App/Info.plist:6:2"),
    ("Info.plist", "/CFBundleName", "App/Info.plist:8:2, Config/App.xcconfig:5:1 PRODUCT_NAME"),
    ("Info.plist", "/DTSDKName", "App/Info.plist:3:1 added"),
    ("Info.plist", "/List/0/B/C", "App/Info.plist:12:3 added"),
    ("Info.plist", "/CFBundleDisplayName", "App.xcodeproj/project.pbxproj:13:4 INFOPLIST_KEY_CFBundleDisplayName"),
    (
      "Info.plist", "/UISupportedInterfaceOrientations~0ipad",
      "App.xcodeproj/project.pbxproj:14:4 INFOPLIST_KEY_UISupportedInterfaceOrientations_iPad"
    ),
    ("Program", "/get-task-allow", "App/App.entitlements:2:1"),
    ("Contents/MacOS/Program", "/a", "App/App.entitlements:1:8 added"),
    ("Program", nil, nil), ("Tool", "/get-task-allow", nil), (nil, nil, nil), (nil, "/Host", nil),
    ("PrivacyInfo.xcprivacy", "/NSPrivacyTracking", "App/PrivacyInfo.xcprivacy:2:1"),
    ("en.lproj/InfoPlist.strings", "/B", "App/en.lproj/InfoPlist.strings:2:1"),
    ("Contents/Resources/de.lproj/InfoPlist.strings", "/B", "App/de.lproj/InfoPlist.strings:3:1"),
    ("fr.lproj/InfoPlist.strings", "/B", nil), ("InfoPlist.strings", "/B", nil),
    ("de.lproj/Localizable.strings", "/Hi", "App/Localizable.xcstrings:3:28"),
    ("de.lproj/Localizable.strings", "/Bye", "App/Localizable.xcstrings:4:3"),
    ("de.lproj/Localizable.strings", "/No", "App/Localizable.xcstrings:1:56 added"),
    ("de.lproj/Localizable.stringsdict", nil, "App/Localizable.xcstrings"),
    ("Settings.bundle/Root.plist", "/Title", "App/Settings.bundle/Root.plist:2:1"), ("Other.plist", "/Title", nil),
    ("words.txt", nil, "App/words.txt:2:3"), ("Assets.car", nil, "App/Assets.xcassets/Contents.json"),
    ("AppIcon60x60@2x.png", nil, "App/Assets.xcassets/Icons/AppIcon.appiconset/Contents.json"),
    ("AppIconic.png", nil, nil),
  ]) func places(_ file: String?, _ key: String?, _ expected: String?) throws {
    let folder = try Self.folder(Self.everything)
    let found = try Self.source(folder, file, key, line: file == "words.txt" ? 2 : nil)
    #expect(found == expected, "\(file ?? "") \(key ?? "")")
  }

  @Test func aMissingKeyIsInItsDictionary() throws {
    let folder = try Self.folder(Self.everything)
    #expect(try Self.source(folder, "Info.plist", "/NSX", missing: true) == "App/Info.plist:3:1")
    #expect(try Self.source(folder, "Info.plist", "/List/0/NSX", missing: true) == "App/Info.plist:12:3")
    #expect(try Self.source(folder, "Info.plist", "/Gone/Deep", missing: true) == "App/Info.plist:3:1")
  }

  /// The configuration that the bundle was built with is known by its value.
  @Test func settingsOfATarget() throws {
    let folder = try Self.folder("sources: { '*': { settings: [App.xcodeproj/project.pbxproj] } }")
    func line(_ value: String, _ bundle: String) throws -> String? {
      try Self.source(folder, "Info.plist", "/CFBundleShortVersionString", value: value, bundle: bundle)?
        .replacing("App.xcodeproj/project.pbxproj:", with: "")
    }
    #expect(try line("1.0", "com.x.app") == "15:4 MARKETING_VERSION")
    #expect(try line("2.0", "com.x.app") == "19:4 MARKETING_VERSION")
    #expect(try line("8", "com.x.app") == "15:4 MARKETING_VERSION")
    #expect(try line("3.0", "com.x.other") == "25:4 MARKETING_VERSION")
    #expect(try line("8", "com.x.unknown") == "7:4 MARKETING_VERSION")
    // Without an Info.plist, a missing key belongs into the settings of the target.
    #expect(
      try Self.source(folder, "Info.plist", "/NSX", missing: true, bundle: "com.x.other")
        == "App.xcodeproj/project.pbxproj:24:70")
    #expect(try Self.source(folder, "Info.plist", "/DTSDKName", value: "x") == nil)
  }

  /// An identifier comes before patterns; each field comes from the first entry that has it.
  @Test func entriesAreCombined() throws {
    let folder = try Self.folder(
      """
      sources:
        "com.x.*": { info: App/Settings.bundle/Root.plist, privacy: App/PrivacyInfo.xcprivacy }
        com.x.app: { info: App/Info.plist }
        "*": { settings: [Config/App.xcconfig] }
      """)
    #expect(try Self.source(folder, "Info.plist", "/Host") == "App/Info.plist:4:2")
    #expect(try Self.source(folder, "PrivacyInfo.xcprivacy", "/NSPrivacyTracking") == "App/PrivacyInfo.xcprivacy:2:1")
    #expect(
      try Self.source(folder, "Info.plist", "/Title", bundle: "com.x.b") == "App/Settings.bundle/Root.plist:2:1")
    #expect(try Self.source(folder, "Info.plist", "/Host", bundle: "org.y") == nil)
    #expect(
      try Self.source(folder, "Info.plist", "/CFBundleVersion", bundle: "org.y")
        == "Config/Base.xcconfig:2:1 APP_BUILD")
  }

  @Test(arguments: [
    ("info: App/Gone.plist", "2:9", "'info' of 'a' in 'sources' names App/Gone.plist, which does not exist"),
    ("info: App", "2:9", "'info' of 'a' in 'sources' names App, which cannot be read: it is a directory"),
    ("info: ../outside.plist", "2:9", "which is outside the folder of the project file"),
    ("info: /etc/passwd", "2:9", "which is outside the folder of the project file"),
    ("info: link.plist", "2:9", "which is outside the folder of the project file"),
    ("info: linked/outside.plist", "2:9", "which is outside the folder of the project file"),
    ("info: dangling.plist", "2:9", "which does not exist"), ("info: pipe", "2:9", "not a regular file"),
    ("info: large.plist", "2:9", "which cannot be read: it has more than"),
    ("info: App/words.txt", "2:9", "which is not a property list: "),
    ("privacy: list.plist", "2:12", "which does not contain a dictionary"),
    ("strings: [broken.strings]", "2:13", "which is not a property list: 1:"),
    (
      "strings: ['brok*.strings']", "2:13",
      "names brok*.strings, which matches PLACE/p/broken.strings, which is not a property list: 1:"
    ),
    ("settings: [Config/Many.xcconfig]", "2:14", "names Config/Many.xcconfig, which includes more than 100 files"),
    ("strings: [App/Info.plist]", "2:13", "which does not have the file extension .strings, .stringsdict, .xcstrings"),
    ("strings: ['App/*.nothing']", "2:13", "which matches no file"),
    ("strings: ['Gone/*.strings']", "2:13", "which matches no file"),
    ("strings: ['App/[.strings']", "2:13", "which has a '[' without a ']'"),
    ("assets: [App/words.xcassets]", "2:12", "which is not a folder"),
    ("settings: [Config/Bad.xcconfig]", "2:14", "includes Gone.xcconfig, which does not exist"),
    ("settings: [Config/Latin.xcconfig]", "2:14", "is not UTF-8"),
    (
      "settings: [Config/Base.xcconfig, Config/L*.xcconfig]", "2:36",
      "which matches PLACE/p/Config/Latin.xcconfig, which is not UTF-8"
    ),
    ("files: [App/bad.json]", "2:11", "which is not JSON: 1:"),
  ]) func whatCannotBeASource(_ field: String, _ place: String, _ message: String) throws {
    let outer = try TemporaryFolder(["outside.plist": "<plist><dict/></plist>"])
    for (name, text) in Self.files { try outer.write("p/" + name, text) }
    try outer.write("p/bundlepolicy.yml", "sources: { a: {\n  \(field) } }")
    try outer.write("p/list.plist", "<plist><array/></plist>")
    try outer.write("p/broken.strings", "\"a\" = ")
    try outer.write("p/App/words.xcassets", "x")
    try outer.write("p/App/bad.json", "{")
    try outer.write("p/Config/Bad.xcconfig", "#include \"Gone.xcconfig\"\n")
    try outer.write("p/Config/Latin.xcconfig", [0x41, 0x3D, 0xE4])
    for number in 0...100 {
      try outer.write("p/Config/\(number).xcconfig", "A = \(number)\n")
    }
    try outer.write("p/Config/Many.xcconfig", (0...100).map { "#include \"\($0).xcconfig\"\n" }.joined())
    try outer.link("p/link.plist", to: "../outside.plist")
    try outer.link("p/linked", to: "..")
    try outer.link("p/dangling.plist", to: "nowhere")
    _ = try ChildProcess.run("/usr/bin/mkfifo", [outer("p/pipe")])
    if field.contains("large") {
      _ = try ChildProcess.run(
        "/bin/dd", ["if=/dev/zero", "of=" + outer("p/large.plist"), "bs=1048576", "seek=100", "count=0"])
    }
    let error = #expect(throws: ProjectFileError.self) {
      try SourceMap(try ProjectFile.read(outer("p/bundlepolicy.yml")))
    }
    #expect(
      error?.message.contains(message.replacing("PLACE", with: outer.path)) == true && error?.hint != nil,
      "\(error?.message ?? "")")
    #expect(error.map { "\($0.place)" } == place && error?.file == outer("p/bundlepolicy.yml"))
  }

  /// The name in a finding about a compiled catalog decides which set it is made of, unless several have it.
  @Test(arguments: [
    ("the icon 'AppIcon' is bad", "Icons/AppIcon.appiconset/Contents.json"), ("'Logo' is bad", "Logo.imageset"),
    ("the catalog's 'Icons/AppIcon' isn't good", "Icons/AppIcon.appiconset/Contents.json"),
    ("'Back' of the icon 'TV'", "TV.imagestack/Back.imagestacklayer"), ("'Back'", "Contents.json"),
    ("'Logo' and 'AppIcon'", "Contents.json"), ("AppIcon is bad", "Contents.json"), ("'Gone'", "Contents.json"),
    ("'", "Contents.json"), ("''", "Contents.json"), ("'Icons'", "Contents.json"),
    ("''AppIcon'", "Icons/AppIcon.appiconset/Contents.json"),
  ]) func namedAssets(_ message: String, _ set: String) throws {
    let folder = try Self.folder(Self.everything)
    for path in [".x", "Logo.imageset", "TV.imagestack/Back.imagestacklayer", "Other.imagestack/Back.imagestacklayer"] {
      try folder.makeDirectory("App/Assets.xcassets/" + path)
    }
    #expect(try Self.source(folder, "Assets.car", message: message) == "App/Assets.xcassets/" + set)
    #expect(try Self.source(folder, "Contents/Resources/Assets.car", message: message) == "App/Assets.xcassets/" + set)
    // A report must not replace a file in a catalog.
    #expect(try Self.map(folder).folders == [folder("App/Assets.xcassets")])
  }

  /// Files that include each other, and what they include outside of the project.
  @Test func includedFiles() throws {
    let folder = try Self.folder("sources: { a: { settings: [a.xcconfig] } }")
    try folder.write(
      "a.xcconfig", "#include \"b.xcconfig\"\n#include \"..\"\n#include \"<DEVELOPER_DIR>/x\"\nA = 1\n")
    try folder.write("b.xcconfig", "#include \"a.xcconfig\"\nA = $(B)\nB = $(A)\n")
    // A report must not replace an included file.
    #expect(try Self.map(folder).files.count == 2)
  }

  @Test func variables() {
    #expect(BuildVariable.names(in: "a $(B) ${C_1:x} $(D") == ["B", "C_1"])
    #expect(BuildVariable.whole("$(A:rfc1034identifier)") == "A" && BuildVariable.whole("x$(A)") == nil)
    for text in ["", "$", "$(", "$()", "$(:x)", "$( A)", "plain", "$(A)$(B)"] {
      #expect(BuildVariable.whole(text) == nil)
    }
  }
}
