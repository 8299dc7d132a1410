import Basics
import PolicyTestSupport
import PropertyLists
import Testing

@Suite struct DiffCommandTests {
  /// Two policies, of which the new one is stricter, and bundles.
  private static func workshop() throws -> TemporaryFolder {
    let folder = try CommandTests.workshop()
    try folder.write(
      "new.lua",
      "policy \"test\" { summary = \"for a test\" }\nrule \"r\" { summary = \"s\", forbid = { \"Bad\", \"CFBundleIdentifier\" } }\n"
    )
    return folder
  }

  struct Case: CustomTestStringConvertible {
    let arguments: String
    let status: Int32
    var output = ""
    var errors = ""
    var testDescription: String { arguments }
  }

  /// The headline says why the new result is worse, even if no bundle passed before.
  @Test func theHeadlineFitsTheSum() throws {
    let folder = try Self.workshop()
    let further =
      "policy \"test\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Bad\" }\n"
      + "rule \"q\" { summary = \"s\", forbid = { \"Bad\", \"Other\" } }\n"
    try folder.write("further.lua", further)
    try folder.write(
      "milder.lua", further.replacing("forbid = \"Bad\" }", with: "forbid = \"Bad\", severity = \"warning\" }"))
    for (arguments, status, headline, title) in [
      (
        "further.lua Bad.app", 1 as Int32,
        "WORSE: 1 of 1 bundles fails more rules, 1 more finding, 1 rule changed\n",
        "### Bundles fail more rules under the new policies\n\n1 of 1 bundles fails more rules, 1 more finding, 1 rule changed.\n"
      ),
      (
        "further.lua Good.app", 0, "CHANGED: 0 of 1 bundles newly fail, 1 rule changed\n",
        "### The policies differ, but nothing newly fails\n\n0 of 1 bundles newly fail, 1 rule changed.\n"
      ),
      (
        "gone.lua Good.app", 2, "INCOMPLETE: no bundle was compared\n",
        "### The policies could not be compared completely\n\nno bundle was compared.\n"
      ),
    ] {
      let words = ["diff", "--against"] + arguments.split(separator: " ").map(String.init)
      let text = try Program.run(words, in: folder.path)
      #expect(text.status == status && text.outputText.contains(headline), "\(text.outputText)")
      let markdown = try Program.run(words + ["--format", "markdown"], in: folder.path)
      #expect(markdown.status == status && markdown.outputText.hasPrefix(title), "\(markdown.outputText)")
    }
    let changed = try Program.run(
      ["diff", "--policy", "further.lua", "--against", "milder.lua", "Bad.app"], in: folder.path)
    #expect(
      changed.status == 0
        && changed.outputText.contains("CHANGED: 0 of 1 bundles newly fail, 1 finding changed, 1 rule changed\n"),
      "\(changed.outputText)")
  }

  @Test(arguments: [
    Case(
      arguments: "--policy policy.lua --against policy.lua Good.app Bad.app", status: 0,
      output: "SAME: 0 of 2 bundles newly fail"),
    Case(
      arguments: "--against new.lua Good.app Bad.app", status: 1,
      output: "WORSE: 1 of 2 bundles newly fails, 1 more finding"),
    Case(
      arguments: "--against new.lua Good.app", status: 1,
      output:
        "Good.app  com.x.good, application, macos: pass → fail\n  test/r: pass → fail\n    + Good.app/Contents/Info.plist:5:1: error: CFBundleIdentifier is not allowed\n"
    ),
    Case(arguments: "--against new.lua Good.app", status: 1, output: "        rule      test/r (new.lua:2)\n"),
    Case(
      arguments: "--policy new.lua --against policy.lua Good.app", status: 0,
      output: "CHANGED: 0 of 1 bundles newly fail, 1 newly passes, 1 fewer finding"),
    Case(
      arguments: "--against new.lua Good.app Gone.app Malformed.app", status: 2,
      output: "INCOMPLETE: 1 of 3 bundles newly fails, 1 more finding, 2 bundles could not be checked against both"),
    Case(
      arguments: "--against gone.lua Good.app", status: 2,
      output: "new policy: gone.lua: error: no policy file at this path"),
    Case(arguments: "--against new.lua --format json Good.app", status: 1, output: "\"outcome\": \"worse\""),
    Case(
      arguments: "--against new.lua --format markdown Good.app", status: 1,
      output: "### The new policies fail bundles that passed"),
    Case(arguments: "--against new.lua --jobs 2 Good.app Bad.app", status: 1, output: "WORSE"),
    Case(arguments: "--against new.lua --rule none Good.app", status: 2, output: "no policy has a rule 'none'"),
    Case(arguments: "--against new.lua", status: 64, errors: "name at least one bundle"),
    Case(arguments: "--policy new.lua Good.app Bad.app", status: 64, errors: "with --against"),
    Case(arguments: "--against new.lua --verbose Good.app", status: 64, errors: "--verbose compares two bundles"),
    Case(
      arguments: "--against new.lua --ignore signature Good.app", status: 64, errors: "--ignore compares two bundles"),
    Case(arguments: "--ignore seal Good.app Bad.app", status: 64, errors: "must be signature"),
    Case(
      arguments: "--ignore signature Good.app Good.app", status: 0,
      output:
        "note: code signatures, entitlements, seals, notarization tickets and provisioning profiles were not compared\nSAME"
    ),
    Case(
      arguments: "--ignore signature --format json Good.app Bad.app", status: 1,
      output: "\"ignored\": [\n    \"signature\""),
    Case(arguments: "Good.app", status: 64, errors: "name two bundles"),
    Case(arguments: "Good.app Bad.app Info.plist", status: 64, errors: "name two bundles"),
    Case(
      arguments: "--format html Good.app Bad.app", status: 64, errors: "must be one of text, json, markdown"),
    Case(arguments: "--rule r Good.app Bad.app", status: 64, errors: "--rule needs --against"),
    Case(arguments: "--output Good.app/x Good.app Bad.app", status: 64, errors: "would write into Good.app"),
    Case(arguments: "--output policy.lua --against new.lua Good.app", status: 64, errors: "would overwrite"),
    Case(arguments: "Good.app Good.app", status: 0, output: "SAME\n"),
    Case(arguments: "Good.app/ Bad.app", status: 1, output: "    - /CFBundleIdentifier  \"com.x.good\"\n"),
    Case(arguments: "Info.plist Bad.app", status: 0, output: "only property lists were compared"),
    Case(arguments: "Good.app Gone.app", status: 2, errors: "Gone.app: error: no such file or directory"),
    Case(arguments: "Malformed.app Gone.app", status: 2, errors: "Malformed.app/Contents/Info.plist:"),
    Case(arguments: "--format json Good.app Bad.app", status: 1, output: "\"outcome\": \"different\""),
    Case(arguments: "--format json Good.app Gone.app", status: 2, output: "\"outcome\": \"error\""),
    Case(
      arguments: "--format markdown Good.app Bad.app", status: 1, output: "### DIFFERENT: 2 differences in 1 bundle"),
  ])
  func statuses(_ given: Case) throws {
    let folder = try Self.workshop()
    let result = try Program.run(
      ["diff"] + given.arguments.split(separator: " ").map(String.init), in: folder.path)
    #expect(result.status == given.status)
    #expect(result.outputText.contains(given.output), "\(result.outputText)")
    #expect(result.errorText.contains(given.errors), "\(result.errorText)")
  }

  @Test func examples() throws {
    let result = try Program.run(["diff", "Examples/Hello-41.app", "Examples/Hello.app"])
    #expect(result.status == 1 && result.outputText.hasSuffix("DIFFERENT: 2 differences in 1 bundle\n"))
    #expect(result.outputText.contains("    ~ /CFBundleVersion  \"41\" → \"42\"\n"))
  }

  /// A zip archive of a bundle, or another property list format, makes no difference.
  @Test func forms() throws {
    let folder = try TemporaryFolder()
    try folder.copy("Examples/Hello.app", to: "Hello.app")
    let list = try PropertyList.parse(try folder.bytes("Hello.app/Contents/Info.plist"), file: "Info.plist")
    try folder.write("Hello.app/Contents/Info.plist", list.binaryBytes)
    let result = try Program.run(["diff", "Examples/Hello.app", folder("Hello.app")])
    #expect(result.status == 0 && result.outputText.contains("note: 1 file with the same values"))
    let verbose = try Program.run(["diff", "--verbose", "Examples/Hello.app", folder("Hello.app")])
    #expect(verbose.outputText.contains("    = Contents/Info.plist\n"))
  }

  /// Text from bundles and policies cannot control a terminal, end a table or start markup.
  @Test(arguments: ["text", "json", "markdown"])
  func injection(_ format: String) throws {
    let folder = try Self.workshop()
    let hostile = "\u{1B}[31m|<script>\u{202E}\r::error::`x`"
    try folder.write(
      "Evil.app/Contents/Info.plist",
      PropertyListText.document(
        "<key>x\u{202E}|&lt;b&gt;::error::\u{85}</key><string>|&lt;script&gt;\u{202E}&#13;&#10;::error::`x`</string>"))
    try folder.write("Evil.app/Contents/" + hostile, "x")
    for words in [["Good.app", "Evil.app"], ["--against", "new.lua", "Evil.app"]] {
      let result = try Program.run(["diff", "--format", format] + words, in: folder.path)
      let text = result.outputText
      #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{202E}", "\r", "\u{85}"].contains($0) })
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("::error::") })
      if format == "markdown" {
        let shown = Self.outsideOfCode(text)
        #expect(!shown.contains("<script>") && !shown.contains("<b>"), "\(shown)")
      }
    }
  }

  /// Text from a bundle cannot mention GitHub users: only code spans prevent that, not backslashes.
  @Test func markdownMentionsNobody() throws {
    let folder = try Self.workshop()
    for name in ["Old @octocat.app", "New @octocat.app"] {
      try folder.write(
        "\(name)/Contents/Info.plist",
        PropertyListText.document(
          "<key>CFBundleIdentifier</key><string>\(name) @all #1</string><key>@team</key><string>@\(name)</string>"))
    }
    try folder.write(
      "called.lua",
      "policy \"test\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", check = function(b, report) report('@jo %s', b.info.CFBundleIdentifier) end }\n"
    )
    for words in [["Old @octocat.app", "New @octocat.app"], ["--against", "called.lua", "Old @octocat.app"]] {
      let text = try Program.run(["diff", "--format", "markdown"] + words, in: folder.path).outputText
      let shown = Self.outsideOfCode(text)
      #expect(text.contains("@octocat") && !shown.contains("@") && !shown.contains("#1"), "\(text)")
    }
  }

  /// The text outside code spans and code elements.
  private static func outsideOfCode(_ text: String) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n") {
      var outside = ""
      var rest = line[...]
      while let first = rest.first {
        let fence = rest.prefix { $0 == "`" }
        let (open, close) = fence.isEmpty ? ("<code>", "</code>") : (String(fence), String(fence))
        if rest.hasPrefix(open) {
          rest = rest.dropFirst(open.count)
          while !rest.isEmpty {
            let run = fence.isEmpty ? String(rest.prefix(close.count)) : String(rest.prefix { $0 == "`" })
            if run == close { break }
            rest = rest.dropFirst(fence.isEmpty ? 1 : max(1, run.count))
          }
          rest = rest.dropFirst(close.count)
        } else {
          outside.append(first)
          rest = rest.dropFirst()
        }
      }
      lines.append(outside)
    }
    return lines.joined(separator: "\n")
  }

  /// The Markdown fits a comment on a pull request.
  @Test func markdownHasABudget() throws {
    let folder = try Self.workshop()
    var keys = ""
    for number in 0..<2_000 { keys += "<key>Key\(number)</key><string>\(String(repeating: "v", count: 60))</string>\n" }
    try folder.write("Many.app/Contents/Info.plist", PropertyListText.document(keys))
    let result = try Program.run(["diff", "--format", "markdown", "Good.app", "Many.app"], in: folder.path)
    #expect(result.output.count < 61_000 && result.outputText.contains("more lines omitted to fit"))
  }

  @Test func outputsAreTheSameEachTime() throws {
    let folder = try Self.workshop()
    let words = ["diff", "--against", "new.lua", "--format", "json", "Good.app", "Bad.app", "Gone.app"]
    let first = try Program.run(words, in: folder.path).output
    for jobs in ["1", "2"] { #expect(try Program.run(words + ["--jobs", jobs], in: folder.path).output == first) }
    #expect(try Program.run(words + ["--output", "o.json"], in: folder.path).status == 2)
    #expect(try folder.bytes("o.json") == first)
  }

  /// Real applications from a corpus beside the checkout.
  @Test(.enabled(if: corpus != nil, "no corpus beside the checkout (../shared/corpus)"))
  func realBundles() throws {
    let folder = try #require(Self.corpus)
    let archives = ["appinfo_ipad.ipa", "appinfo_iphone.ipa"].map { "\(folder)/\($0)" }
    for path in archives + ["\(folder)/terminal-notifier.app"] {
      let result = try Program.run(["diff", path, path])
      #expect(result.status == 0 && result.outputText.hasSuffix("SAME\n"), "\(result.outputText)\(result.errorText)")
    }
    let result = try Program.run(["diff"] + archives)
    #expect(result.status == 1)
    for line in [
      "    ~ identifier  com.icyleaf.bundle → com.icyleaf.AppInfoDemo", "    ~ /get-task-allow  false → true",
      "    - AppIcon29x29~ipad.png  2048 bytes, 29×29",
    ] {
      #expect(result.outputText.contains(line + "\n"))
    }
  }

  private static let corpus: String? = {
    let path = BuiltProgram.packageRoot + "/../shared/corpus/bundles"
    return access(path, R_OK) == 0 ? path : nil
  }()
}
