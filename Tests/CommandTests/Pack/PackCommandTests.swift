import Basics
import PolicyTestSupport
import Testing

/// `bundlepolicy pack`, and commands with packs.
@Suite struct PackCommandTests {
  /// A repository `house` with the example's policies and a tag, a project that may use it, and bundles.
  private struct Shop: Sendable {
    let folder: TemporaryFolder
    let variables: [String: String]

    init(_ files: [String: String] = [:], policy: String = #"include = { "house" }"#) throws {
      folder = try workshop()
      try folder.write(
        "policy.lua",
        "policy \"test\" { summary = \"s\", \(policy) }\nrule \"r\" { summary = \"s\", forbid = \"Bad\" }\n")
      variables = [
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
        "BUNDLEPOLICY_CACHE": folder("cache"), "HOME": "/nonexistent",
      ]
      try folder.copy(Program.packageRoot + "/Examples/policy-repository", to: "house")
      try git("init", "--quiet", "-b", "main", ".")
      try commit(files)
      try git("tag", "v1")
    }

    var source: String { "git+file://" + folder("house") }

    func git(_ words: String...) throws {
      let run = try ChildProcess.run("/usr/bin/env", ["git"] + words, in: folder("house"), environment: variables)
      #expect(run.status == 0, "\(words): \(run.errorText)")
    }

    func commit(_ files: [String: String]) throws {
      for (name, text) in files { try folder.write("house/" + name, text) }
      try git("add", "--all")
      try git("commit", "--quiet", "--message", "change")
    }

    func run(_ words: String..., in directory: String? = nil) throws -> ChildProcess {
      try Program.run(words, in: directory ?? folder.path, environment: variables)
    }
  }

  @Test func aPackIsAddedAndUsed() throws {
    let shop = try Shop()
    let before = try shop.run("check", "Good.app")
    #expect(before.status == 2 && before.errorText.contains("there is no module 'house'"))
    let add = try shop.run("pack", "add", shop.source + "@v1")
    #expect(add.status == 0, "\(add.errorText)")
    #expect(add.outputText.contains("  wrote     bundlepolicy.yml, bundlepolicy.lock\n"))
    // Checks do not use the repository, so it may be gone.
    _ = try ChildProcess.run("/bin/mv", [shop.folder("house"), shop.folder("gone")])
    let check = try shop.run("check", "--locked", "Good.app")
    #expect(check.status == 1, "\(check.errorText)")
    #expect(check.outputText.contains("'com.x.good' is not an identifier of the company"))
    #expect(check.outputText.contains("(pack:house@v1/policy.lua:"))
    #expect(!check.outputText.contains(shop.folder.path))
    let json = try shop.run("check", "--format", "json", "--policy", "house.ios", "Good.app")
    #expect(try JSONText(json.output)["policies"]?[0]?["source"]?.text == "pack:house@v1/ios.lua")
    // From a subfolder, and by all commands that read policies.
    try shop.folder.makeDirectory("sub/deeper")
    #expect(try shop.run("check", "--policy", "house", "../../Good.app", in: shop.folder("sub/deeper")).status == 1)
    for words in [["rules"], ["explain", "our-identifier"], ["lint"], ["explain", "--policy", "house", "one-scene"]] {
      let run = try Program.run(words, in: shop.folder.path, environment: shop.variables)
      #expect(run.status == 0, "\(words): \(run.errorText)")
    }
    let why = try shop.run("pack", "why", "house.ios")
    #expect(
      why.outputText.contains("    included  by pack:house@v1/policy.lua:2 as ios, pack:house@v1/ios.lua\n"),
      "\(why.outputText)\(why.errorText)")
    let list = try shop.run("pack", "list", "--format", "json")
    #expect(try JSONText(list.output)["packs"]?[0]?["ref"]?.text == "v1")
  }

  @Test func modulesAreImported() throws {
    let shop = try Shop(policy: "")
    try shop.folder.write(
      "policy.lua",
      """
      policy "test" { summary = "s" }
      local ids = import "shared.bundle_ids"
      rule "ours" { summary = "s", check = function(bundle, report) if not ids.is_ours(bundle.identifier) then report("no") end end,
        examples = { pass = { { info = { CFBundleIdentifier = "com.example.a" } } }, fail = { { info = { CFBundleIdentifier = "x" } } } } }
      """)
    #expect(try shop.run("pack", "add", shop.source, "--name", "shared").status == 0)
    #expect(try shop.run("check", "Good.app").status == 1)
    // Only the project's examples run, not the pack's.
    #expect(try shop.run("test", "policy.lua").outputText == "2 passed, 0 failed\n")
    #expect(try shop.run("test", "policy.lua", "--mutate").status == 0)
    let why = try shop.run("pack", "why", "shared")
    #expect(why.outputText.contains("    imported  by policy.lua:2 as shared.bundle_ids"), "\(why.outputText)")
  }

  /// A receipt can be verified with the pack.
  @Test func receiptsAreHeldAgainstPacks() throws {
    // There is a folder named house beside the policy.
    let shop = try Shop(policy: #"include = { "acme" }"#)
    #expect(try shop.run("pack", "add", shop.source + "@v1", "--name", "acme").status == 0)
    try shop.folder.write("key.pem", Array(AttestationTests.key.utf8), mode: 0o600)
    try shop.folder.write("public.pem", AttestationTests.publicKey)
    #expect(try shop.run("check", "--attest", "r.json", "--attest-key", "key.pem", "Good.app").status == 1)
    func verify(_ policy: String) throws -> ChildProcess {
      try shop.run("verify-receipt", "r.json", "--key", "public.pem", "--allow-failed", "--policy", policy)
    }
    for policy in ["policy.lua", "acme", "acme.ios"] {
      let run = try verify(policy)
      #expect(run.status == 0, "\(policy): \(run.outputText)\(run.errorText)")
    }
    try shop.commit([
      "ios.lua":
        "policy \"com.example.house.ios\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"X\" }\n"
    ])
    #expect(try shop.run("pack", "add", shop.source + "@main", "--name", "newer").status == 0)
    let other = try verify("newer.ios")
    #expect(
      other.status == 1 && other.outputText.contains("pack:newer@main/ios.lua: error: the check used another version"))
    let unknown = try verify("nobody")
    #expect(unknown.status == 2 && unknown.output.isEmpty)
  }

  @Test func theKeyOfReceiptsIsNotGivenToGit() throws {
    let shop = try Shop()
    try shop.folder.write("ssh", Array("#!/bin/sh\nenv > \"$SEEN\"; exit 1\n".utf8), mode: 0o755)
    let added = ["GIT_SSH": shop.folder("ssh"), "SEEN": shop.folder("seen"), "BUNDLEPOLICY_ATTEST_KEY": "hidden"]
    let run = try Program.run(
      ["pack", "add", "git+ssh://git@example.com/x.git"], in: shop.folder.path,
      environment: shop.variables.merging(added) { $1 })
    let seen = try shop.folder.text("seen")
    #expect(run.status == 2 && seen.contains("GIT_SSH=") && !seen.contains("hidden"))
  }

  @Test func tagsThatMovedAreNotFollowed() throws {
    let shop = try Shop()
    #expect(try shop.run("pack", "add", shop.source + "@v1").status == 0)
    let lock = try shop.folder.text("bundlepolicy.lock")
    try shop.commit(["bundle_ids.lua": "return { is_ours = function() return true end }\n"])
    try shop.git("tag", "--force", "v1")
    let remote = try shop.run("pack", "verify", "--remote")
    #expect(remote.status == 1 && remote.errorText.contains("the tag was moved"), "\(remote.errorText)")
    #expect(try shop.run("pack", "verify").status == 0)
    let update = try shop.run("pack", "update")
    #expect(update.status == 2 && update.errorText.contains("the tag 'v1' was moved from "))
    #expect(try shop.folder.text("bundlepolicy.lock") == lock)
    #expect(try shop.run("check", "Good.app").status == 1)
    let allowed = try shop.run("pack", "update", "house", "--allow-moved-tag")
    #expect(allowed.status == 0 && allowed.outputText.contains("  updated   house: "))
    #expect(try shop.run("check", "Good.app").status == 0)
  }

  @Test func branchesGoOnWhenAsked() throws {
    let shop = try Shop()
    #expect(try shop.run("pack", "add", shop.source + "@main").status == 0)
    try shop.commit(["bundle_ids.lua": "return { is_ours = function() return true end }\n"])
    #expect(try shop.run("check", "Good.app").status == 1)
    let remote = try shop.run("pack", "verify", "--remote")
    #expect(remote.status == 1 && remote.errorText.contains("the branch has moved on"))
    let update = try shop.run("pack", "update")
    #expect(update.status == 0 && update.outputText.contains(" → main (branch) at "), "\(update.outputText)")
    #expect(try shop.run("check", "Good.app").status == 0)
    #expect(try shop.run("pack", "update").outputText.contains("  same      house"))
  }

  @Test func whatIsNotInTheCacheIsFetched() throws {
    let shop = try Shop()
    #expect(try shop.run("pack", "add", shop.source + "@v1").status == 0)
    let before = (try shop.folder.text("bundlepolicy.yml"), try shop.folder.text("bundlepolicy.lock"))
    _ = try ChildProcess.run("/bin/rm", ["-rf", shop.folder("cache")])
    let check = try shop.run("check", "Good.app")
    #expect(check.status == 2 && check.errorText.contains("'bundlepolicy pack fetch'"), "\(check.errorText)")
    #expect(try shop.run("pack", "fetch").outputText.hasPrefix("  fetched   house: v1 (tag) at "))
    #expect(try shop.run("pack", "fetch").outputText.hasPrefix("  present   house: v1 (tag) at "))
    #expect(try shop.run("check", "Good.app").status == 1)
    let after = (try shop.folder.text("bundlepolicy.yml"), try shop.folder.text("bundlepolicy.lock"))
    #expect(before == after)
  }

  @Test func severalProcessesFillOneCache() async throws {
    let shop = try Shop()
    #expect(try shop.run("pack", "add", shop.source + "@v1").status == 0)
    _ = try ChildProcess.run("/bin/rm", ["-rf", shop.folder("cache")])
    let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<4 { group.addTask { try shop.run("pack", "fetch").status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == [0, 0, 0, 0])
    #expect(try shop.run("check", "Good.app").status == 1)
    let left = try ChildProcess.run("/bin/ls", ["-A", shop.folder("cache")])
    #expect(left.outputText == "packs\n")
  }

  @Test func allOfManyAddsAreKept() async throws {
    let shop = try Shop(policy: "")
    let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
      for number in 0..<8 {
        group.addTask { try shop.run("pack", "add", shop.source + "@v1", "--name", "house\(number)").status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 0, count: 8))
    #expect(try JSONText(try shop.folder.bytes("bundlepolicy.lock"))["packs"]?.names.count == 8)
    #expect(try shop.folder.text("bundlepolicy.yml").split(separator: "\n").count { $0.hasPrefix("  house") } == 8)
    let mixed = try await withThrowingTaskGroup(of: Int32.self) { group in
      for number in 0..<4 { group.addTask { try shop.run("pack", "remove", "house\(number)").status } }
      for _ in 0..<2 { group.addTask { try shop.run("pack", "update", "house6", "house7").status } }
      for number in 8..<10 {
        group.addTask { try shop.run("pack", "add", shop.source + "@v1", "--name", "house\(number)").status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(mixed == Array(repeating: 0, count: 8))
    #expect(try JSONText(try shop.folder.bytes("bundlepolicy.lock"))["packs"]?.names.count == 6)
    #expect(try shop.run("pack", "verify").status == 0)
    #expect(try !shop.folder.names().contains { $0.contains("partial") })
  }

  /// A command that is killed at any time leaves valid files and no lock.
  @Test func whatIsKilledLeavesValidFiles() throws {
    let shop = try Shop(policy: "")
    #expect(try shop.run("pack", "add", shop.source + "@v1").status == 0)
    let script = """
      killed() { "$@" & sleep $pause; kill -KILL $!; wait $!; }
      for pause in 0.02 0.05 0.08 0.1 0.15 0.2 0.3 0.4 0.5 0.6; do
        killed "$0" pack add "$1@v1" --name "p${pause#0.}"
        killed "$0" pack remove "p${pause#0.}"
        killed "$0" pack update
      done > log 2>&1
      exit 0
      """
    _ = try ChildProcess.run(
      "/bin/bash", ["-c", script, Program.path, shop.source], in: shop.folder.path, environment: shop.variables)
    #expect(try shop.run("check", "--policy", "./policy.lua", "Good.app").status == 0)
    #expect(try shop.run("pack", "update").status == 0)
    #expect(try shop.run("pack", "verify").status == 0)
    #expect(try shop.run("check", "--locked", "Good.app").status == 0)
  }

  @Test(
    arguments: [
      (["README.md": "x"], "has no policy"),
      (["init.lua": "return { policy = 1 }", "a.lua": "x.policy(1)"], "has no policy"),
      (["policy_test.lua": "policy \"x\" { summary = \"s\" }"], "has no policy"),
    ] as [([String: String], String)])
  func whatHasNoPolicyIsNoPack(_ files: [String: String], _ message: String) throws {
    let shop = try Shop(policy: "")
    try shop.folder.write("site/x", "")
    for (name, text) in files {
      try shop.folder.write("site/" + name, text)
      try shop.folder.write("house/site/" + name, text)
    }
    try shop.commit([:])
    for source in [shop.source + "#site", "site"] where source != "site" || files["policy_test.lua"] == nil {
      let add = try shop.run("pack", "add", source, "--name", "site")
      #expect(add.status == 2 && add.errorText.contains(message), "\(add.outputText)\(add.errorText)")
    }
    #expect(try !shop.folder.names().contains("bundlepolicy.yml"))
    #expect(try shop.run("pack", "add", shop.source + "@main", "--name", "newer").status == 0)
    let lock = try shop.folder.text("bundlepolicy.lock")
    try shop.git("rm", "-r", "--quiet", ".")
    try shop.commit(files)
    let update = try shop.run("pack", "update")
    #expect(update.status == 2 && update.errorText.contains(message), "\(update.errorText)")
    #expect(try shop.folder.text("bundlepolicy.lock") == lock)
  }

  /// Files are written only in the project, even if a checkout contains links.
  @Test func filesOutsideTheProjectAreNotWritten() throws {
    let shop = try Shop(policy: "")
    try shop.folder.write("outside", "precious")
    for file in ["bundlepolicy.lock", "bundlepolicy.yml"] {
      try shop.folder.makeDirectory("checkout")
      try shop.folder.link("checkout/" + file, to: "../outside")
      let add = try shop.run("pack", "add", shop.source + "@v1", in: shop.folder("checkout"))
      #expect(add.status == 2, "\(add.outputText)")
      #expect(try shop.folder.text("outside") == "precious")
      unlink(shop.folder("checkout/" + file))
    }
  }

  @Test func aTamperedCacheStopsTheCheck() throws {
    let shop = try Shop()
    #expect(try shop.run("pack", "add", shop.source + "@v1").status == 0)
    let place = try ChildProcess.run("/usr/bin/find", [shop.folder("cache"), "-name", "ios.lua"]).outputText
    _ = try ChildProcess.run("/bin/sh", ["-c", "echo >> \"$0\"", String(place.dropLast())])
    let check = try shop.run("check", "Good.app")
    #expect(
      check.status == 2 && check.errorText.contains("tree/ios.lua in the cache was changed"), "\(check.errorText)")
    #expect(try shop.run("pack", "verify").status == 2)
    #expect(try shop.run("pack", "update").status == 0)
    #expect(try shop.run("pack", "verify").status == 0)
  }

  @Test func manifestAndLockMustAgree() throws {
    let shop = try Shop()
    #expect(try shop.run("pack", "add", shop.source + "@v1").status == 0)
    #expect(try shop.run("pack", "add", shop.source + "@v1", "--name", "unused").status == 0)
    let manifest = try shop.folder.text("bundlepolicy.yml")
    // An unused pack may be out of date, except with --locked.
    var lines = manifest.split(separator: "\n").map(String.init)
    let last = try #require(lines.lastIndex { $0 == "    ref: v1" })
    lines[last] = "    ref: v2"
    try shop.folder.write("bundlepolicy.yml", lines.joined(separator: "\n"))
    #expect(try shop.run("check", "Good.app").status == 1)
    for words in [
      ["check", "--locked", "Good.app"], ["check", "--locked", "--policy", "apple.recommended", "Good.app"],
    ] {
      let locked = try Program.run(words, in: shop.folder.path, environment: shop.variables)
      #expect(locked.status == 2 && locked.errorText.contains("disagree about pack 'unused'"), "\(locked.errorText)")
    }
    #expect(try shop.run("lint", "--locked").status == 2)
    #expect(try shop.run("pack", "list").status == 2)
    #expect(try shop.run("pack", "verify").status == 2)
    // A used pack may not.
    let first = try #require(lines.firstIndex { $0 == "    ref: v1" })
    lines[first] = "    ref: v2"
    try shop.folder.write("bundlepolicy.yml", lines.joined(separator: "\n"))
    #expect(try shop.run("check", "Good.app").status == 2)
    try shop.folder.write("bundlepolicy.yml", manifest)
    _ = try ChildProcess.run("/bin/rm", [shop.folder("bundlepolicy.lock")])
    let unlocked = try shop.run("check", "Good.app")
    #expect(unlocked.status == 2 && unlocked.errorText.contains("pack 'house' is not locked"))
    let missing = try shop.run("check", "--locked", "Good.app")
    #expect(missing.status == 2 && missing.errorText.contains("bundlepolicy.lock does not exist"))
  }

  /// Attempts of a checkout to redirect a pack's name to its own files, and the messages.
  @Test(arguments: [
    ("folder", "'house' is the folder own, but bundlepolicy.lock cannot lock folders"),
    ("folder, lock kept", "pack 'house' is a folder, which is not locked, but the lock file has it"),
    ("taken out", "'house' is not a pack of bundlepolicy.yml"),
    ("taken out, lock kept", "'house' is not a pack of bundlepolicy.yml"),
    ("no files", "'house' is not a pack of bundlepolicy.yml"),
    ("no manifest", "'house' is not a pack of bundlepolicy.yml"),
    ("another name", "'House' is not a pack name"), ("digest", "is not in the cache"),
    ("version", "disagree about pack"),
  ])
  func lockedPacksAreNotReplaced(_ how: String, _ message: String) throws {
    let shop = try Shop(policy: "")
    #expect(try shop.run("pack", "add", shop.source + "@v1").status == 0)
    _ = try ChildProcess.run("/bin/rm", ["-rf", shop.folder("house")])
    let check = ["check", "--locked", "--policy", "house", "Good.app"]
    func checked() throws -> ChildProcess {
      try Program.run(check, in: shop.folder.path, environment: shop.variables)
    }
    #expect(try checked().status == 1)
    let finding = "policy \"own\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Nothing\" }\n"
    try shop.folder.write("own/policy.lua", finding)
    func edit(_ file: String, _ old: String, _ new: String) throws {
      let text = try shop.folder.text(file)
      try shop.folder.write(file, text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new))
    }
    func write(packs: String) throws {
      try shop.folder.write(
        "bundlepolicy.yml", "{ \"packs\": { \(packs) } }")
    }
    if how.hasPrefix("folder") { try write(packs: "\"house\": { \"source\": \"own\" }") }
    if how.hasPrefix("taken out") { try write(packs: "") }
    switch how {
    case "folder", "taken out": unlink(shop.folder("bundlepolicy.lock"))
    case "no manifest": unlink(shop.folder("bundlepolicy.yml"))
    case "no files":
      unlink(shop.folder("bundlepolicy.yml"))
      unlink(shop.folder("bundlepolicy.lock"))
    case "another name": try edit("bundlepolicy.yml", "  house:", "  House:")
    case "digest":
      let digest = try #require(try shop.folder.text("bundlepolicy.lock").split(separator: "sha256:").last?.prefix(64))
      try edit("bundlepolicy.lock", String(digest), String(repeating: "ab", count: 32))
    case "version": try edit("bundlepolicy.lock", "\"v1\"", "\"v2\"")
    default: break
    }
    let refused = try checked()
    #expect(refused.status == 2 && refused.errorText.contains(message), "\(refused.errorText)")
    try shop.folder.write("house/policy.lua", finding)
    #expect(try checked().status == 2)
  }

  @Test func lockedNeedsSomethingThatIsLocked() throws {
    let folder = try workshop()
    for words in [
      ["check", "--locked", "Good.app"], ["check", "--locked", "--policy", "apple.recommended", "Good.app"],
      ["check", "--locked", "--policy", "policy.lua", "Good.app"], ["lint", "--locked"], ["test", "--locked"],
    ] {
      let run = try Program.run(words, in: folder.path)
      #expect(
        run.status == 2 && (run.errorText + run.outputText).contains("no bundlepolicy.yml in"),
        "\(words): \(run.errorText)\(run.outputText)")
    }
  }

  /// `lint` and `test` use standard policies in the operands; with `--locked`, the built-in ones.
  @Test func lockedTakesNoStandardPoliciesOfTheCheckout() throws {
    let shop = try Shop()
    #expect(try shop.run("pack", "add", shop.source + "@v1").status == 0)
    try shop.folder.write("apple/recommended.lua", "policy \"apple.recommended\" { summary = \"s\" }\n")
    #expect(try shop.run("lint", "policy.lua").errorText.contains("reading the standard policies") == false)
    #expect(try shop.run("lint").errorText.contains("reading the standard policies"))
    #expect(try !shop.run("lint", "--locked").errorText.contains("reading the standard policies"))
  }

  @Test func namesThatMeanTwoThingsAreErrors() throws {
    let shop = try Shop()
    #expect(try shop.run("pack", "add", shop.source + "@v1").status == 0)
    try shop.folder.write("house.lua", "policy \"own\" { summary = \"s\" }\n")
    let own = try shop.run("check", "Good.app")
    #expect(
      own.status == 2
        && own.errorText.contains("'house' is ambiguous: it is a module of the pack 'house', and the file house.lua"),
      "\(own.errorText)")
    let word = try shop.run("check", "--policy", "house", "Good.app")
    #expect(word.status == 2 || word.status == 1)
    #expect(
      word.errorText.contains("'house' is a pack, and a file or folder in the working directory"), "\(word.errorText)")
    #expect(try shop.run("check", "--policy", "./house", "Good.app").status == 1)
  }

  @Test func packsNameOtherPacksThroughTheProject() throws {
    let shop = try Shop(
      [
        "team/policy.lua": "policy \"team\" { summary = \"s\", include = { \"house.ios\", \"own\" } }\n",
        "team/own.lua": "policy \"team.own\" { summary = \"s\" }\nrule \"t\" { summary = \"s\", forbid = \"Worse\" }\n",
      ], policy: #"include = { "team" }"#)
    #expect(try shop.run("pack", "add", shop.source + "@v1#team", "--name", "team").status == 0)
    let missing = try shop.run("check", "Good.app")
    #expect(
      missing.status == 2 && missing.errorText.contains("pack 'team': there is no module 'house.ios'")
        && missing.errorText.contains("bundlepolicy pack add … --name house"), "\(missing.errorText)")
    #expect(try shop.run("pack", "add", shop.source + "@v1", "--name", "house").status == 0)
    let check = try shop.run("check", "--format", "json", "Good.app")
    #expect(check.status == 0, "\(check.errorText)")
    let sources = try JSONText(check.output)["policies"]?.elements.map { $0["source"]?.text }
    #expect(
      sources == ["policy.lua", "pack:team@v1/policy.lua", "pack:house@v1/ios.lua", "pack:team@v1/own.lua"])
  }

  @Test func foldersAreUsedAsTheyAre() throws {
    let shop = try Shop()
    let project = shop.folder("app")
    try shop.folder.write(
      "app/policy.lua", "policy \"app\" { summary = \"s\", include = { \"shared.ios\", \"shared\" } }\n")
    let add = try shop.run("pack", "add", "../house", "--name", "shared", in: project)
    #expect(add.status == 0 && add.outputText.contains("the folder ../house, not locked"), "\(add.errorText)")
    let check = try shop.run("check", "../Good.app", in: project)
    #expect(
      check.status == 1 && check.outputText.contains("(../house/policy.lua:"), "\(check.outputText)\(check.errorText)")
    #expect(try shop.run("pack", "list", in: project).outputText.contains("a folder, not locked"))
    try shop.folder.write("house/bundle_ids.lua", "return { is_ours = function() return true end }\n")
    #expect(try shop.run("check", "../Good.app", in: project).status == 0)
    for _ in 0..<2 {
      let locked = try shop.run("check", "--locked", "../Good.app", in: project)
      #expect(locked.status == 2 && locked.errorText.contains("cannot lock folders"), "\(locked.errorText)")
      try shop.folder.makeDirectory(".git")
    }
    #expect(try shop.run("pack", "list", in: project).status == 0)
    #expect(try shop.run("pack", "verify", in: project).status == 0)
    #expect(try shop.run("pack", "add", "../nowhere", in: project).status == 2)
  }

  @Test func checkersOfPacksAreLoadedAsTheLockSays() throws {
    let shop = try Shop(policy: "")
    let built = try ChildProcess.run(
      "/bin/bash",
      [
        Program.packageRoot + "/Examples/checkers/LargeFiles/make-checker",
        Program.packageRoot + "/Sources/CheckerABI/include", shop.folder("house/Plugins"),
      ])
    #expect(built.status == 0, "\(built.errorText)")
    try shop.commit([
      "large.lua": """
      policy "large" { summary = "s" }
      rule "r" { summary = "s", checker = "com.example.large-files", with = { limit = 5 } }
      """
    ])
    let add = try shop.run("pack", "add", shop.source)
    #expect(
      add.outputText.contains("  left out  Plugins/LargeFiles.checker, native code"),
      "\(add.outputText)\(add.errorText)")
    let check = ["check", "--with-checkers", "--policy", "house.large", "Good.app"]
    func checked(_ words: [String] = []) throws -> ChildProcess {
      _ = try ChildProcess.run("/bin/mv", [shop.folder("house"), shop.folder("elsewhere")])
      defer { _ = try? ChildProcess.run("/bin/mv", [shop.folder("elsewhere"), shop.folder("house")]) }
      return try Program.run(check + words, in: shop.folder.path, environment: shop.variables)
    }
    let refused = try checked()
    #expect(
      refused.status == 2 && refused.outputText.contains("pack update house --with-checkers"), "\(refused.outputText)")
    #expect(refused.outputText.contains("(pack:house@"), "\(refused.outputText)")
    let update = try shop.run("pack", "update", "--with-checkers")
    #expect(update.outputText.contains("  locked    Plugins/LargeFiles.checker, native code: sha256:"))
    let used = try checked()
    #expect(used.status == 1 && used.outputText.contains("the file is too large"), "\(used.errorText)")
    // Trusting the lock needs an option.
    let alone = try shop.run("check", "--policy", "house.large", "Good.app")
    #expect(alone.status == 2 && alone.outputText.contains("not loaded without --with-checkers"), "\(alone.outputText)")
    // For a policy that the user did not name, code is never loaded, even if it is locked.
    try shop.folder.write("found/policy.lua", "policy \"found\" { summary = \"s\", include = { \"house.large\" } }\n")
    let found = try shop.run("check", "--with-checkers", "../Good.app", in: shop.folder("found"))
    #expect(found.status == 2 && found.outputText.contains("unless --policy names the policy"), "\(found.outputText)")
    #expect(
      try shop.run("check", "--with-checkers", "--policy", "policy.lua", "../Good.app", in: shop.folder("found")).status
        == 1)
    // Unchanged checkers stay locked; changed ones are left out.
    try shop.commit(["other.lua": "return 1\n"])
    #expect(try !shop.run("pack", "update").outputText.contains("left out"))
    #expect(try checked().status == 1)
    try shop.commit(["Plugins/LargeFiles.checker/Contents/extra": "x"])
    #expect(try shop.run("pack", "update").outputText.contains("native code, which was changed"))
    #expect(try checked().status == 2)
    // The locks of the project's checkers and of packs share a file, and both are kept.
    #expect(try shop.run("pack", "update", "--with-checkers").status == 0)
    _ = try ChildProcess.run("/bin/cp", ["-R", shop.folder("house/Plugins"), shop.folder("Plugins")])
    #expect(try shop.run("plugin", "lock").status == 0)
    let lock = try JSONText(try shop.folder.bytes("bundlepolicy.lock"))
    #expect(lock["packs"]?["house"]?["checkers"] != nil && lock["checkers"]?["Plugins/LargeFiles.checker"] != nil)
    #expect(try shop.run("pack", "remove", "house").status == 0)
    let rest = try JSONText(try shop.folder.bytes("bundlepolicy.lock"))
    #expect(rest["packs"] == nil && rest["checkers"]?["Plugins/LargeFiles.checker"] != nil)
  }

  @Test(
    arguments: [
      (["pack"], 64, "name a subcommand"), (["pack", "ad"], 64, "did you mean 'add'"),
      (["pack", "add"], 64, "Missing expected argument '<SOURCE[@REF][#PATH]>"),
      (["pack", "list"], 2, "no bundlepolicy.yml in"),
      (["pack", "update", "--remote"], 64, "Unknown option '--remote'"),
      (["pack", "add", "git+https://u:hunter2@h/x.git"], 2, "a password or token"),
      (["pack", "add", "git+ext::sh -c x"], 2, "whitespace or control characters"),
      (["pack", "add", "git+https://h/apple.git"], 64, "choose a name with --name"),
      (["pack", "add", "git+https://h/x.git", "--name", "X"], 64, "not a pack name"),
      (["pack", "add", "git+https://h/x.git", "--signed", "tag"], 64, "--signed needs --signers FILE"),
      (["pack", "add", "git+https://h/x.git", "--timeout", "0"], 64, "must be a number from 1 to 86400"),
    ] as [([String], Int32, String)])
  func wrongUsage(_ words: [String], _ status: Int32, _ message: String) throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(words, in: folder.path, environment: ["BUNDLEPOLICY_CACHE": folder("cache")])
    #expect(run.status == status)
    #expect(run.errorText.contains(message), "\(run.errorText)")
    #expect(!run.errorText.contains("hunter2"))
    #expect(try folder.names() == [])
  }
}
