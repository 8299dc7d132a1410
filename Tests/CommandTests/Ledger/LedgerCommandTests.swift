import PolicyTestSupport
import Testing

@Suite struct LedgerCommandTests {
  /// Three builds of one application, and one of another.
  private static func shop() throws -> LedgerWorkshop {
    let shop = try LedgerWorkshop()
    for (build, label) in [("41", "a"), ("42", "b"), ("1.10", "c")] {
      try shop.app("App\(build).app", build: build, identifier: build == "1.10" ? "com.x.other" : "com.x.app")
      try #require(try shop.record("App\(build).app", "--label", "commit=\(label)").status == 0)
    }
    return shop
  }

  private static func ledger(_ shop: LedgerWorkshop, _ words: String...) throws -> ChildProcess {
    try Program.run(["ledger"] + words, in: shop.folder.path, environment: ["BUNDLEPOLICY_LEDGER": "builds.db"])
  }

  @Test func begins() throws {
    let folder = try TemporaryFolder()
    func initialize(_ name: String) throws -> ChildProcess {
      try Program.run(["ledger", "init", "--ledger", name], in: folder.path)
    }
    let made = try initialize("builds.db")
    #expect(made.status == 0 && made.outputText.contains("created the ledger builds.db ("))
    let bytes = try folder.bytes("builds.db")
    let again = try initialize("builds.db")
    #expect(again.status == 0 && again.outputText.contains("is already a ledger"))
    #expect(try folder.bytes("builds.db") == bytes)
    try folder.write("text.txt", "no ledger")
    let text = try initialize("text.txt")
    #expect(text.status == 2 && text.errorText.contains("this is not a ledger"), "\(text.errorText)")
    #expect(try folder.text("text.txt") == "no ledger")
    let nowhere = try initialize("none/builds.db")
    #expect(nowhere.status == 2 && nowhere.errorText.contains("none/builds.db: error: "))
    #expect(nowhere.errorText.contains("the folder none does not exist"))
    #expect(try folder.names() == ["builds.db", "text.txt"])
  }

  @Test func showsOneBuild() throws {
    let shop = try Self.shop()
    let hash = try #require(
      try JSONText(try Self.ledger(shop, "show", "2", "--format", "json").output)["build"]?["hash"]?.text)
    let digest = try #require(
      try JSONText(try Self.ledger(shop, "show", "2", "--format", "json").output)["build"]?["digest"]?.text)
    for word in [
      "2", "#2", digest, String(digest.prefix(19)), String(digest.dropFirst(7).prefix(7)), hash,
      String(hash.dropFirst(7).prefix(12)), "com.x.app", "com.x.app@42",
    ] {
      let run = try Self.ledger(shop, "show", word)
      #expect(
        run.status == 0 && run.outputText.hasPrefix("#2  com.x.app"), "\(word): \(run.outputText) \(run.errorText)")
    }
    let other = try Self.ledger(shop, "show", "com.x.app@41")
    #expect(other.outputText.contains("commit = a"))
    for word in ["9", "com.x.nobody", "com.x.app@43", "abcdef0123"] {
      let run = try Self.ledger(shop, "show", word)
      #expect(
        run.status == 2 && run.errorText.contains("builds.db: error: the ledger has no "), "\(word): \(run.errorText)")
    }
  }

  /// Two rows with the same contents.
  @Test func listsWhatAWordNames() throws {
    let shop = try LedgerWorkshop("rule \"r\" { summary = \"s\", forbid = \"Bad\" }")
    for product in ["A", "B"] {
      try shop.app("\(product).app", build: "1", identifier: "com.x.\(product)", extensionBuild: "1")
      let list = PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>com.x.share</string><key>CFBundleVersion</key><string>1</string>")
      try shop.folder.write("\(product).app/Contents/PlugIns/Share.appex/Contents/Info.plist", list)
      try #require(try shop.record("\(product).app").status == 0)
    }
    let digest = try #require(
      try JSONText(try Self.ledger(shop, "show", "2", "--format", "json").output)["build"]?["digest"]?.text)
    for word in [digest, String(digest.prefix(20)), String(digest.dropFirst(7).prefix(12))] {
      let run = try Self.ledger(shop, "show", word)
      #expect(run.status == 2)
      #expect(
        run.errorText.contains("'\(word)' matches several rows: #4 com.x.share (1); #2 com.x.share (1)"),
        "\(run.errorText)"
      )
    }
  }

  @Test func proposesTheNextNumber() throws {
    let shop = try Self.shop()
    for (words, number) in [
      (["com.x.app"], "43\n"), (["com.x.other"], "1.11\n"), (["com.x.app", "--platform", "macos"], "43\n"),
      (["com.x.app", "--platform", "ios"], "1\n"), (["com.x.nobody"], "1\n"),
      (["com.x.nobody", "--dialect", "semver"], "1.0.0\n"), (["com.x.app", "--dialect", "sparkle"], "43\n"),
    ] {
      let run = try Program.run(["ledger", "next", "--ledger", "builds.db"] + words, in: shop.folder.path)
      #expect(run.status == 0 && run.outputText == number, "\(words): \(run.outputText)")
    }
    // Unreadable numbers are no reason to start over.
    let semver = try Self.ledger(shop, "next", "com.x.app", "--dialect", "semver")
    #expect(semver.status == 2 && semver.output.isEmpty && semver.errorText.contains("has a build number in the"))
  }

  @Test func verifies() throws {
    let shop = try Self.shop()
    let whole = try Self.ledger(shop, "verify", "--format", "json")
    let json = try JSONText(whole.output)
    #expect(whole.status == 0 && json["whole"] == .boolean(true) && json["rows"]?.digits == "3")
    let head = try #require(json["head"]?.text)
    let anchored = try Self.ledger(shop, "verify", "--head", head)
    #expect(anchored.status == 0 && anchored.outputText.contains("row #3 has the given hash"))
    let stranger = "sha256:" + String(repeating: "0", count: 64)
    let cut = try Self.ledger(shop, "verify", "--head", stranger)
    #expect(cut.status == 1 && cut.outputText.contains("no row has the hash \(stranger)"))
    #expect(
      cut.outputText.contains("this is a different ledger") && cut.outputText.contains("    fix       stop recording"))
    #expect(try Self.ledger(shop, "verify", "--head", "xyz").status == 64)
  }

  @Test func movesALedger() throws {
    let shop = try Self.shop()
    #expect(try Self.ledger(shop, "export", "all.jsonl").status == 0)
    let copied = try Program.run(["ledger", "import", "all.jsonl", "--ledger", "copy.db"], in: shop.folder.path)
    #expect(copied.status == 0 && copied.outputText == "imported 3 rows into copy.db\n")
    let (one, other) = (
      try Self.ledger(shop, "export"),
      try Program.run(["ledger", "export", "--ledger", "copy.db"], in: shop.folder.path)
    )
    #expect(one.status == 0 && one.output == other.output)
    // Only new rows are imported.
    try shop.app("New.app", build: "43")
    #expect(try shop.record("New.app").status == 0)
    #expect(try Self.ledger(shop, "export", "--output", "all.jsonl").status == 0)
    let more = try Program.run(["ledger", "import", "all.jsonl", "--ledger", "copy.db"], in: shop.folder.path)
    #expect(more.status == 0 && more.outputText == "imported 1 row into copy.db; it already had 3 of them\n")
    // An earlier export has nothing new.
    try #require(try Self.ledger(shop, "export", "early.jsonl").status == 0)
    try shop.app("Newer.app", build: "44")
    try #require(try shop.record("Newer.app").status == 0)
    let early = try Self.ledger(shop, "import", "early.jsonl")
    #expect(early.status == 0 && early.outputText == "imported 0 rows into builds.db; it already had 4 of them\n")
    // A truncated file is refused.
    let bytes = try shop.folder.bytes("all.jsonl")
    try shop.folder.write("part.jsonl", Array(bytes.prefix(bytes.count / 2)))
    let part = try Program.run(["ledger", "import", "part.jsonl", "--ledger", "new.db"], in: shop.folder.path)
    #expect(part.status == 2 && part.errorText.contains("part.jsonl"), "\(part.errorText)")
    let missing = try Program.run(["ledger", "import", "none.jsonl", "--ledger", "new.db"], in: shop.folder.path)
    #expect(missing.status == 2 && missing.errorText.contains("none.jsonl: error: the file cannot be read"))
  }

  @Test func logsAsAPage() throws {
    let shop = try Self.shop()
    let run = try Self.ledger(shop, "log", "--format", "html", "--output", "builds.html")
    #expect(run.status == 0 && run.output.isEmpty && run.errorText == "wrote builds.html\n")
    let page = try shop.folder.text("builds.html")
    #expect(page.contains("<svg") && page.contains("com.x.other") && !page.contains("<script"))
    #expect(try Self.ledger(shop, "log", "--limit", "1").outputText.contains("#3"))
    #expect(try shop.log("--identifier", "com.x.app", "--version", "41") == ["#1 pass com.x.app 1.0 (41)"])
    #expect(try shop.log("--since", "2100-01-01").isEmpty)
    #expect(try shop.log("--until", "2100-01-01").count == 3)
  }

  @Test(arguments: [
    ([], "name a subcommand"), (["lgo"], "did you mean 'log'?"), (["log", "extra"], "Unexpected argument 'extra'"),
    (["show"], "Missing expected argument '<ROW>"), (["next"], "Missing expected argument '<BUNDLE-ID>"),
    (["import"], "Missing expected argument '<FILE>"),
    (["export", "a", "--output", "b"], "FILE or with --output FILE, not both"),
    (["show", "1", "--limit", "2"], "Unknown option '--limit'"),
    (["log", "--limit", "0"], "must be a number from 1 to 1000000"),
    (["log", "--since", "yesterday"], "'--since <DATE>': must be a date"),
    (["log", "--verdict", "good"], "must be one of pass, fail"),
    (["log", "--format", "xml"], "is invalid for '--format <FORMAT>'"),
    (["log", "--platform", "beos"], "must be one of macos"),
    (["next", "a", "--dialect", "x"], "is invalid for '--dialect <NAME>'"),
    (["log", "--label", "x"], "must be NAME=VALUE"),
  ])
  func refusesWhatIsNotMeant(_ words: [String], _ message: String) throws {
    let run = try Program.run(["ledger"] + words, environment: ["BUNDLEPOLICY_LEDGER": "/nonexistent/builds.db"])
    #expect(run.status == 64 && run.errorText.contains(message), "\(run.errorText)")
  }

  /// A mistyped ledger is neither created nor printed.
  @Test(arguments: ["postgre://ci:sesame@h/db", "'postgres://ci:sesame@h/db'", "host=h password=sesame", "sesame:x.db"])
  func refusesWhatIsNoAddress(_ text: String) throws {
    let folder = try TemporaryFolder()
    for (words, environment) in [(["--ledger", text], [:]), ([], ["BUNDLEPOLICY_LEDGER": text])] {
      let run = try Program.run(["ledger", "init"] + words, in: folder.path, environment: environment)
      #expect(run.status == 64 && run.errorText.contains("neither a file nor postgres://…"), "\(run.errorText)")
      #expect(!run.errorText.contains("sesame") && !run.outputText.contains("sesame"))
      let check = try Program.run(["check", "x.app"] + words, in: folder.path, environment: environment)
      #expect(check.status == 64 && !check.errorText.contains("sesame"))
    }
    #expect(try folder.names() == [])
  }

  @Test func blanksAroundTheVariableAreTakenOff() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(
      ["ledger", "init"], in: folder.path, environment: ["BUNDLEPOLICY_LEDGER": " builds.db \r\n"])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try folder.names() == ["builds.db"])
  }

  @Test func namesNoLedger() throws {
    let run = try Program.run(["ledger", "log"])
    #expect(run.status == 64 && run.errorText.contains("name a ledger with --ledger URL or in BUNDLEPOLICY_LEDGER"))
  }
}
