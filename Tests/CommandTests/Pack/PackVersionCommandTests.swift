import Basics
import PolicyTestSupport
import Testing

/// Version ranges, `pack outdated`, `pack update --preview`, packs that need packs, and archives.
@Suite struct PackVersionCommandTests {
  /// The repositories `base` and `team`, a project that includes both, and bundles.
  private struct Shop: Sendable {
    let folder: TemporaryFolder
    let variables: [String: String]

    init(policy: String = #"include = { "base" }"#) throws {
      folder = try workshop("")
      try folder.write("policy.lua", "policy \"test\" { summary = \"s\", \(policy) }\n")
      variables = [
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
        "BUNDLEPOLICY_CACHE": folder("cache"), "HOME": folder.path,
      ]
      for name in ["base", "team"] {
        try folder.makeDirectory(name)
        try git(name, "init", "--quiet", "-b", "main", ".")
      }
      try publish("base", "v1.0.0")
    }

    func source(_ name: String) -> String { "git+file://" + folder(name) }

    func git(_ name: String, _ words: String...) throws {
      let run = try ChildProcess.run("/usr/bin/env", ["git"] + words, in: folder(name), environment: variables)
      #expect(run.status == 0, "\(words): \(run.errorText)")
    }

    /// Commits a version of a pack whose one rule forbids a key, or has another clause, and tags it.
    func publish(
      _ name: String, _ tag: String, forbidding key: String = "Bad", clause: String? = nil, needs: String? = nil
    ) throws {
      try folder.write(
        name + "/policy.lua",
        "policy \"\(name)\" { summary = \"s\", version = \"\(tag.dropFirst())\" }\n"
          + "rule \"r\" { summary = \"s\", \(clause ?? "forbid = \"\(key)\"") }\n")
      if let needs {
        try folder.write(
          name + "/bundlepolicy.yml",
          #"{"packs": {"base": {"source": "\#(source("base"))", "version": "\#(needs)"}}}"#
        )
      }
      try git(name, "add", "--all")
      try git(name, "commit", "--quiet", "--allow-empty", "--message", tag)
      try git(name, "tag", tag)
    }

    func run(_ words: String...) throws -> ChildProcess {
      try Program.run(words, in: folder.path, environment: variables)
    }

    func files() throws -> [String] { try ["bundlepolicy.yml", "bundlepolicy.lock"].map { try folder.text($0) } }
  }

  @Test func aRangeIsLockedToItsHighestTag() throws {
    let shop = try Shop()
    for tag in ["v1.2.0", "1.10.0", "v2.0.0", "v1.11.0-rc.1", "latest", "v1"] { try shop.publish("base", tag) }
    let add = try shop.run("pack", "add", shop.source("base") + "@^1.2")
    #expect(add.status == 0 && add.outputText.contains("1.10.0 (tag) at "), "\(add.outputText)\(add.errorText)")
    #expect(try shop.folder.text("bundlepolicy.yml").contains("  base:\n    source: "))
    #expect(try shop.folder.text("bundlepolicy.yml").hasSuffix("    version: ^1.2\n"))
    let locked = try JSONText(try shop.folder.bytes("bundlepolicy.lock"))["packs"]?["base"]
    #expect(locked?["version"]?.text == "^1.2" && locked?["ref"]?.text == "1.10.0")
    #expect(locked?["commit"] != nil && locked?["digest"] != nil)
    // A new version changes nothing, and checks do not use the network.
    try shop.publish("base", "v1.12.0", forbidding: "CFBundleIdentifier")
    _ = try ChildProcess.run("/bin/mv", [shop.folder("base"), shop.folder("gone")])
    let check = try shop.run("check", "--locked", "Good.app")
    #expect(
      check.status == 0 && check.outputText.contains("pack:base@1.10.0/policy.lua"),
      "\(check.outputText)\(check.errorText)")
    // Offline, the message says what to do.
    let offline = try shop.run("pack", "update")
    #expect(offline.status == 2 && offline.errorText.contains("git could not list the tags"))
    // The two files must also agree on the range.
    try shop.folder.write("bundlepolicy.yml", try shop.files()[0].replacing("^1.2", with: "~1.2"))
    let drifted = try shop.run("check", "Good.app")
    #expect(
      drifted.status == 2 && drifted.errorText.contains("the version is '~1.2', but '^1.2' is locked"),
      "\(drifted.errorText)")
  }

  @Test func whatIsNewerIsListed() throws {
    let shop = try Shop()
    try shop.publish("team", "v1")
    #expect(try shop.run("pack", "add", shop.source("base") + "@~1.0").status == 0)
    #expect(try shop.run("pack", "add", shop.source("team") + "@v1").status == 0)
    let current = try shop.run("pack", "outdated")
    #expect(
      current.status == 0 && current.outputText.contains("  current   base: v1.0.0 for '~1.0'\n"),
      "\(current.outputText)")
    #expect(current.outputText.contains("  unknown   team: v1 is not a version\n"), "\(current.outputText)")
    try shop.publish("base", "v2.0.0")
    try shop.publish("base", "v3.0.0-rc.1")
    let beyond = try shop.run("pack", "outdated")
    #expect(
      beyond.status == 0 && beyond.outputText.contains("  beyond    base: v1.0.0, but v2.0.0 exists"),
      "\(beyond.outputText)")
    try shop.publish("base", "v1.0.1")
    let before = try shop.files()
    let update = try shop.run("pack", "outdated", "--format", "json")
    let base = try JSONText(update.output)["packs"]?[0]
    #expect(update.status == 1 && base?["locked"]?.text == "v1.0.0" && base?["update"]?.text == "v1.0.1")
    #expect(base?["beyond"]?.text == "v2.0.0" && base?["version"]?.text == "~1.0")
    #expect(try shop.files() == before)
    #expect(try shop.run("pack", "update").outputText.contains("  updated   base: v1.0.0 → v1.0.1 (tag) at "))
    #expect(try shop.run("pack", "outdated").status == 0)
    _ = try ChildProcess.run("/bin/mv", [shop.folder("base"), shop.folder("gone")])
    #expect(try shop.run("pack", "outdated").status == 2)
  }

  @Test func aPreviewShowsWhatFlipsAndChangesNothing() throws {
    let shop = try Shop()
    #expect(try shop.run("pack", "add", shop.source("base") + "@^1").status == 0)
    let same = try shop.run("pack", "update", "--preview", "Good.app")
    #expect(same.status == 0 && same.outputText.contains("SAME"), "\(same.outputText)\(same.errorText)")
    try shop.publish("base", "v1.1.0", forbidding: "CFBundleIdentifier")
    let before = try shop.files()
    let preview = try shop.run("pack", "update", "--preview", "Good.app", "Bad.app")
    #expect(preview.status == 1, "\(preview.outputText)\(preview.errorText)")
    for text in [
      "  base: v1.0.0 → v1.1.0\n", "pass → fail", "Bad is not allowed", "CFBundleIdentifier is not allowed", "WORSE",
    ] {
      #expect(preview.outputText.contains(text), "\(text): \(preview.outputText)")
    }
    let json = try JSONText(try shop.run("pack", "update", "--preview", "--format", "json", "Good.app").output)
    #expect(json["packs"]?[0]?["after"]?.text == "v1.1.0" && json["outcome"]?.text == "worse")
    #expect(
      try shop.run("pack", "update", "--preview", "--format", "markdown", "Good.app").outputText.contains("| `base` |"))
    #expect(
      try shop.run("pack", "update", "--preview", "--allow-empty", "--skip", "base/r", "Good.app").status == 0)
    let versions = try shop.run("pack", "update", "--preview")
    #expect(versions.status == 0 && versions.outputText.contains("base: v1.0.0 → v1.1.0"), "\(versions.outputText)")
    #expect(try shop.files() == before)
    #expect(try shop.run("check", "Good.app").status == 0)
    // A wider range in the manifest is compared with the locked version.
    try shop.publish("base", "v2.0.0")
    try shop.folder.write("bundlepolicy.yml", before[0].replacing("^1", with: "^2"))
    let major = try shop.run("pack", "update", "--preview", "Good.app")
    #expect(
      major.status == 0 && major.outputText.contains("base: v1.0.0 → v2.0.0"), "\(major.outputText)\(major.errorText)")
    // An unreadable bundle is an error.
    #expect(try shop.run("pack", "update", "--preview", "Gone.app").status == 2)
    _ = try ChildProcess.run("/bin/rm", ["-rf", shop.folder("cache")])
    #expect(try shop.run("pack", "update", "--preview", "Good.app").status == 2)
  }

  /// Rules of the new version can compare with a ledger, which is not changed.
  @Test func aPreviewReadsALedger() throws {
    let shop = try Shop()
    #expect(try shop.run("pack", "add", shop.source("base") + "@^1").status == 0)
    #expect(try shop.run("ledger", "init", "--ledger", "builds.db").status == 0)
    try shop.folder.write(
      "Good.app/Contents/Info.plist",
      PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>com.x.good</string><key>CFBundleVersion</key><string>5</string>"))
    let recorded = try shop.run("check", "--ledger", "builds.db", "--record", "Good.app")
    try #require(recorded.status == 0, "\(recorded.outputText)\(recorded.errorText)")
    try shop.publish("base", "v1.1.0", clause: #"increases = "CFBundleVersion""#)
    try shop.folder.write("Good.app/Contents/Resources/new.txt", "another build of the same number")
    let without = try shop.run("pack", "update", "--preview", "--allow-empty", "Good.app")
    #expect(!without.outputText.contains("WORSE"), "\(without.outputText)\(without.errorText)")
    let before = try shop.folder.bytes("builds.db")
    let with = try shop.run("pack", "update", "--preview", "--ledger", "builds.db", "Good.app")
    #expect(with.status == 1 && with.outputText.contains("WORSE"), "\(with.outputText)\(with.errorText)")
    #expect(with.outputText.contains("CFBundleVersion"), "\(with.outputText)")
    #expect(try shop.folder.bytes("builds.db") == before)
    #expect(try shop.run("pack", "update", "--preview", "--ledger", "gone.db", "Good.app").status == 2)
    let overwriting = try shop.run("pack", "update", "--preview", "--ledger", "builds.db", "--output", "builds.db")
    #expect(overwriting.status == 64 && overwriting.errorText.contains("--ledger"), "\(overwriting.errorText)")
    #expect(try shop.folder.bytes("builds.db") == before)
  }

  @Test(
    arguments: [
      (["pack", "update", "--format", "json"], 64, "--format needs --preview"),
      (["pack", "update", "--ledger", "builds.db"], 64, "--ledger needs --preview"),
      (["pack", "update", "--fail-on", "note"], 64, "--fail-on needs --preview"),
      (["pack", "update", "--preview", "--pack", "other"], 2, "there is no pack 'other'"),
      (["pack", "update", "--preview", "--policy", "elsewhere/policy.lua"], 2, "belongs to the project"),
      (["pack", "add", "git+file:///x@^1.x"], 2, "is not a range of versions"),
      (["pack", "add", "oci://h/x"], 2, "the version is missing"),
      (["pack", "add", "oci://127.0.0.1:1/x:v1"], 2, "work offline"),
      (["pack", "add", "gone.tar.gz"], 2, "the archive cannot be read"),
      (["pack", "add", "x.tar.gz", "--signed", "tag", "--signers", "s"], 64, "only for git repositories"),
      (["pack", "new", "Bad_Name"], 64, "is not a pack name"),
      (["pack", "new"], 64, "Missing expected argument '<NAME>"),
    ] as [([String], Int32, String)])
  func wrongUsage(_ words: [String], _ status: Int32, _ message: String) throws {
    let shop = try Shop()
    #expect(try shop.run("pack", "add", shop.source("base") + "@^1").status == 0)
    try shop.folder.write(
      "elsewhere/bundlepolicy.yml", #"{"packs": {}}"#)
    try shop.folder.write("elsewhere/policy.lua", "policy \"e\" { summary = \"s\" }\n")
    let run = try Program.run(words, in: shop.folder.path, environment: shop.variables)
    #expect(run.status == status && run.errorText.contains(message), "\(run.outputText)\(run.errorText)")
  }

  /// The highest version that all packs accept, or an error that names all of them.
  @Test func packsThatNeedOneAnotherAgree() throws {
    let shop = try Shop(policy: #"include = { "base", "team" }"#)
    try shop.publish("base", "v1.5.0")
    try shop.publish("base", "v2.0.0")
    try shop.publish("team", "v1.0.0", needs: "^1.0")
    let alone = try shop.run("pack", "add", shop.source("team") + "@^1")
    #expect(
      alone.status == 0 && alone.outputText.contains("which the project does not have yet"),
      "\(alone.outputText)\(alone.errorText)")
    // Existing packs limit the version of an added one.
    let added = try shop.run("pack", "add", shop.source("base") + "@>=1")
    #expect(added.status == 0 && added.outputText.contains("v1.5.0 (tag)"), "\(added.outputText)\(added.errorText)")
    #expect(try shop.run("check", "Good.app").status == 0)
    // Current needs are followed, in any order of lookups.
    try shop.publish("team", "v1.1.0", needs: "^2")
    let single = try shop.run("pack", "update", "team")
    #expect(
      single.status == 2 && single.errorText.contains("the project uses v1.5.0, pack 'team' needs '^2'")
        && single.errorText.contains("without a name"), "\(single.outputText)\(single.errorText)")
    let update = try shop.run("pack", "update")
    #expect(
      update.status == 0 && update.outputText.contains("  updated   base: v1.5.0 → v2.0.0"),
      "\(update.outputText)\(update.errorText)")
    let before = try shop.files()
    try shop.publish("team", "v1.2.0", needs: "^3")
    let conflict = try shop.run("pack", "update")
    #expect(
      conflict.status == 2
        && conflict.errorText.contains(
          "no version of pack 'base' satisfies every requirement: the manifest asks for '>=1', pack 'team' needs '^3'"),
      "\(conflict.outputText)\(conflict.errorText)")
    #expect(try shop.files() == before)
    // A tag that the project names must also satisfy the needs.
    let pinned = try shop.run("pack", "remove", "base")
    #expect(pinned.status == 0)
    let fixed = try shop.run("pack", "add", shop.source("base") + "@v1.0.0")
    #expect(
      fixed.status == 2 && fixed.errorText.contains("the project uses v1.0.0, pack 'team' needs '^2'"),
      "\(fixed.errorText)")
    // A branch may violate the needs.
    #expect(try shop.run("pack", "add", shop.source("base") + "@main").status == 0)
    #expect(try shop.run("pack", "verify").status == 0)
  }

  @Test func aPackWithAManifestThatCannotBeReadIsRefused() throws {
    let shop = try Shop()
    try shop.folder.write("team/bundlepolicy.yml", "packs: []")
    try shop.publish("team", "v1.0.0")
    let add = try shop.run("pack", "add", shop.source("team") + "@v1.0.0")
    #expect(add.status == 2 && add.errorText.contains("pack:team@v1.0.0/bundlepolicy.yml:"), "\(add.errorText)")
    #expect(try !shop.folder.names().contains("bundlepolicy.lock"))
  }

  @Test func twoPacksThatNeedAnotherDisagree() throws {
    let shop = try Shop()
    try shop.publish("base", "v2.0.0")
    try shop.publish("team", "v1.0.0", needs: "^1")
    #expect(try shop.run("pack", "add", shop.source("team") + "@v1.0.0", "--name", "one").status == 0)
    try shop.publish("team", "v1.1.0", needs: "^2")
    #expect(try shop.run("pack", "add", shop.source("team") + "@v1.1.0", "--name", "two").status == 0)
    let add = try shop.run("pack", "add", shop.source("base") + "@>=1")
    #expect(
      add.status == 2
        && add.errorText.contains("the manifest asks for '>=1', pack 'one' needs '^1', pack 'two' needs '^2'"),
      "\(add.errorText)")
  }

  @Test func anArchiveIsUsedAndVerified() throws {
    let shop = try Shop()
    func pack(_ key: String) throws {
      try shop.folder.write(
        "house-1.0/policy.lua",
        "policy \"h\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"\(key)\" }\n")
      #expect(
        try ChildProcess.run("/bin/tar", ["-czf", "house-1.0.tgz", "house-1.0"], in: shop.folder.path).status == 0)
    }
    try pack("CFBundleIdentifier")
    let add = try shop.run("pack", "add", "house-1.0.tgz", "--name", "base")
    #expect(
      add.status == 0 && add.outputText.contains("  added     base: house-1.0.tgz archive "),
      "\(add.outputText)\(add.errorText)")
    let check = try shop.run("check", "--locked", "Good.app")
    #expect(check.status == 1 && check.outputText.contains("(pack:base@"), "\(check.outputText)\(check.errorText)")
    #expect(try shop.run("pack", "verify", "--remote").status == 0)
    #expect(try shop.run("pack", "list").outputText.contains("    object    sha256:"))
    #expect(try shop.run("pack", "outdated").outputText.contains("an archive has no versions"))
    try pack("Bad")
    let verify = try shop.run("pack", "verify", "--remote")
    #expect(verify.status == 1 && verify.errorText.contains("the archive was replaced"), "\(verify.errorText)")
    let update = try shop.run("pack", "update")
    #expect(
      update.status == 2 && update.errorText.contains("the archive was replaced: it had the digest sha256:"),
      "\(update.errorText)")
    #expect(try shop.run("check", "Good.app").status == 1)
    _ = try ChildProcess.run("/bin/rm", ["-rf", shop.folder("cache")])
    let fetch = try shop.run("pack", "fetch")
    #expect(fetch.status == 2 && fetch.errorText.contains("does not match the lock"), "\(fetch.errorText)")
    #expect(try shop.run("pack", "update", "--allow-moved-tag").status == 0)
    #expect(try shop.run("check", "Good.app").status == 0)
  }

  /// Sources are relative to the manifest, from any working directory.
  @Test func archivesBelowAProjectAreFound() throws {
    let shop = try Shop()
    #expect(
      try ChildProcess.run("/bin/tar", ["-cf", "pack.tar", "-C", "base", "policy.lua"], in: shop.folder.path).status
        == 0)
    #expect(try shop.run("pack", "add", "pack.tar", "--name", "base").status == 0)
    try shop.folder.makeDirectory("sub")
    for words in [
      ["pack", "verify", "--remote"], ["pack", "update"], ["pack", "add", "../pack.tar", "--name", "again"],
    ] {
      let run = try Program.run(words, in: shop.folder("sub"), environment: shop.variables)
      #expect(run.status == 0, "\(words): \(run.errorText)")
    }
    #expect(try shop.folder.text("bundlepolicy.yml").contains("  again:\n    source: pack.tar\n"))
  }

  @Test func aNewPackPassesAtOnce() throws {
    let shop = try Shop()
    let new = try shop.run("pack", "new", "mine")
    #expect(new.status == 0 && new.outputText.contains("  wrote  mine/policy.lua\n"), "\(new.errorText)")
    for words in [["test", "--coverage", "--threshold", "100", "mine"], ["lint", "--fail-on", "note", "mine"]] {
      let run = try Program.run(words, in: shop.folder.path, environment: shop.variables)
      #expect(run.status == 0, "\(words): \(run.outputText)\(run.errorText)")
    }
    // The pack's CI script.
    let script = try ChildProcess.run(
      "/bin/sh",
      [
        "-c", "ln -s \"$0\" \"$1/bundlepolicy\" && PATH=\"$1:$PATH\" mine/ci/policy.sh", Program.path, shop.folder.path,
      ],
      in: shop.folder.path, environment: shop.variables)
    #expect(script.status == 0, "\(script.outputText)\(script.errorText)")
    try shop.git("mine", "init", "--quiet", "-b", "main", ".")
    try shop.git("mine", "add", "--all")
    try shop.git("mine", "commit", "--quiet", "--message", "x")
    try shop.git("mine", "tag", "v0.1.0")
    #expect(try shop.run("pack", "add", shop.source("mine") + "@^0.1").status == 0)
    let check = try shop.run("check", "--policy", "mine", "Good.app")
    #expect(check.status == 1 && check.outputText.contains("does not start with 'com.example.'"), "\(check.outputText)")
  }

  @Test(arguments: ["policy.lua", "README.md", "ci/policy.sh", ".github/workflows/policy.yml"])
  func aNewPackOverwritesNothing(_ file: String) throws {
    let folder = try TemporaryFolder(["mine/" + file: "precious"])
    let new = try Program.run(["pack", "new", "mine"], in: folder.path)
    #expect(new.status == 2 && new.errorText.contains("mine/\(file): error: already exists; nothing was written"))
    #expect(try folder.text("mine/" + file) == "precious" && folder.names() == ["mine"])
    let others = try ChildProcess.run("/usr/bin/find", [folder.path, "-type", "f"])
    #expect(others.outputText == folder("mine/" + file) + "\n")
  }
}

extension String {
  fileprivate func replacing(_ text: String, with other: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
  }
}
