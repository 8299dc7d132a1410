import PolicyTestSupport
import Testing

/// Platform keys are distinguished from misspelled and custom keys.
@Suite struct KeyNameTests {
  /// All keys of the registry, from its page.
  private static func names() throws -> [String] {
    let page = try TemporaryFolder.bytes(of: Program.packageRoot + "/docs/keys.md")
    return String(decoding: page, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| `"), !line.hasPrefix("| `/") else { return nil }
      return line.split(separator: "`").dropFirst().first.map(String.init)
    }
  }

  /// Makes one typical misspelling, which depends only on the number.
  private static func misspelt(_ name: String, _ number: Int) -> String {
    var letters = Array(name)
    let place = 2 + number * 7 % (letters.count - 3)
    switch number % 8 {
    case 0: letters.swapAt(place, place + 1)
    case 1: letters.remove(at: place)
    case 2: letters.insert(letters[place], at: place)
    case 3: letters[place] = "q"
    case 4: letters = Array(letters.last == "s" ? letters.dropLast() : letters + "s")
    case 5: letters = Array(name.lowercased())
    case 6: letters.append(" ")
    default:
      // The prefix of another framework, if there is one.
      guard letters.prefix(3).allSatisfy(\.isUppercase) else { return misspelt(name, number + 1) }
      letters = Array((name.hasPrefix("NS") ? "UI" : "NS") + name.dropFirst(2))
    }
    return String(letters)
  }

  /// A sample of the registry: most misspellings are found, and the suggestion is the intended key.
  @Test func misspeltKeysAreNoticed() throws {
    let names = try Self.names()
    #expect(names.count > 600)
    var meant: [String: String] = [:]
    for (number, name) in names.enumerated() where number % 7 == 0 {
      let slip = Self.misspelt(name, number / 7)
      if !names.contains(slip) { meant[slip] = name }
    }
    let keys = meant.keys.sorted().map { "<key>\($0)</key><string>x</string>" }.joined(separator: "\n")
    let folder = try TemporaryFolder([
      "Info.plist":
        "<plist version=\"1.0\"><dict>\n<key>CFBundleIdentifier</key><string>com.example.x</string>\n\(keys)</dict></plist>"
    ])
    let result = try Program.run(
      ["check", "--policy", "apple.recommended", "--rule", "misspelt-keys", "--format", "json", "Info.plist"],
      in: folder.path)
    let findings = try JSONText(result.output)["bundles"]?[0]?["findings"]?.elements ?? []
    var offered: [String: String] = [:]
    for finding in findings { offered[String(finding["keyPath"]?.text?.dropFirst() ?? "")] = finding["expected"]?.text }
    let right = meant.filter { offered[$0.key] == $0.value }.count
    #expect(meant.count > 80)
    #expect(
      right * 100 >= meant.count * 93,
      "\(right) of \(meant.count); not \(meant.keys.filter { offered[$0] == nil }.sorted())")
    #expect(offered.keys.allSatisfy { meant[$0] != nil })
  }

  /// The custom keys of real products; each was verified.
  private static let own: Set<String> = []

  @Test(.enabled(if: CorpusTests.isThere, "no corpus beside the package"))
  func noKeyOfThePlatformIsCalledCustom() throws {
    let folder = try TemporaryFolder([
      "policy.lua": """
      policy "own-keys" { summary = "Lists what the registry does not know" }
      rule "own" {
        summary = "s",
        check = function(bundle, report)
          for key in pairs(bundle.info) do
            if keys.is_custom(key) then report:at(bundle.info, key, "%s", keys.split(key).base) end
          end
        end,
      }
      """
    ])
    let listing = try ChildProcess.run("/usr/bin/find", [CorpusTests.folder + "/plugin-plists", "-name", "*.plist"])
      .outputText
    let products =
      listing.split(separator: "\n").map(String.init).sorted()
      + ["terminal-notifier.app", "appinfo_embedded.ipa", "appinfo_ipad.ipa", "appinfo_iphone.ipa"].map {
        "\(CorpusTests.folder)/\($0)"
      }
    let result = try Program.run(["check", "--policy", folder("policy.lua"), "--format", "json"] + products)
    let bundles = try JSONText(result.output)["bundles"]?.elements ?? []
    #expect(bundles.count >= 13)
    let found = Set(bundles.flatMap { $0["findings"]?.elements ?? [] }.compactMap { $0["message"]?.text })
    #expect(found == Self.own)
  }
}
