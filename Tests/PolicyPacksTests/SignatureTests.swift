import Basics
import CheckerPlugIns
import PolicyTestSupport
import Testing

@testable import PolicyPacks

/// SSH signatures, made by ssh-keygen and verified by git.
@Suite struct SignatureTests {
  private static let tag = PackRequest.RequiredSignature(object: .tag, signers: "allowed_signers")
  private static let commit = PackRequest.RequiredSignature(object: .commit, signers: "allowed_signers")

  /// Makes a repository with the tag `v2` and its commit signed by `key`; the project allows alice.
  private static func shop(signedBy key: String) throws -> PackWorkshop {
    let shop = try PackWorkshop()
    let alice = try shop.key("alice", of: "alice@example.com")
    _ = try shop.key("mallory", of: "mallory@example.com")
    try shop.folder.write("project/allowed_signers", alice)
    try shop.folder.write("policies/policy.lua", "signed")
    try shop.git("add", "--all")
    try shop.git(shop.signing(key) + ["commit", "--quiet", "--gpg-sign", "--message", "signed"])
    try shop.git(shop.signing(key) + ["tag", "--sign", "--message", "two", "v2"])
    return shop
  }

  @Test(arguments: [tag, commit]) func aGoodSignatureIsNoted(_ requirement: PackRequest.RequiredSignature) throws {
    let shop = try Self.shop(signedBy: "alice")
    let request = try shop.request("v2", requirement)
    let locked = try shop.lock(request)
    #expect(locked.signature?.principal == "alice@example.com")
    #expect(locked.signature?.key.hasPrefix("SHA256:") == true)
    #expect(locked.signature?.object == requirement.object)
    #expect((locked.tag != nil))
    // Fetched from the lock into an empty cache, it is verified again.
    FolderTree.remove(shop.cache.root)
    #expect(try shop.fetcher().fetchLocked("acme", request, locked, root: shop.project))
    var forged = locked
    forged.signature?.principal = "bob@example.com"
    FolderTree.remove(shop.cache.root)
    #expect(trouble { try shop.fetcher().fetchLocked("acme", request, forged, root: shop.project) }?.code == .signature)
    try shop.folder.write("project/allowed_signers", "")
    #expect(trouble { try shop.fetcher().fetchLocked("acme", request, locked, root: shop.project) }?.code == .signature)
  }

  @Test func aRangeLeadsToASignedTag() throws {
    let shop = try Self.shop(signedBy: "alice")
    try shop.git(shop.signing("alice") + ["tag", "--sign", "--message", "x", "v2.0.0"])
    var request = try shop.request(nil, Self.tag)
    request.range = try VersionRange("^2")
    let locked = try shop.lock(request)
    #expect(locked.ref == "v2.0.0" && locked.signature?.principal == "alice@example.com")
    FolderTree.remove(shop.cache.root)
    #expect(try shop.fetcher().fetchLocked("acme", request, locked, root: shop.project))
    // The next version is not signed.
    try shop.git("tag", "--annotate", "--message", "x", "v2.1.0")
    #expect(trouble { try shop.lock(request) }?.code == .signature)
  }

  @Test(arguments: [tag, commit]) func aStrangersSignatureIsRefused(_ requirement: PackRequest.RequiredSignature) throws
  {
    let shop = try Self.shop(signedBy: "mallory")
    let error = trouble { try shop.lock(try shop.request("v2", requirement)) }
    #expect(error?.code == .signature)
    #expect(error?.message.contains("SHA256:") == true, "\(error?.message ?? "it was taken")")
    #expect(shop.cache.root.isEmpty == false && (FileSystem.names(in: shop.cache.root + "/packs") ?? []).isEmpty)
  }

  /// Verification with another list of signers does not count, even if the pack is cached.
  @Test(arguments: [tag, commit]) func aSignerWhoIsTakenOffTheListIsNoticed(
    _ requirement: PackRequest.RequiredSignature
  ) throws {
    let shop = try Self.shop(signedBy: "alice")
    let request = try shop.request("v2", requirement)
    let locked = try shop.lock(request)
    let project = shop.project(request, locked)
    let list = try shop.folder.text("project/allowed_signers")
    _ = try project.resolve("acme", shop.cache)
    for other in ["", "mallory@example.com \(try shop.folder.text("mallory.pub"))"] {
      try shop.folder.write("project/allowed_signers", other)
      #expect(trouble { try project.resolve("acme", shop.cache) }?.code == .missing)
      #expect(
        trouble { try shop.fetcher().fetchLocked("acme", request, locked, root: shop.project) }?.code == .signature)
      #expect(trouble { try project.resolve("acme", shop.cache) }?.code == .missing)
    }
    // An added signer is accepted after verification with the new list.
    try shop.folder.write(
      "project/allowed_signers", list + "mallory@example.com \(try shop.folder.text("mallory.pub"))")
    #expect(try shop.fetcher().fetchLocked("acme", request, locked, root: shop.project))
    _ = try project.resolve("acme", shop.cache)
    unlink(shop.folder("project/allowed_signers"))
    #expect(trouble { try project.resolve("acme", shop.cache) }?.code == .signature)
    #expect(mkfifo(shop.folder("project/allowed_signers"), 0o644) == 0)
    #expect(trouble { try project.resolve("acme", shop.cache) }?.code == .signature)
  }

  @Test func whatIsNotSignedIsRefused() throws {
    let shop = try Self.shop(signedBy: "alice")
    try shop.commit(["policy.lua": "unsigned"])
    try shop.git("tag", "light")
    try shop.git("tag", "--annotate", "--message", "three", "annotated")
    for (ref, requirement, what) in [
      ("light", Self.tag, "which cannot be signed"), ("annotated", Self.tag, "is not signed"),
      ("annotated", Self.commit, "is not signed"), ("main", Self.commit, "is not signed"),
      ("main", Self.tag, "the ref is not a tag"),
    ] {
      let error = trouble { try shop.lock(try shop.request(ref, requirement)) }
      #expect(error?.code == .signature)
      #expect(error?.message.contains(what) == true, "\(error?.message ?? "it was taken")")
    }
  }

  @Test func aSignedTagUnderAnotherNameIsRefused() throws {
    let shop = try Self.shop(signedBy: "alice")
    // The server's owner may give the old tag the name of a new one; its signature is still valid.
    let object = try shop.git("rev-parse", "refs/tags/v2")
    try shop.git("update-ref", "refs/tags/v3", object)
    let error = trouble { try shop.lock(try shop.request("v3", Self.tag)) }
    #expect(error?.code == .signature)
    #expect(error?.message.contains("another object") == true)
  }

  @Test func aSignatureOfWhatWasChangedIsRefused() throws {
    let shop = try Self.shop(signedBy: "alice")
    let text = try ChildProcess.run(
      "/usr/bin/env", ["git", "cat-file", "tag", "v2"], in: shop.folder("policies"), environment: PackWorkshop.variables
    )
    let changed = text.outputText.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0 == "two" ? "too" : $0
    }
    try shop.folder.write("forged", changed.joined(separator: "\n"))
    let object = try shop.git("hash-object", "-t", "tag", "-w", shop.folder("forged"))
    try shop.git("update-ref", "refs/tags/v2", object)
    #expect(trouble { try shop.lock(try shop.request("v2", Self.tag)) }?.code == .signature)
  }

  @Test func theFileOfSignersMustBeThere() throws {
    let shop = try Self.shop(signedBy: "alice")
    for file in ["gone", "../alice.pub", "/etc/passwd"] {
      let requirement = PackRequest.RequiredSignature(object: .tag, signers: file)
      #expect(trouble { try shop.lock(try shop.request("v2", requirement)) }?.code == .signature)
    }
  }
}
