import PolicyTestSupport
import Testing

@Suite struct InspectCommandTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "App.app/Contents/Info.plist": PropertyListText.document(
        "<key>CFBundleName</key><string>Own</string><key>K~ipad</key><string>pad</string><key>K</key><string>k</string>"
          + "<key>L</key><array><dict><key>Name</key><integer>1</integer></dict></array>"),
      "App.app/Contents/Resources/fr.lproj/InfoPlist.strings": "CFBundleName = \"Nôtre\";",
      "App.app/Contents/Resources/de.lproj/InfoPlist.strings": "CFBundleName = \"Unser\";",
      "Odd.app/Contents/Info.plist": PropertyListText.document("<key>CFBundleName</key><string>Own</string>"),
      "Odd.app/Contents/Resources/fr.lproj/InfoPlist.strings": "CFBundleName = ",
      "Odd.app/Contents/PlugIns/Bad.appex/Info.plist": "",
      "a.json": "{ \"a\": [1, null] }", "bare.json": "\"text\"", "bad.json": "{ a = 1; }",
      "App.app/Contents/Resources/b.json": "{}", "list.plist": "(a, b)", "dup.strings": "a = b;\na = c;",
      "None.xcarchive/Info.plist": PropertyListText.document("<key>ArchiveVersion</key><integer>2</integer>"),
      "Well.xcarchive/Info.plist": PropertyListText.document("<key>ArchiveVersion</key><integer>2</integer>"),
      "Well.xcarchive/Products/Applications/A.app/Info.plist": PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>com.x.a</string>"),
    ])
    return folder
  }

  struct Case: CustomTestStringConvertible {
    let arguments: String
    let status: Int32
    var output = ""
    var errors = ""
    var testDescription: String { arguments }

    init(_ arguments: String, _ status: Int32, _ output: String = "", errors: String = "") {
      self.arguments = arguments
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  @Test(arguments: [
    Case("--path /CFBundleName --format json App.app", 0, "\"Own\"\n"),
    Case("--path /L/0/Name --format json App.app", 0, "1\n"),
    Case("--path /L/0/Name App.app", 0, "/L/0/Name = 1  (App.app/Contents/Info.plist:"),
    Case("--path=/CFBundleName --language fr --format json App.app", 0, "\"Nôtre\"\n"),
    Case("--path /CFBundleName --language ja,de --format json App.app", 0, "\"Unser\"\n"),
    Case("--path /CFBundleName --language ja --language fr --format json App.app", 0, "\"Nôtre\"\n"),
    Case("--path /K --resolve ios~ipad --format json App.app", 0, "\"pad\"\n"),
    Case("--path /K --resolve macos --format json App.app/Contents/Info.plist", 0, "\"k\"\n"),
    Case("--path /K --resolve iphoneos~ipad --language fr --format json App.app", 0, "\"pad\"\n"),
    Case("--path /1 --format json list.plist", 0, "\"b\"\n"), Case("--path= --format json list.plist", 0, "[\n"),
    Case("--resolve ios~ipad App.app", 0, "  K = \"pad\"  (from K~ipad)\n"),
    Case("--language fr App.app", 0, "(Contents/Resources/fr.lproj/InfoPlist.strings:1:16)"),
    Case("--stats App.app", 0, "  bundles        application 1\n"),
    Case("--stats --format json App.app", 0, "\"files\": 4"),
    Case("--stats list.plist", 0, "values         3: array 1, string 2"),
    Case("--stats --format json list.plist", 0, "\"depth\": 1"),
    Case("--path /a/0 --format json a.json", 0, "1\n"), Case("--path /a/1 --format json a.json", 0, "null\n"),
    Case("--format json bare.json", 0, "\"text\"\n"), Case("--stats --format json a.json", 0, "\"null\""),
    Case("--file Contents/Resources/b.json --format json App.app", 0, "{}\n"),
    Case("a.json", 0, "a.json  JSON  dictionary"),
    // An old-style list, which is not valid in a file with this name.
    Case("bad.json", 2, errors: "bad.json:1:3: error: "),
    Case("dup.strings", 0, "a = \"c\"", errors: "dup.strings:2:1: warning: "),
    Case("Well.xcarchive", 0, "  Products/Applications/A.app  application, ios, flat layout\n"),
    // The outer property list is valid, although a nested one is not.
    Case("--path /CFBundleName --format json Odd.app", 0, "\"Own\"\n"),

    Case("Odd.app", 2, "CFBundleName", errors: "Bad.appex/Info.plist: error: "),
    Case("--language fr Odd.app", 2, errors: "Odd.app/Contents/Resources/fr.lproj/InfoPlist.strings:1"),
    Case("None.xcarchive", 2, "archive", errors: "the archive has no product: it has no Products/"),
    Case(
      "--path /CFBundleNam App.app", 2,
      errors:
        "App.app/Contents/Info.plist: error: no value at /CFBundleNam: the root is a dictionary without this key; did you mean /CFBundleName?\n"
    ),
    Case(
      "--path /L/0/Nane App.app", 2,
      errors:
        "App.app/Contents/Info.plist: error: no value at /L/0/Nane: /L/0 is a dictionary without this key; did you mean /L/0/Name?\n"
    ),
    Case(
      "--path /7/a list.plist", 2,
      errors: "list.plist: error: no value at /7: the root has elements 0 to 1\n"),
    Case(
      "--resolve macos list.plist", 2,
      errors: "list.plist: error: the root is of type array; only a dictionary can have keys for a device\n"),
    Case("--path /a Gone.app", 2, errors: "Gone.app"),

    Case("--path CFBundleName App.app", 64, errors: "did you mean /CFBundleName?"),
    Case("--path /a~2 App.app", 64, errors: "write '~' as ~0"),
    Case(
      "--resolve ipad App.app", 64,
      errors:
        "The value 'ipad' is invalid for '--resolve <PLATFORM~DEVICE>': must be one of macos, catalyst, ios~iphone, ios~ipad, ios~ipod, watchos~applewatch, tvos~appletv, visionos; did you mean ios~ipad?"
    ),
    Case("--resolve macoss App.app", 64, errors: "did you mean macos?"),
    Case("--resolve ios~iPad App.app", 64, errors: "did you mean ios~ipad?"),
    Case(
      "--language fr list.plist", 64, errors: "--language needs a bundle with localizations, but list.plist"
    ),
    Case("--language fr, App.app", 64, errors: "The value 'fr,' is invalid for '--language <LANGUAGE>'"),
    Case("--language= App.app", 64, errors: "The value '' is invalid for '--language <LANGUAGE>': must be a language"),
    Case("--stats --path /a App.app", 64, errors: "--stats covers the whole bundle and cannot be combined with --path"),
    Case("--stats --resolve macos App.app", 64, errors: "cannot be combined with --resolve"),
    Case("--stats --language fr App.app", 64, errors: "cannot be combined with --language"),
    Case("--stats=yes App.app", 64), Case("--path /a --path /b App.app", 64, errors: "more than once"),
  ])
  func options(_ tested: Case) throws {
    let folder = try Self.folder()
    let words = tested.arguments.split(separator: " ").map(String.init)
    let result = try Program.run(["inspect"] + words, in: folder.path)
    #expect(result.status == tested.status, "\(result.outputText)\(result.errorText)")
    let isWhole = tested.arguments.contains("json") && tested.output.hasPrefix("\"") && tested.output.hasSuffix("\n")
    #expect(
      isWhole ? result.outputText == tested.output : result.outputText.contains(tested.output), "\(result.outputText)")
    let isWholeError = tested.errors.hasSuffix("\n")
    #expect(
      isWholeError ? result.errorText == tested.errors : result.errorText.contains(tested.errors), "\(result.errorText)"
    )
    if tested.status == 64 { #expect(result.output.isEmpty) }
    if tested.status == 0, tested.errors.isEmpty { #expect(result.errors.isEmpty, "\(result.errorText)") }
  }

  /// Input cannot control the terminal.
  @Test func hostileText() throws {
    let folder = try TemporaryFolder([
      "E.app/Contents/Info.plist": PropertyListText.document(
        "<key>CFBundleName</key><string>a\u{202E}b</string><key>\u{9B}31m~ipad</key><string>\u{7F}</string>"),
      "E.app/Contents/Resources/fr.lproj/InfoPlist.strings": "CFBundleName = \"\u{1B}[2J\"; \"\u{1B}[31m\" = x;",
    ])
    for words in [
      ["E.app"], ["--language", "fr", "E.app"], ["--resolve", "ios~ipad", "E.app"], ["--stats", "E.app"],
      ["--path", "/\u{1B}[31m", "E.app"], ["--path", "\u{1B}[31m", "E.app"], ["--resolve", "\u{1B}[31m", "E.app"],
      ["--language", "\u{1B}[31m", "E.app"], ["--language", "fr", "--format", "json", "E.app"],
    ] {
      let result = try Program.run(["inspect"] + words, in: folder.path)
      for text in [result.outputText, result.errorText] {
        #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{202E}", "\u{9B}", "\u{7F}"].contains($0) }, "\(words)")
      }
    }
  }
}
