import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// `bundles.problem`, `bundles.strings`, `bundles.localized_info`, `bundles.strays`.
@Suite struct BundleStringsLibraryTests {
  private static func app() throws -> BundleGraph {
    try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .text(
          PropertyListText.document(
            "<key>CFBundleName</key><string>Own</string><key>K~ipad</key><string>pad</string><key>K</key><string>k</string>"
          )),
        "Contents/Resources/fr.lproj/InfoPlist.strings": .text("CFBundleName = F;\nNew = n;"),
        "Contents/Resources/fr.lproj/Table.strings": .text("a = b;\nshared = s;"),
        "Contents/Resources/fr.lproj/Table.stringsdict": .text(
          PropertyListText.document("<key>shared</key><dict><key>x</key><integer>7</integer></dict>")),
        "Contents/Resources/Plain.strings": .text("p = q;"), "Contents/Resources/de.lproj/Table.strings": .text("a = "),
        "Contents/Resources/deep/Hidden.app/Contents/Info.plist": .info([:]),
      ])
  }

  @Test(
    arguments: [
      (
        "local t = bundles.strings(bundle, 'Table', 'fr'); report:at(t.a.node, t.a.key, t.a.value)",
        "Contents/Resources/fr.lproj/Table.strings:1:1 /a = b: b"
      ),
      // An entry of the .stringsdict completely replaces the one in the .strings.
      (
        "local t = bundles.strings(bundle, 'Table', 'fr'); report:at(t.shared.value, 'x', 'seven')",
        "Contents/Resources/fr.lproj/Table.stringsdict:5:24 /shared/x = 7: seven"
      ),
      ("local t = bundles.strings(bundle, 'Plain'); report('plain %s', t.p.value)", "plain q"),
      ("report('none %s', tostring(bundles.strings(bundle, 'None', 'fr')))", "none nil"),
      (
        "local k = {}; for n in pairs(bundles.strings(bundle, 'Table', 'fr')) do k[#k+1] = n end; report(table.concat(k, ' '))",
        "a shared"
      ),
      (
        "local x = bundles.strings(bundle, 'Table', 'de')",
        "policy.error policy.lua:3: App.app/Contents/Resources/de.lproj/Table.strings:1:5: error: "
      ),
      (
        "local p = bundles.problem(bundle, 'Contents/Resources/de.lproj/Table.strings'); report('%s %d:%d %s', p.code, p.line, p.column, p.message)",
        "text.missing-value 1:5 the end of the file where a value is expected"
      ),
      (
        "local i = bundles.localized_info(bundle, {'ja', 'fr'}).CFBundleName; report:at(i.node, i.key, '%s', tostring(i.localized))",
        "Contents/Resources/fr.lproj/InfoPlist.strings:1:1 /CFBundleName = F: true"
      ),
      (
        "local i = bundles.localized_info(bundle, 'fr', 'ios~ipad').K; report:at(i.node, i.key, '%s', tostring(i.localized))",
        "/K~0ipad = pad: false"
      ),
      ("report('new %s', bundles.localized_info(bundle, 'fr').New.value)", "new n"),
      (
        "local x = bundles.localized_info(bundle, 'fr', 'ipad')",
        "policy.error policy.lua:3: bundles.localized_info(bundle, languages, device): there is no device 'ipad'"
      ),
      (
        "local x = bundles.localized_info(bundle, {})",
        "policy.error policy.lua:3: bundles.localized_info(bundle, languages, device): the languages must be a string, or a list of strings in order of preference"
      ),
      (
        "local x = bundles.localized_info(bundle, { 7 })",
        "policy.error policy.lua:3: bundles.localized_info(bundle, languages, device): the languages must be a string"
      ),
      ("report(bundles.strays(bundle)[1])", "Contents/Resources/deep/Hidden.app"),
      (
        "local x = bundles.strays(7)", "policy.error policy.lua:3: bundles.strays(bundle) needs a bundle, found integer"
      ),
      (
        "local x = bundles.unread(7)", "policy.error policy.lua:3: bundles.unread(bundle) needs a bundle, found integer"
      ),
    ])
  func functions(body: String, line: String) throws {
    let run = try PolicyRun(CheckClauseTests.rule(body))
    let lines = run.lines(try run.report(Self.app()))
    #expect(lines.count == 1 && lines.first?.contains(line) == true, "\(lines)")
  }

  @Test func filesOfBundlesThatCannotBeRead() throws {
    let app = try BundleGraph.fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app"]),
        "Contents/PlugIns/Part.bundle/Contents/Info.plist": .text("<plist>"),
        "Contents/Resources/data/Info.plist": .text("<plist>"),
      ])
    let run = try PolicyRun(CheckClauseTests.rule("report(table.concat(bundles.unread(bundle), ' '))"))
    let lines = run.lines(try run.report(app))
    #expect(lines.contains { $0.contains("Contents/PlugIns/Part.bundle/Contents/Info.plist") }, "\(lines)")
    #expect(!lines.contains { $0.contains("data/Info.plist") }, "\(lines)")
  }

  /// The price of a rule must not depend on earlier rules.
  @Test func fuelIsTheSameTheSecondTime() throws {
    let body = "local x = bundles.strings(bundle, 'Table', 'fr'), bundles.localized_info(bundle, 'fr')"
    let run = try PolicyRun(CheckClauseTests.rule(body) + CheckClauseTests.rule(body, "s"))
    let rules = try run.report(Self.app()).bundles[0].rules
    #expect(rules[0].fuel == rules[1].fuel && rules[0].fuel > 0)
  }
}
