import SampleFiles
import Basics
import Bundles
import FileFacts
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// What rules of the standard policies ask of an ordinary bundle is the same for two that have nothing in common but their kind and
/// platform. `Policies/apple/passes.txt` has what both were asked, and the program carries it.
@Suite struct KnownPassTests {
  private static let path = "Policies/apple/passes.txt"
  private static let policies = [
    "recommended", "strict", "app_store.ios", "app_store.macos", "developer_id", "framework", "history", "legacy",
  ].map { "apple." + $0 }

  @Test func theFileIsWhatRulesAsk() throws {
    var lines: [String] = []
    for shape in Shape.all {
      let first = try Self.passes(shape, Names.first)
      lines += try Self.passes(shape, Names.second).filter(first.contains).map(\.line)
    }
    #expect(lines.count > 300)
    let text =
      "# What the rules of these policies ask of bundles in which they find nothing: see KnownPasses.swift. KnownPassTests writes it, with\n"
      + "# BUNDLEPOLICY_REWRITE_SNAPSHOTS=1; afterwards build again.\n"
      + ([KnownPass.functions] + Set(lines).sorted()).joined(separator: "\n") + "\n"
    if getenv("BUNDLEPOLICY_REWRITE_SNAPSHOTS") != nil {
      try TemporaryFolder.write(text, toSnapshot: Self.path)
      return
    }
    let isCurrent = String(decoding: try TemporaryFolder.bytes(of: Self.path), as: UTF8.self) == text
    #expect(isCurrent, "\(Self.path) is outdated; BUNDLEPOLICY_REWRITE_SNAPSHOTS=1 writes it anew")
  }

  @Test(arguments: Shape.all) func aRuleComesToTheSameWhetherItIsRunOrNot(_ shape: Shape) throws {
    let folder = try shape.bundle(Names.first)
    let graph = try BundleGraph.open(path: folder(shape.name(Names.first)))
    func report(explained: Bool) throws -> [RuleResult] {
      var options = PolicyProgram.Options(policies: Self.policies)
      options.defersRules = true
      var checking = Check.Options(asOf: .today())
      // What is explained is run.
      checking.explains = explained
      var check = Check(try PolicyProgram(options), checking)
      check.run(on: graph, path: "x")
      check.run(on: graph, path: "y")
      return check.report().bundles.flatMap(\.rules)
    }
    let (known, run) = (try report(explained: false), try report(explained: true))
    #expect(known.map(\.id) == run.map(\.id) && known.map(\.status) == run.map(\.status))
    #expect(known.map(\.fuel) == run.map(\.fuel))
  }

  private static func passes(_ shape: Shape, _ names: Names) throws -> Set<KnownPass> {
    let folder = try shape.bundle(names)
    var options = PolicyProgram.Options(policies: policies)
    options.defersRules = true
    let program = try PolicyProgram(options)
    let day = try #require(CalendarDate(names.day))
    let graph = try BundleGraph.open(path: folder(shape.name(names)))
    #expect(graph.outer.kind.rawValue == shape.kind && graph.outer.platform?.rawValue == shape.platform)
    return Set(program.knownPasses(on: graph, asOf: day))
  }

  /// What differs between the two.
  struct Names: Sendable {
    let name: String
    let identifier: String
    let version: String
    let build: String
    let language: String
    let minimumSystem: String
    let day: String
    let customKey: String
    let icons: [(type: String, content: [UInt8])]
    let localized: [String]

    private static func picture(_ side: UInt32) -> [UInt8] {
      SamplePNG {
        $0.width = side
        $0.height = side
      }.bytes
    }

    static let first = Names(
      name: "Alpha", identifier: "org.alpha.product", version: "1.2.3", build: "45", language: "en",
      minimumSystem: "13.0",
      day: "2026-01-15", customKey: "org.alpha.Channel", icons: [("ic10", picture(1024))],
      localized: ["CFBundleName"])
    static let second = Names(
      name: "Omega Two", identifier: "com.omega-two.tool", version: "12.0", build: "1207.3", language: "de",
      minimumSystem: "14.4", day: "2027-08-01",
      customKey: "com.omega-two.Server.Host",
      icons: [("ic07", picture(128)), ("ic09", picture(512))],
      localized: ["CFBundleDisplayName", "CFBundleName"])
  }

  /// A kind of bundle, as builds make it.
  struct Shape: Sendable, CustomTestStringConvertible {
    let kind: String
    let platform: String
    /// Whether it has what templates add, and code for all Macs.
    var isDressed = false

    static let all =
      ["application", "framework", "extension", "plugin"].flatMap { kind in
        ["macos", "ios"].map { Shape(kind: kind, platform: $0) }
      } + [Shape(kind: "application", platform: "macos", isDressed: true)]

    var testDescription: String { "\(kind) for \(platform)\(isDressed ? ", dressed" : "")" }

    private static let endings = [
      "application": "app", "framework": "framework", "extension": "appex", "plugin": "bundle",
    ]
    private static let types = ["application": "APPL", "framework": "FMWK", "extension": "XPC!", "plugin": "BNDL"]
    private static let systems = ["macos": "MacOSX", "ios": "iPhoneOS"]

    func name(_ names: Names) -> String { "\(names.name).\(Self.endings[kind] ?? "")" }

    /// What the linker makes: it signs it, too.
    private func code(_ names: Names) throws -> [UInt8] {
      let numbers = names.minimumSystem.split(separator: ".").compactMap { UInt32($0) }
      let minimum = numbers[0] << 16 | numbers[1] << 8
      func slice(_ type: UInt32, _ subtype: UInt32) -> [UInt8] {
        let code = SampleMachO {
          $0.cpuType = type
          $0.cpuSubtype = subtype
          $0.fileType = kind == "framework" ? 6 : kind == "plugin" ? 8 : 2
          // LC_BUILD_VERSION
          $0.add(0x32, platform == "macos" ? 1 : 2, minimum, minimum, 0)
          $0.add(library: "/usr/lib/libSystem.B.dylib")
        }
        var signature = SampleSignature()
        signature.identifier = names.identifier
        return code.signed(with: signature)
      }
      let (arm, intel): ((UInt32, UInt32), (UInt32, UInt32)) = ((0x0100_000C, 0), (0x0100_0007, 3))
      guard isDressed else { return slice(arm.0, arm.1) }
      return SampleMachO.fat([intel, arm].map { ($0.0, $0.1, slice($0.0, $0.1)) })
    }

    func bundle(_ names: Names) throws -> TemporaryFolder {
      let isMac = platform == "macos"
      let info = PropertyListText.document(
        PropertyListText.strings([
          "CFBundleDevelopmentRegion": names.language, "CFBundleExecutable": names.name,
          "CFBundleIdentifier": names.identifier, "CFBundleInfoDictionaryVersion": "6.0", "CFBundleName": names.name,
          "CFBundlePackageType": Self.types[kind] ?? "", "CFBundleShortVersionString": names.version,
          "CFBundleVersion": names.build,
          isMac ? "LSMinimumSystemVersion" : "MinimumOSVersion": names.minimumSystem,
        ])
          + (isDressed
            ? "\n"
              + PropertyListText.strings([
                "CFBundleDisplayName": names.name, "CFBundleIconFile": names.name, "CFBundleSignature": "????",
                "NSPrincipalClass": "NSApplication", names.customKey: names.build,
              ]) : "")
          + "\n<key>CFBundleSupportedPlatforms</key><array><string>\(Self.systems[platform] ?? "")</string></array>")
      let bundle = name(names)
      let folder = try TemporaryFolder()
      let (top, executable, resources) =
        switch (kind, isMac) {
        case ("framework", true): ("Versions/A/Resources/", "Versions/A/", "Versions/A/Resources/")
        case (_, true): ("Contents/", "Contents/MacOS/", "Contents/Resources/")
        default: ("", "", "")
        }
      try folder.write("\(bundle)/\(top)Info.plist", info)
      try folder.write("\(bundle)/\(executable)\(names.name)", try code(names), mode: 0o755)
      try folder.write(
        "\(bundle)/\(resources)\(names.language).lproj/Localizable.strings", "\"\(names.name)\" = \"x\";\n")
      if isDressed {
        try folder.write("\(bundle)/Contents/PkgInfo", "APPL????")
        try folder.write("\(bundle)/Contents/Resources/\(names.name).icns", SampleIcons.family(names.icons))
        try folder.write(
          "\(bundle)/Contents/Resources/\(names.language).lproj/InfoPlist.strings",
          names.localized.map { "\($0) = \"\(names.name)\";\n" }.joined())
      }
      if kind == "framework", isMac {
        try folder.link("\(bundle)/Versions/Current", to: "A")
        try folder.link("\(bundle)/\(names.name)", to: "Versions/Current/\(names.name)")
        try folder.link("\(bundle)/Resources", to: "Versions/Current/Resources")
      }
      return folder
    }
  }
}
