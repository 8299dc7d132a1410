import PolicyTestSupport
import ProjectFiles
import Testing

@testable import SourceMaps

/// The sources that `init` proposes for the bundles of a repository.
@Suite struct SourceProposalTests {
  private static func project(_ targets: [(name: String, type: String, settings: String)]) -> String {
    var objects = "P = { isa = PBXProject; buildConfigurationList = L; };\nL = { buildConfigurations = (C); };\n"
    objects += "C = { name = Release; buildSettings = { PREFIX = com.acme; }; };\n"
    for (number, target) in targets.enumerated() {
      objects += """
        T\(number) = { isa = PBXNativeTarget; name = "\(target.name)"; buildConfigurationList = L\(number);
          productType = "com.apple.product-type.\(target.type)"; };
        L\(number) = { buildConfigurations = (C\(number)); };
        C\(number) = { name = Release; buildSettings = { \(target.settings) }; };

        """
    }
    return "// !$*UTF8*$!\n{ objects = {\n\(objects)}; }\n"
  }

  private static let plist = "<plist><dict><key>A</key><string>a</string></dict></plist>"
  private static let app =
    "PRODUCT_BUNDLE_IDENTIFIER = \"$(PREFIX).${TARGET_NAME}\"; INFOPLIST_FILE = \"$(SRCROOT)/Notes/Info.plist\";"

  private static func proposal(_ files: [String: String]) throws -> SourceProposal {
    let folder = try TemporaryFolder(files)
    let proposal = SourceProposal(folder.path)
    // A check accepts the proposal.
    if !proposal.text.isEmpty {
      let project = try ProjectFile(Array(proposal.text.utf8), file: folder("bundlepolicy.yml"))
      _ = try SourceMap(project)
    }
    return proposal
  }

  @Test func aProjectWithTargets() throws {
    let proposal = try Self.proposal([
      "Notes.xcodeproj/project.pbxproj": Self.project([
        (
          "Share", "app-extension",
          "PRODUCT_BUNDLE_IDENTIFIER = com.acme.Notes.share; INFOPLIST_FILE = Share/Info.plist; CODE_SIGN_ENTITLEMENTS = Share/S.entitlements;"
        ),
        ("Notes", "application", Self.app),
        ("Made", "framework", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.Made; GENERATE_INFOPLIST_FILE = YES;"),
        ("Gone", "application", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.Gone; INFOPLIST_FILE = Gone/Info.plist;"),
        ("Dark", "application", "PRODUCT_BUNDLE_IDENTIFIER = \"$(TEAM).dark\"; INFOPLIST_FILE = Notes/Info.plist;"),
        ("Tests", "bundle.unit-test", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.Tests; INFOPLIST_FILE = Tests/Info.plist;"),
      ]),
      "Notes/Info.plist": Self.plist, "Share/Info.plist": Self.plist, "Share/S.entitlements": Self.plist,
      "Share/PrivacyInfo.xcprivacy": Self.plist, "Made/Assets.xcassets/Contents.json": "{}",
      "Made/de.lproj/A.strings": "\"a\" = \"b\";", "Made/A.xcstrings": "{}", "Pods/X/PrivacyInfo.xcprivacy": Self.plist,
    ])
    #expect(
      proposal.text == """
        sources:
          com.acme.Notes:
            info: Notes/Info.plist
            settings: [Notes.xcodeproj/project.pbxproj]
          com.acme.Notes.share:
            info: Share/Info.plist
            entitlements: Share/S.entitlements
            privacy: Share/PrivacyInfo.xcprivacy
            settings: [Notes.xcodeproj/project.pbxproj]
          com.acme.Made:
            strings: ["Made/**/*.strings", "Made/**/*.xcstrings"]
            assets: [Made/Assets.xcassets]
            settings: [Notes.xcodeproj/project.pbxproj]

        """)
    #expect(proposal.identifiers == ["com.acme.Notes", "com.acme.Notes.share", "com.acme.Made"])
    #expect(
      proposal.remarks == [
        "the sources of target 'Gone': its Info.plist is not found",
        "the sources of target 'Dark': its bundle identifier is not clear",
      ])
  }

  @Test func folders() throws {
    // A project in a folder of its own, and two targets whose files are in one folder.
    let proposal = try Self.proposal([
      "ios/Notes.xcodeproj/project.pbxproj": Self.project([
        ("Notes", "application", Self.app.replacing("Notes/Info", with: "Notes/Supporting Files/Info")),
        (
          "Two", "application",
          "PRODUCT_BUNDLE_IDENTIFIER = com.acme.Two; INFOPLIST_FILE = \"$(SRCROOT)/../ios/./Notes/Two-Info.plist\";"
        ),
      ]),
      "ios/Notes/Supporting Files/Info.plist": Self.plist, "ios/Notes/Two-Info.plist": Self.plist,
      "ios/Notes/PrivacyInfo.xcprivacy": Self.plist,
    ])
    #expect(
      proposal.text.contains(
        "com.acme.Notes:\n    info: \"ios/Notes/Supporting Files/Info.plist\"\n    settings: [ios/Notes.xcodeproj/project.pbxproj]\n  com.acme.Two:"
      ))
    #expect(!proposal.text.contains("privacy") && proposal.remarks.isEmpty)
  }

  @Test func withoutAProject() throws {
    let info = "<plist><dict><key>CFBundleIdentifier</key><string>ID</string></dict></plist>"
    let proposal = try Self.proposal([
      "App/Info.plist": info.replacing("ID", with: "com.x.app"), "App/App.entitlements": Self.plist,
      "App/Sub/Assets.xcassets/Contents.json": "{}",
      "Tool/Info.plist": info.replacing("ID", with: "$(PRODUCT_BUNDLE_IDENTIFIER)"),
      "A/Info.plist": info.replacing("ID", with: "com.x.same"),
      "B/Info.plist": info.replacing("ID", with: "com.x.same"),
      "Bad/Info.plist": "<plist>", "App/Built.app/Info.plist": info.replacing("ID", with: "com.x.built"),
    ])
    #expect(
      proposal.text == """
        sources:
          com.x.app:
            info: App/Info.plist
            entitlements: App/App.entitlements
            assets: [App/Sub/Assets.xcassets]

        """)
    #expect(
      proposal.remarks == [
        "the sources of A/Info.plist: others have its bundle identifier, too",
        "the sources of B/Info.plist: others have its bundle identifier, too",
        "the sources of Bad/Info.plist: its bundle identifier is not clear",
        "the sources of Tool/Info.plist: its bundle identifier is not clear",
      ])
  }

  /// A source that a check would refuse is not proposed.
  @Test func whatIsBroken() throws {
    let broken = try Self.proposal([
      "Notes.xcodeproj/project.pbxproj": Self.project([("Notes", "application", Self.app)]), "Notes/Info.plist": "x",
    ])
    #expect(
      broken.text.isEmpty && broken.remarks.count == 1 && broken.remarks[0].contains("Notes/Info.plist"),
      "\(broken.remarks)")
    let project = try Self.proposal(["Notes.xcodeproj/project.pbxproj": "{ objects = "])
    #expect(project.text.isEmpty && project.remarks[0].contains("not a property list"), "\(project.remarks)")
    #expect(try Self.proposal(["README.md": "x"]).text.isEmpty)
    #expect(try Self.proposal(["Empty.xcodeproj/x": "x", "A.xcodeproj/project.pbxproj": "{}"]).text.isEmpty)
    let outside = try TemporaryFolder(["repository/x": "", "Info.plist": Self.plist])
    try outside.link("repository/Info.plist", to: "../Info.plist")
    try outside.link("repository/all", to: "..")
    #expect(SourceProposal(outside("repository")).remarks.isEmpty)
  }
}
