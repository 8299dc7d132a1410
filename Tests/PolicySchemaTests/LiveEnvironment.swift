import SampleFiles
import Basics
import Bundles
import FileFacts
import PolicyTestSupport

@testable import PolicyEngine

/// Evaluates expressions in a running policy, to compare declarations with what really exists.
enum LiveEnvironment {
  /// A bundle that has every kind of object in the table.
  static func bundle() throws -> BundleGraph {
    let program = SampleMachO {
      $0.fileType = 6
      $0.add(0x32, 1, 0xE_0000, 0xF_0201, 1, 3, 0x45B_0703)
      $0.add(library: "@rpath/Self", as: 0xD)
      $0.add(library: "/usr/lib/libSystem.B.dylib")
      $0.add(0x2C, 0, 0, 0, 0)
      $0.segments = [.init("__TEXT", [.init("__cstring", strings: ["text"])])]
      $0.symbols = .init(exports: ["_make"], imports: ["_malloc"])
    }.signed(
      with: SampleSignature {
        $0.entitlements = Array("<plist><dict/></plist>".utf8)
        ($0.team, $0.partHashes) = ("ABCDE12345", [:])
        $0.message = SampleProfile([]) { ($0.hasContent, $0.certificate) = (false, SampleCertificate()) }.bytes
        // A requirement that is always met.
        let requirement = SampleSignature.blob(0xFADE_0C00, [0, 0, 0, 1, 0, 0, 0, 1])
        $0.requirements = SampleSignature.blob(0xFADE_0C01, [0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 20] + requirement)
      })
    var seal = SampleSeal()
    seal.entries = [("Frameworks/K.framework", .nested(cdhash: [1], requirement: "always"))]
    let png = SamplePNG { ($0.width, $0.height) = (512, 512) }.bytes
    var catalog = SampleCatalog()
    catalog.assets = [("AppIcon", [SampleCatalog.Image { ($0.width, $0.height, $0.appearance) = (120, 120, 1) }])]
    let certificate = Base64.encode(SampleCertificate().bytes)
    let profile = SampleProfile(
      Array(
        """
        <plist><dict><key>Name</key><string>P</string><key>UUID</key><string>U</string>
        <key>TeamIdentifier</key><array><string>T</string></array><key>TeamName</key><string>Team</string>
        <key>AppIDName</key><string>App</string><key>CreationDate</key><date>2026-01-01T00:00:00Z</date>
        <key>ExpirationDate</key><date>2027-01-01T00:00:00Z</date>
        <key>DeveloperCertificates</key><array><data>\(certificate)</data></array>
        <key>Entitlements</key><dict><key>application-identifier</key><string>T.*</string></dict></dict></plist>
        """.utf8)
    ).bytes
    return try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(
          """
          <key>CFBundleIdentifier</key><string>com.x.app</string><key>CFBundleExecutable</key><string>App</string>
          <key>CFBundleName</key><string>App</string><key>CFBundleVersion</key><string>1</string>
          <key>CFBundleName-macos</key><string>Mac</string>
          <key>LSUIElement</key><string>YES</string>
          <key>D</key><date>2026-01-01T00:00:00Z</date><key>B</key><data>AAAA</data>
          <key>Twice</key><string>a</string><key>Twice</key><string>b</string>
          """),
        "Contents/MacOS/App": .file(program, mode: 0o755), "Contents/Resources/a.png": .file(png),
        "Contents/Resources/A.png": .file(png),
        "Contents/embedded.provisionprofile": .file(profile),
        "Contents/_CodeSignature/CodeResources": .text(seal.text),
        "Contents/Resources/Assets.car": .file(catalog.bytes),
        "Contents/Resources/libx.a": .file(SampleArchive.bytes([("a.o", program)])),
        "Contents/Resources/a.icns": .file(SampleIcons.family([("ic09", png)])),
        "Contents/Resources/en.lproj/InfoPlist.strings": .text("\"CFBundleName\" = \"Ap\";"),
        "Contents/Frameworks/K.framework/Info.plist": .info(["CFBundleIdentifier": "com.x.k"]),
        "Contents/Resources/a.ttf": .file(SampleFont { $0.names = [(1, "Sans"), (6, "Sans")] }.bytes),
        "Contents/Resources/c.json": .text("{}"), "Contents/Resources/broken.strings": .text("a = b"),
        "Contents/Resources/archive.plist": .text("<plist><dict><key>CF$UID</key><integer>1</integer></dict></plist>"),
      ]
    ).inside(
      BundleContainer(
        storage: try MemoryStorage([("App.app", .directory)]), product: "App.app", displayPath: "App.zip"))
  }

  /// The messages that an `across` function reports.
  static func messagesAcross(_ lines: String) throws -> [String] {
    let run = try PolicyRun(
      """
      rule "r" {
        summary = "s", applies = { nested = false }, collect = function(bundle) return { name = bundle.name } end,
        across = function(bundles, across_report)
      local bundle, report = bundles[1], function(message) across_report(bundles[1], message) end
      \(lines)
      end }
      """)
    let report = try run.report(bundle())
    return report.bundles.flatMap { $0.findings.map(\.message) + $0.errors.map { "error: \($0.message)" } }
  }

  /// The messages that a rule's function reports. `lines` run before the function's own call of `report`.
  static func messages(_ lines: String) throws -> [String] {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", applies = { nested = false }, check = function(bundle, report)
      \(lines)
      end }
      """)
    let report = try run.report(bundle(), previous: [bundle()])
    return report.bundles.flatMap { $0.findings.map(\.message) + $0.errors.map { "error: \($0.message)" } }
  }
}
