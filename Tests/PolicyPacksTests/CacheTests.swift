import Basics
import CheckerPlugIns
import PolicyTestSupport
import Testing

@testable import PolicyPacks

@Suite struct CacheTests {
  private static func shop() throws -> (PackWorkshop, PackRequest, LockedPack, tree: String) {
    let shop = try PackWorkshop()
    let request = try shop.request()
    let locked = try shop.lock(request)
    return (shop, request, locked, "cache/packs/\(locked.digest.dropFirst(7))")
  }

  @Test(arguments: ["changed", "added", "gone", "mode", "link", "inventory", "folder"])
  func aTamperedCacheIsAnError(_ how: String) throws {
    let (shop, request, locked, place) = try Self.shop()
    let file = shop.folder(place + "/tree/policy.lua")
    var name = "tree/policy.lua"
    switch how {
    case "changed": try shop.folder.write(place + "/tree/policy.lua", "evil")
    case "added":
      name = "tree/evil.lua"
      try shop.folder.write(place + "/" + name, "evil")
    case "gone": unlink(file)
    case "mode": chmod(file, 0o755)
    case "link":
      unlink(file)
      try shop.folder.write("elsewhere", "one")
      try shop.folder.link(place + "/tree/policy.lua", to: shop.folder("elsewhere"))
    case "inventory":
      name = "inventory"
      try shop.folder.write(place + "/inventory", "bundlepolicy-pack 1\n")
    default:
      name = "tree/Plugins"
      try shop.folder.makeDirectory(place + "/tree/Plugins")
    }
    let error = trouble { try shop.project(request, locked).resolve("acme", shop.cache) }
    #expect(error?.code == .cache)
    #expect(error?.message.contains(name) == true, "\(error?.message ?? "it was taken")")
    #expect(error?.hint?.contains("pack fetch") == true)
    // It is fetched again, regardless of the previous contents.
    #expect(try shop.fetcher().fetchLocked("acme", request, locked, root: shop.project))
    _ = try shop.project(request, locked).resolve("acme", shop.cache)
  }

  @Test(arguments: ["cache", "cache/packs", "entry"]) func aCacheThatOthersMayWriteToIsRefused(_ place: String) throws {
    let (shop, request, locked, entry) = try Self.shop()
    let folder = shop.folder(place == "entry" ? entry : place)
    chmod(folder, 0o777)
    let error = trouble { try shop.project(request, locked).resolve("acme", shop.cache) }
    #expect(error?.code == .cache && error?.file == folder, "\(error?.message ?? "it was taken")")
    if place == "cache" { #expect(trouble { try shop.lock(request) }?.code == .cache) }
    // As with /tmp, where users cannot replace each other's files.
    chmod(folder, 0o1777)
    _ = try shop.project(request, locked).resolve("acme", shop.cache)
  }

  @Test func aPipeInTheCacheIsNotWaitedFor() throws {
    let (shop, request, locked, place) = try Self.shop()
    for name in (FileSystem.names(in: shop.folder(place)) ?? []) where name != "tree" {
      unlink(shop.folder(place + "/" + name))
      #expect(mkfifo(shop.folder(place + "/" + name), 0o600) == 0)
    }
    #expect(trouble { try shop.project(request, locked).resolve("acme", shop.cache) } != nil)
    #expect(try shop.fetcher().fetchLocked("acme", request, locked, root: shop.project))
    _ = try shop.project(request, locked).resolve("acme", shop.cache)
  }

  @Test func oneProcessAtATimeChangesAProject() throws {
    let shop = try PackWorkshop()
    do {
      let held = try ProjectLock(shop.project)
      #expect(trouble { try ProjectLock(shop.project, seconds: 0) }?.code == .manifest)
      withExtendedLifetime(held) {}
    }
    _ = try ProjectLock(shop.project, seconds: 0)
    #expect(try shop.folder.names().contains("project") && (FileSystem.names(in: shop.project) ?? []).isEmpty)
  }

  @Test func anEmptyCacheSaysWhatToDo() throws {
    let (shop, request, locked, _) = try Self.shop()
    FolderTree.remove(shop.cache.root)
    let error = trouble { try shop.project(request, locked).resolve("acme", shop.cache) }
    #expect(error?.code == .missing)
    #expect(error?.hint?.contains("pack fetch") == true)
  }

  @Test(arguments: ["commit", "tree", "digest"]) func aTamperedLockIsFound(_ field: String) throws {
    let (shop, request, locked, _) = try Self.shop()
    var tampered = locked
    switch field {
    case "commit": tampered.revision = try shop.commit(["policy.lua": "evil"])
    case "tree": tampered.tree = String(repeating: "ab", count: 20)
    default: tampered.digest = "sha256:" + String(repeating: "ab", count: 32)
    }
    FolderTree.remove(shop.cache.root)
    #expect(trouble { try shop.fetcher().fetchLocked("acme", request, tampered, root: shop.project) }?.code == .drift)
    #expect((FileSystem.names(in: shop.cache.root) ?? []).filter { $0.hasPrefix("fetch-") }.isEmpty)
  }

  /// The files are valid, but from another repository: a digest alone does not prove the origin.
  @Test(arguments: ["digest", "commit", "tree", "source", "signature"])
  func whatWasGotFromElsewhereIsNotTaken(_ field: String) throws {
    let (shop, original, locked, _) = try Self.shop()
    let other = try PackWorkshop(["policy.lua": "evil"])
    let evil = try shop.fetcher().fetch(
      "evil", try other.request(), try shop.fetcher().head(try other.request(), root: shop.project), root: shop.project)
    var (request, tampered) = (original, locked)
    var code = PackCode.drift
    switch field {
    case "digest": tampered.digest = evil.digest
    case "commit": tampered.revision = try shop.commit(["policy.lua": "evil"])
    case "tree": tampered.tree = evil.tree
    case "source":
      request.source = try PackSource(other.source)
      tampered.source = other.source
      code = .source
    default:
      try shop.folder.write("project/signers", "a@example.com ssh-ed25519 AAAA\n")
      request.requiredSignature = .init(object: .commit, signers: "signers")
      tampered.signature = .init(object: .commit, principal: "a@example.com", key: "SHA256:x")
      code = .signature
    }
    let error = trouble { try shop.project(request, tampered).resolve("acme", shop.cache) }
    #expect(
      error?.code == .missing && error?.hint?.contains("pack fetch") == true, "\(error?.message ?? "it was taken")")
    #expect(trouble { try shop.fetcher().fetchLocked("acme", request, tampered, root: shop.project) }?.code == code)
    #expect(trouble { try shop.project(request, tampered).resolve("acme", shop.cache) } != nil)
    // The original lock stays valid.
    #expect(try !shop.fetcher().fetchLocked("acme", original, locked, root: shop.project))
    _ = try shop.project(original, locked).resolve("acme", shop.cache)
  }

  @Test func manyAtOnceDoNoHarm() async throws {
    let shop = try PackWorkshop()
    let request = try shop.request()
    let digests = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<4 { group.addTask { try shop.lock(request).digest } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(digests.count == 1)
    #expect((FileSystem.names(in: shop.cache.root + "/packs") ?? []).count == 1)
    #expect((FileSystem.names(in: shop.cache.root) ?? []) == ["packs"])
  }

  @Test func leftoversOfAKilledRunGo() throws {
    let (shop, request, locked, _) = try Self.shop()
    try shop.folder.makeDirectory("cache/fetch-killed")
    try shop.folder.makeDirectory("cache/packs/.new-killed")
    try shop.folder.makeDirectory("cache/fetch-active")
    for name in ["cache/fetch-killed", "cache/packs/.new-killed"] {
      #expect(try ChildProcess.run("/usr/bin/touch", ["-d", "2001-01-01", shop.folder(name)]).status == 0)
    }
    FolderTree.remove(shop.folder("cache/packs/\(locked.digest.dropFirst(7))"))
    _ = try shop.fetcher().fetchLocked("acme", request, locked, root: shop.project)
    #expect(Set((FileSystem.names(in: shop.cache.root) ?? [])) == ["packs", "fetch-active"])
    #expect((FileSystem.names(in: shop.cache.root + "/packs") ?? []).count == 1)
  }

  @Test func inventoriesAreReadAsTheyWereWritten() {
    let digest = String(repeating: "ab", count: 32)
    let inventory = PackInventory([
      .init(path: "a b.lua", isExecutable: true, size: 3, digest: digest),
      .init(path: "ü", isExecutable: false, size: 0, digest: digest),
    ])
    #expect(PackInventory(Array(inventory.text.utf8)) == inventory)
    for text in [
      "", "bundlepolicy-pack 2\n", "bundlepolicy-pack 1", "bundlepolicy-pack 1\n100644 x 1\n",
      "bundlepolicy-pack 1\n100600 \(digest) 1 a\n",
      "bundlepolicy-pack 1\n100644 \(digest) 1 ../a\n", "bundlepolicy-pack 1\n100644 \(digest) +1 a\n",
      "bundlepolicy-pack 1\n100644 \(digest) -1 a\n",
    ] {
      #expect(PackInventory(Array(text.utf8)) == nil, "\(text)")
    }
  }
}
