import SampleFiles
import Basics
import Bundles
import FileFacts
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Provisioning profiles, as policies see them.
@Suite struct PolicyHostProfilesTests {
  private static let profile = SampleProfile(
    Array(
      """
      <?xml version="1.0"?><plist version="1.0"><dict>
      <key>AppIDName</key><string>Hello</string>
      <key>ApplicationIdentifierPrefix</key><array><string>OLD1234567</string></array>
      <key>CreationDate</key><date>2026-01-02T03:04:05Z</date>
      <key>DeveloperCertificates</key><array>
        <data>\(Base64.encode(SampleCertificate().bytes))</data>
        <data>\(Base64.encode(SampleCertificate { $0.expires = "20261124235959Z" }.bytes))</data>
      </array>
      <key>Entitlements</key><dict>
        <key>application-identifier</key><string>OLD1234567.com.example.*</string>
        <key>keychain-access-groups</key><array><string>OLD1234567.*</string></array>
        <key>get-task-allow</key><false/>
      </dict>
      <key>ExpirationDate</key><date>2027-01-02T03:04:05Z</date>
      <key>IsXcodeManaged</key><true/>
      <key>Name</key><string>Hello ad hoc</string>
      <key>Platform</key><array><string>iOS</string><string>xrOS</string></array>
      <key>ProvisionedDevices</key><array><string>0123</string></array>
      <key>TeamIdentifier</key><array><string>ABCDE12345</string></array>
      <key>TeamName</key><string>Example</string>
      <key>UUID</key><string>5D7F4B0A-0000-4000-8000-000000000000</string>
      </dict></plist>
      """.utf8)
  ).bytes

  private static func app() throws -> BundleGraph {
    try .fixture(
      "App.app",
      [
        "Info.plist": .info([
          "CFBundleIdentifier": "com.x.app", "CFBundleExecutable": "App", "MinimumOSVersion": "17.0",
        ]),
        "App": .file([0], mode: 0o755), "embedded.mobileprovision": .file(profile),
        "link.mobileprovision": .link("embedded.mobileprovision"), "gone.mobileprovision": .link("nothing"),
        "bad.mobileprovision": .text("<plist/>"), "folder.mobileprovision/a": .text(""), "profile": .file(profile),
        "copy.provisionprofile": .file(profile), "empty.provisionprofile": .file(SampleProfile(Array("{}".utf8)).bytes),
        "PlugIns/Share.appex/Info.plist": .info(["CFBundleIdentifier": "com.x.app.share"]),
        "PlugIns/More.appex/Info.plist": .info(["CFBundleIdentifier": "com.x.app.more"]),
        "PlugIns/More.appex/embedded.mobileprovision": .text(""),
      ])
  }

  private static func mac() throws -> BundleGraph {
    try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app"]), "embedded.mobileprovision": .text("x"),
        "Contents/embedded.provisionprofile": .file(profile),
      ])
  }

  private static func lines(_ value: String, of graph: BundleGraph, fuel: UInt64 = 50_000_000) throws -> [String] {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", applies = { nested = false }, check = function(bundle, report)
        local function file(path) return bundle.files[path] end
        local p = bundle.profile
        report("=" .. tostring(\(value)))
      end }
      """)
    return run.lines(try run.report(graph, fuel: fuel))
  }

  static let askedValues: [(expression: String, expected: String)] = [
    ("p", "<profile embedded.mobileprovision>"), ("p == file('embedded.mobileprovision').profile", "true"),
    ("p.name", "Hello ad hoc"), ("p.uuid", "5D7F4B0A-0000-4000-8000-000000000000"), ("p.kind", "ad_hoc"),
    ("p.team", "ABCDE12345"), ("table.concat(p.teams, ' ')", "ABCDE12345"), ("p.team_name", "Example"),
    ("p.app_id", "OLD1234567.com.example.*"), ("p.app_id_name", "Hello"),
    ("table.concat(p.app_id_prefixes, ' ')", "OLD1234567"), ("table.concat(p.platforms, ' ')", "ios visionos"),
    ("p.created", "2026-01-02T03:04:05Z"), ("p.expires", "2027-01-02T03:04:05Z"), ("p.expires.year", "2027"),
    ("p.created < p.expires", "true"), ("p.expires < as_of", "false"), ("table.concat(p.devices, ' ')", "0123"),
    ("p.provisions_all_devices", "false"), ("p.is_xcode_managed", "true"), ("p.is_intact", "true"),
    ("p.entitlements['get-task-allow']", "false"), ("p.entitlements['keychain-access-groups'][1]", "OLD1234567.*"),
    ("p.entitlements", "<dictionary embedded.mobileprovision:/Entitlements>"),
    ("p.properties.Entitlements == p.entitlements", "true"), ("#p.properties.DeveloperCertificates", "2"),
    ("plist.type(p.properties.DeveloperCertificates[1])", "data"), ("#p.certificates", "2"),
    (
      "p.certificates[1]",
      "<certificate Apple Distribution: Example (ABCDE12345) of embedded.mobileprovision>"
    ),
    ("p.certificates[1].common_name", "Apple Distribution: Example (ABCDE12345)"),
    ("p.certificates[1].team", "ABCDE12345"), ("p.certificates[1].organization", "Example"),
    ("p.certificates[1].starts", "2020-01-01T00:00:00Z"), ("p.certificates[1].expires", "2099-12-31T00:00:00Z"),
    ("p.certificates[2].expires", "2026-11-24T23:59:59Z"),
    ("p.certificates[2].expires < p.certificates[1].expires", "true"), ("#p.certificates[1].sha1", "40"),
    ("p.certificates[1].sha256 == p.certificates[2].sha256", "false"),
    // Bundles with and without a profile.
    ("file('profile').profile", "nil"), ("file('App').profile", "nil"),
    ("file('folder.mobileprovision').profile", "nil"),
    ("file('copy.provisionprofile').profile.name", "Hello ad hoc"),
    ("file('link.mobileprovision').profile.name", "Hello ad hoc"),
    ("bundle.bundles[2].name .. tostring(bundle.bundles[2].profile)", "Share.appexnil"),
    ("file('bad.mobileprovision').problem", "byte 0: the profile is a bare property list; it must be signed"),
    ("file('embedded.mobileprovision').problem", "nil"), ("file('profile').problem", "nil"),
    // Nothing in it.
    ("file('empty.provisionprofile').profile.kind", "store"), ("file('empty.provisionprofile').profile.name", "nil"),
    ("file('empty.provisionprofile').profile.team", "nil"), ("file('empty.provisionprofile').profile.expires", "nil"),
    ("file('empty.provisionprofile').profile.entitlements", "nil"),
    ("#file('empty.provisionprofile').profile.certificates", "0"),
  ]

  @Test(arguments: askedValues) func values(_ expression: String, _ expected: String) throws {
    #expect(try Self.lines(expression, of: Self.app()) == ["=" + expected])
  }

  @Test func onTheMacItIsInContents() throws {
    #expect(try Self.lines("p", of: Self.mac()) == ["=<profile Contents/embedded.provisionprofile>"])
  }

  @Test(arguments: [
    (
      "bundle.bundles[1].profile",
      "PlugIns/More.appex/embedded.mobileprovision:byte 0: error: the profile is empty; download the profile again, and embed it as it is"
    ),
    ("file('gone.mobileprovision').profile", "points to a file that does not exist"),
    ("p.expire", "a profile has no field 'expire'; did you mean 'expires'?"),
    ("p.certificates[1].sha265", "a certificate of a profile has no field 'sha265'; did you mean 'sha256'?"),
    ("p[1]", "a profile is read by field name"), ("#p", "this object has no length"),
  ])
  func errors(_ expression: String, _ expected: String) throws {
    let lines = try Self.lines(expression, of: Self.app())
    #expect(lines.count == 1 && lines.first?.hasPrefix("policy.error ") == true)
    #expect(lines.first?.contains(expected) == true, "\(lines)")
  }

  /// As `openssl cms -verify`, `openssl x509` and Python's plistlib read them.
  @Test(
    .enabled(if: access("../shared/corpus/bundles", R_OK) == 0, "no corpus beside the package"),
    arguments: [
      (
        "appinfo_iphone",
        "iOS Team Provisioning Profile: * development 5PJA6N5A3B.* 100 2017-07-27T09:44:49Z true 13 029646c47315909efc14b0fae618c849b8f13404"
      ),
      (
        "appinfo_ipad",
        "XC: * store 5PJA6N5A3B.* 0 2017-04-12T09:37:18Z true 1 b52f2e41540a8d7e41055d640a3aa293af70d02b"
      ),
      (
        "appinfo_embedded",
        "iOS Team Inhouse Provisioning Profile: com.icyleaf.test.Demo enterprise 72LA85G59H.com.icyleaf.test.Demo 0 2022-01-15T06:40:53Z true 2 a4e4c03835a947c4e3ef9daedc0cd6879af127f1"
      ),
    ])
  func realOnes(_ name: String, _ expected: String) throws {
    let facts = """
      table.concat({
        p.name, p.kind, p.app_id, #p.devices, tostring(p.expires), tostring(p.is_intact), #p.certificates, p.certificates[1].sha1,
      }, ' ')
      """
    let graph = try BundleGraph.open(path: "../shared/corpus/bundles/\(name).ipa")
    #expect(try Self.lines(facts, of: graph).filter { $0.hasPrefix("=") } == ["=" + expected])
  }

  /// A fact costs each rule that asks the same, and a large profile more than a small one.
  @Test func readingHasItsPrice() throws {
    func isAffordable(_ bytes: [UInt8], _ fuel: UInt64) throws -> Bool {
      let graph = try BundleGraph.fixture(
        "App.app", ["Info.plist": .info(["CFBundleIdentifier": "com.x.app"]), "embedded.mobileprovision": .file(bytes)])
      return try Self.lines("p.kind", of: graph, fuel: fuel) == ["=store"]
    }
    let small = SampleProfile(Array("<plist><dict/></plist>".utf8)).bytes
    let large = SampleProfile(Array("<plist><dict/></plist>".utf8) + [UInt8](repeating: 0x20, count: 900_000)).bytes
    #expect(try isAffordable(small, 20_000) && !isAffordable(large, 20_000) && isAffordable(large, 20_000_000))
  }
}
