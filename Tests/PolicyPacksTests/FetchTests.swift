import GitRepositories
import CheckerPlugIns
import PolicyTestSupport
import Testing

@testable import PolicyPacks

/// Packs in git repositories.
@Suite struct FetchTests {
  @Test(arguments: [
    (nil, LockedPack.Kind.branch), ("v1", .tag), ("main", .branch), ("refs/tags/v1", .tag), ("commit", .commit),
  ])
  func aPackIsGotAndUsed(_ ref: String?, _ kind: LockedPack.Kind) throws {
    let shop = try PackWorkshop()
    let commit = try shop.git("rev-parse", "HEAD")
    let request = try shop.request(ref == "commit" ? commit : ref)
    let locked = try shop.lock(request)
    #expect(locked.kind == kind)
    #expect(locked.revision == commit)
    #expect(locked.tree == (try shop.git("rev-parse", "HEAD^{tree}")))
    let pack = try shop.project(request, locked).resolve("acme", shop.cache)
    #expect(pack.sources == ["policy.lua": Array("one".utf8), "mobile/ios.lua": Array("two".utf8)])
    #expect(
      pack.displayRoot == "pack:acme@"
        + (kind == .commit ? String(commit.prefix(12)) : ref == nil ? locked.version : "main" == ref ? "main" : "v1"))
  }

  /// Annotated or not; a branch of the same name is ignored.
  @Test func aRangeLeadsToATag() throws {
    let shop = try PackWorkshop()
    let first = try shop.git("rev-parse", "HEAD")
    try shop.git("tag", "--annotate", "--message", "x", "v1.2.0")
    try shop.commit(["policy.lua": "three"])
    try shop.git("tag", "v2.0.0")
    try shop.git("branch", "v1.2.0")
    var request = try shop.request(nil)
    request.range = try VersionRange("^1")
    let locked = try shop.lock(request)
    #expect(locked.ref == "v1.2.0" && locked.revision == first && locked.kind == .tag && locked.range == "^1")
    #expect(locked.tag == (try shop.git("rev-parse", "refs/tags/v1.2.0")))
    FolderTree.remove(shop.cache.root)
    #expect(try shop.fetcher().fetchLocked("acme", request, locked, root: shop.project))
    #expect(try shop.project(request, locked).resolve("acme", shop.cache).displayRoot == "pack:acme@v1.2.0")
    #expect(try shop.fetcher().current(request, locked, root: shop.project).revision == first)
    // One version with two tags for different commits.
    try shop.git("tag", "1.2.0")
    #expect(trouble { try shop.lock(request) }?.message.contains("'1.2.0' and 'v1.2.0' are the same version") == true)
    let bare = try PackWorkshop()
    request.source = try PackSource(bare.source)
    #expect(trouble { try bare.lock(request) }?.message.contains("has no tag that is a version") == true)
  }

  @Test func aFolderOfARepositoryIsAPack() throws {
    let shop = try PackWorkshop()
    let locked = try shop.lock(try shop.request(path: "mobile"))
    #expect(locked.tree == (try shop.git("rev-parse", "HEAD:mobile")))
    #expect(trouble { try shop.lock(try shop.request(path: "gone")) }?.code == .source)
    #expect(trouble { try shop.lock(try shop.request(path: "policy.lua")) }?.code == .source)
  }

  @Test func refsThatAreNotThere() throws {
    let shop = try PackWorkshop()
    #expect(trouble { try shop.lock(try shop.request("v9")) }?.message.contains("no tag or branch 'v9'") == true)
    #expect(
      trouble { try shop.lock(try shop.request(String(repeating: "ab", count: 20))) }?.message.contains("has no commit")
        == true)
    try shop.git("branch", "v1")
    #expect(trouble { try shop.lock(try shop.request("v1")) }?.message.contains("a tag and a branch") == true)
    var request = try shop.request()
    request.source = .git("file:///nonexistent/repository")
    let error = trouble { try shop.lock(request) }
    #expect(error?.code == .git)
    #expect(error?.message.contains("/nonexistent/repository") == true)
  }

  @Test func aCommitThatNoRefNamesAnyMoreIsHadFromTheLock() throws {
    let shop = try PackWorkshop()
    let request = try shop.request("main")
    let locked = try shop.lock(request)
    try shop.commit(["policy.lua": "changed"])
    let moved = try shop.lock(request)
    #expect(moved.revision != locked.revision)
    #expect(moved.digest != locked.digest)
    FolderTree.remove(shop.cache.root)
    #expect(try shop.fetcher().fetchLocked("acme", request, locked, root: shop.project))
    #expect(try shop.fetcher().fetchLocked("acme", request, locked, root: shop.project) == false)
    _ = try shop.project(request, locked).resolve("acme", shop.cache)
  }

  @Test func aCommitInTheMiddleOfHistoryIsGot() throws {
    let shop = try PackWorkshop()
    let old = try shop.commit(["policy.lua": "middle"])
    try shop.commit(["policy.lua": "last"])
    // A server that only serves commits named by a ref.
    for allowed in ["true", "false"] {
      try shop.git("config", "uploadpack.allowAnySHA1InWant", allowed)
      let locked = try shop.lock(try shop.request(old))
      #expect(locked.revision == old)
    }
  }

  @Test func aShallowRepositoryIsASource() throws {
    let shop = try PackWorkshop()
    let last = try shop.commit(["policy.lua": "last"])
    try shop.git(
      "clone", "--quiet", "--bare", "--depth", "1", "file://" + shop.folder("policies"), shop.folder("shallow"))
    var request = try shop.request("main")
    request.source = .git("file://" + shop.folder("shallow"))
    #expect(try shop.lock(request).revision == last)
  }

  @Test func theIdOfATagIsNoCommit() throws {
    let shop = try PackWorkshop()
    try shop.git("tag", "--annotate", "--message", "x", "v2")
    let commit = try shop.git("rev-parse", "HEAD")
    let error = trouble { try shop.lock(try shop.request(try shop.git("rev-parse", "v2"))) }
    #expect(error?.code == .source && error?.hint?.contains(commit) == true, "\(error?.message ?? "it was taken")")
  }

  @Test func namesAndModesComeAsTheyAre() throws {
    let shop = try PackWorkshop([
      "policy.lua": "one\r\n", "größe.lua": "x", ".gitattributes": "*.lua text eol=crlf filter=evil\n",
    ])
    try shop.folder.write("policies/run", Array("#!/bin/sh\n".utf8), mode: 0o755)
    try shop.git("config", "filter.evil.smudge", "touch \(shop.folder("evil"))")
    try shop.commit([:])
    let locked = try shop.lock(try shop.request("main"))
    let entry = try shop.cache.entry(locked.digest, of: "acme")
    #expect(entry.sources["größe.lua"] == Array("x".utf8))
    #expect(entry.inventory.entries.first { $0.path == "run" }?.isExecutable == true)
    #expect((try? shop.folder.text("evil")) == nil)
  }

  @Test func submodulesAreRefused() throws {
    let shop = try PackWorkshop()
    try shop.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "file://" + shop.folder("policies"), "inner")
    try shop.commit([:])
    let error = trouble { try shop.lock(try shop.request("main")) }
    #expect(error?.code == .content)
    #expect(error?.message.contains("submodule: inner") == true)
    #expect(trouble { try shop.lock(try shop.request("main", path: "inner")) }?.code == .source)
    // The folder beside it is a valid pack.
    #expect(trouble { try shop.lock(try shop.request("main", path: "mobile")) } == nil)
  }

  @Test func linksAreRefused() throws {
    let shop = try PackWorkshop()
    try shop.folder.link("policies/passwd.lua", to: "/etc/passwd")
    try shop.folder.link("policies/alias", to: "mobile")
    try shop.commit([:])
    #expect(trouble { try shop.lock(try shop.request("main")) }?.message.contains("symbolic link") == true)
    #expect(trouble { try shop.lock(try shop.request("main", path: "alias")) }?.code == .source)
  }

  @Test(
    arguments: [
      [("a.lua", "x"), ("A.lua", "y")], [("caf\u{E9}.lua", "x"), ("cafe\u{301}.lua", "y")],
      [("a/x.lua", "x"), ("A/y.lua", "y")],
      [("a\u{1B}[31m.lua", "x")], [("back\\slash.lua", "x")], [("git~1", "x")],
    ] as [[(String, String)]])
  func hostileNamesAreRefused(_ files: [(String, String)]) throws {
    let shop = try PackWorkshop()
    // Bypasses the working tree, which may be unable to contain both.
    for (name, text) in files {
      try shop.folder.write("blob", text)
      let id = try shop.git("hash-object", "-w", shop.folder("blob"))
      try shop.git("-c", "core.protectNTFS=false", "update-index", "--add", "--cacheinfo", "100644,\(id),\(name)")
    }
    try shop.git("commit", "--quiet", "--message", "hostile")
    let error = trouble { try shop.lock(try shop.request("main")) }
    // Git's own verification of objects may reject it first.
    #expect([.content, .git].contains(error?.code), "\(error?.message ?? "it was taken")")
  }

  @Test(arguments: ["..", ".git", "a/../b"])
  func treesThatNoIndexMakesAreRefused(_ name: String) {
    let id = String(repeating: "ab", count: 20)
    let error = trouble { try TreeListing(Array("100644 blob \(id)      12\t\(name)\0".utf8)) }
    #expect(error?.code == .content)
  }

  @Test func listingsAreBounded() {
    let id = String(repeating: "ab", count: 20)
    let many = (0...PackLimits.files).map { "100644 blob \(id) 1\tf\($0)\0" }.joined()
    #expect(trouble { try TreeListing(Array(many.utf8)) }?.code == .limit)
    let large = "100644 blob \(id) \(PackLimits.bytes)\ta\0" + "100644 blob \(id) 1\tb\0"
    #expect(trouble { try TreeListing(Array(large.utf8)) }?.code == .limit)
    #expect(
      trouble { try TreeListing(Array("100644 blob \(id) 9223372036854775807\ta\0100644 blob \(id) 9\tb\0".utf8)) }?
        .code == .limit)
    for text in [
      "x\0", "100644 blob\ta\0", "100644 tree \(id) 1\ta\0", "100600 blob \(id) 1\ta\0", "100644 blob \(id) -1\ta\0",
    ] {
      #expect(trouble { try TreeListing(Array(text.utf8)) } != nil)
    }
  }

  @Test func repositoriesOfSHA256AreRead() throws {
    let shop = try PackWorkshop()
    try shop.folder.makeDirectory("other")
    try shop.git("init", "--quiet", "-b", "main", "--object-format=sha256", ".", in: "other")
    try shop.folder.write("other/policy.lua", "x")
    try shop.git("add", "--all", in: "other")
    try shop.git("commit", "--quiet", "--message", "one", in: "other")
    var request = try shop.request("main")
    request.source = .git("file://" + shop.folder("other"))
    let locked = try shop.lock(request)
    #expect(locked.revision.utf8.count == 64)
  }

  @Test func aGitThatHangsIsEnded() throws {
    let shop = try PackWorkshop()
    try shop.folder.write(
      "bin/git", Array("#!/bin/sh\necho $$ > \(shop.folder("pid"))\nsleep 600 & sleep 600\n".utf8), mode: 0o755)
    // On a busy machine the process may be killed before it starts: then it gets more time.
    for seconds in [1, 10, 100, 1000] {
      let fetcher = shop.fetcher(seconds: seconds, ["PATH": shop.folder("bin") + ":/usr/bin:/bin"])
      let error = trouble { try fetcher.head(try shop.request(), root: shop.project) }
      #expect(error?.code == .time)
      #expect(error?.message.contains("\(seconds) seconds") == true)
      if (try? shop.folder.text("pid"))?.hasSuffix("\n") == true { break }
    }
    // No process is left.
    let process = String(try shop.folder.text("pid").split(separator: "\n").first ?? "0")
    // A process that ended is listed until its parent waits for it.
    let living = "ps -eo pgid=,stat= | awk -v group=\(process) '$1 == group && $2 !~ /^Z/' | grep ."
    let run = try ChildProcess.run(
      "/bin/sh", ["-c", "for turn in $(seq 600); do \(living) || exit 0; sleep 1; done; exit 1"])
    #expect(run.status == 0, "\(run.outputText)")
  }

  @Test func aGitThatTalksWithoutEndIsEnded() throws {
    let shop = try PackWorkshop()
    try shop.folder.write("bin/git", Array("#!/bin/sh\nyes\n".utf8), mode: 0o755)
    let fetcher = shop.fetcher(["PATH": shop.folder("bin") + ":/usr/bin:/bin"])
    #expect(trouble { try fetcher.head(try shop.request(), root: shop.project) }?.code == .limit)
  }

  @Test func withoutGitThatIsSaid() throws {
    let shop = try PackWorkshop()
    let fetcher = shop.fetcher(["PATH": "relative:" + shop.folder("none")])
    #expect(
      trouble { try fetcher.head(try shop.request(), root: shop.project) }?.message.contains("git is not in PATH")
        == true)
  }

  @Test func whatGitSaysIsShownWithoutPasswords() {
    let text = "fatal: Authentication failed for 'https://bob:hunter2@example.com/x.git'\nhint: x\n"
    #expect(GitMessage.shortened(Array(text.utf8)) == "fatal: Authentication failed for 'https://…@example.com/x.git'")
    #expect(GitMessage.shortened(Array(String(repeating: "é\n", count: 5000).utf8)).utf8.count < 1300)
  }

  @Test func anotherRepositoryOfTheEnvironmentIsNotUsed() {
    let environment = GitEnvironment.variables(adding: ["GIT_ALLOW_PROTOCOL": "ext"], mayPrompt: false).map {
      variable in
      String(decoding: variable.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    #expect(environment.contains("GIT_ALLOW_PROTOCOL=https:ssh:file"))
    #expect(!environment.contains { $0.hasPrefix("GIT_DIR=") || $0.hasPrefix("GIT_INDEX_FILE=") })
  }
}
