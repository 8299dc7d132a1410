import CheckerPlugIns
import StructuredText
import Testing

@testable import PolicyPacks

@Suite struct ManifestTests {
  private static func manifest(_ packs: String) -> String {
    #"{"packs": \#(packs)}"#
  }

  @Test func aManifestIsReadAsItWasWritten() throws {
    var manifest = PackManifest()
    manifest.packs["acme"] = PackRequest(
      source: .git("https://example.com/policies.git"), ref: "v3", path: "mobile",
      requiredSignature: .init(object: .tag, signers: "allowed_signers"))
    manifest.packs["shared"] = PackRequest(source: .path("../policies"))
    manifest.packs["range"] = PackRequest(source: .git("https://example.com/x"), range: try VersionRange(">=1.2 <2"))
    manifest.packs["artifact"] = PackRequest(
      source: .registry("h:5000/a/b"), range: try VersionRange("^1.2"), path: "p")
    manifest.packs["layout"] = PackRequest(source: .layout("../layout"), ref: "v1")
    manifest.packs["archive"] = PackRequest(source: .archive("https://example.com/x.tar.gz"), path: "mobile")
    manifest.packs["file"] = PackRequest(source: .archive("packs/x.tgz"))
    let text = try manifest.text(changing: "fail-on: warning\n", of: PackManifest(), file: "m")
    #expect(try PackManifest.read(Array(text.utf8), file: "m") == manifest && text.hasPrefix("fail-on: warning\n"))
    #expect(try PackManifest.read([], file: "m") == PackManifest())
  }

  @Test(arguments: [
    ("{", "did not find"), ("- a", "settings were expected"),
    (manifest("[]"), "'packs' must be a mapping"), (manifest(#"{"apple": {"source": "../x"}}"#), "standard policies"),
    (manifest(#"{"Acme": {"source": "../x"}}"#), "not a pack name"),
    (manifest(#"{"a.b": {"source": "../x"}}"#), "not a pack name"), (manifest(#"{"a": 1}"#), "mapping"),
    (manifest(#"{"a": {}}"#), "'source' is missing"),
    (manifest(#"{"a": {"source": ""}}"#), "must be a non-empty string"),
    (manifest(#"{"a": {"source": "../x", "sorce": "x"}}"#), "did you mean 'source'"),
    (manifest(#"{"a": {"source": "../x", "ref": "v1"}}"#), "'ref' does not apply to a folder"),
    (manifest(#"{"a": {"source": "x.tar.gz", "ref": "v1"}}"#), "'ref' does not apply to an archive"),
    (manifest(#"{"a": {"source": "x.tar.gz", "signed": "tag"}}"#), "'signed' does not apply to an archive"),
    (manifest(#"{"a": {"source": "../x", "version": "^1"}}"#), "'version' does not apply to a folder"),
    (manifest(#"{"a": {"source": "git+https://h/x", "version": "1.x"}}"#), "is not a range of versions"),
    (manifest(#"{"a": {"source": "git+https://h/x", "version": "^1", "ref": "v1"}}"#), "cannot be combined"),
    (manifest(#"{"a": {"source": "oci://h/x"}}"#), "the version is missing"),
    (manifest(#"{"a": {"source": "oci://h/x:v1", "ref": "v1"}}"#), "not the name of an artifact"),
    (manifest(#"{"a": {"source": "oci://h/x", "ref": "sha256:12"}}"#), "is not a digest"),
    (manifest(#"{"a": {"source": "oci://h/x", "ref": "a/b"}}"#), "is not a tag of a registry"),
    (manifest(#"{"a": {"source": "oci://u:secret@h/x", "ref": "v1"}}"#), "a password or token"),
    (manifest(#"{"a": {"source": "https://u:secret@h/x.tar.gz"}}"#), "a password or token"),
    (manifest(#"{"a": {"source": "http://h/x.tar.gz"}}"#), "is not protected"),
    (manifest(#"{"a": {"source": "https://h/x.tar.gz?token=secret"}}"#), "a '?' or '#'"),
    (manifest(#"{"a": {"source": "https://h/a?secret=1/x.tar.gz"}}"#), "but not that of a git repository"),
    (manifest(#"{"a": {"source": "git+https://h/x.git", "ref": "--upload-pack=x"}}"#), "not a tag, branch or commit"),
    (manifest(#"{"a": {"source": "git+https://h/x.git", "path": "../x"}}"#), "not a path inside"),
    (manifest(#"{"a": {"source": "git+https://h/x.git", "path": "/x"}}"#), "not a path inside"),
    (
      manifest(#"{"a": {"source": "git+https://h/x.git", "signed": "branch", "signers": "s"}}"#),
      "tag or commit"
    ),
    (manifest(#"{"a": {"source": "git+https://h/x.git", "signed": "tag"}}"#), "'signers' is missing"),
    (manifest(#"{"a": {"source": "git+https://h/x.git", "signers": "s"}}"#), "has no effect without"),
    (manifest(#"{"a": {"source": "git+https://u:secret@h/x.git"}}"#), "a password or token"),
  ])
  func whatIsWrongIsTold(_ text: String, _ message: String) {
    let error = trouble { try PackManifest.read(Array(text.utf8), file: "m") }
    #expect(error?.code == .manifest)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "it was taken")")
    #expect(error?.message.contains("secret") == false)
  }

  @Test(arguments: [
    "git+https://example.com/x.git", "git+ssh://git@example.com/x.git", "git+ssh://example.com:2222/x",
    "git+file:///srv/x",
    "git+git@example.com:team/x.git", "../policies", "policies", "/srv/policies",
  ])
  func addresses(_ text: String) throws { #expect(try PackSource(text).text == text) }

  @Test(arguments: [
    "", "git+", "git+http://example.com/x.git", "git+git://example.com/x.git", "git+ext::sh -c x", "git+ext::sh",
    "git+https://", "git+https:///x", "git+https://example.com", "git+https://example.com/", "git+file://host/x",
    "git+ssh://-oProxyCommand=x/y", "git+-oProxyCommand=x@h:y", "git+u@-h:y", "git+u@h:-y", "git+u@h", "git+../x",
    "https://example.com/x.git", "git@example.com:x", "-x", "a\u{1B}b", "a b", "git+https://h/x?y",
    "git+https://h/x.git#y",
    "git+https://token@example.com/x.git", "git+https://user:pass@example.com/x.git",
    "git+ssh://user:pass@example.com/x",
    "git+user:pass@example.com:x",
  ])
  func addressesThatAreRefused(_ text: String) {
    let error = trouble { try PackSource(text) }
    #expect(error?.code == .source)
    for secret in ["token", "pass@", "user"] where text.contains(secret) {
      #expect(error?.message.contains("password or token") == true)
      #expect(error?.message.contains(text) == false)
    }
  }

  @Test(
    arguments: [
      ("git+https://h/x.git", "git+https://h/x.git", nil, nil),
      ("git+https://h/x.git@v3", "git+https://h/x.git", "v3", nil),
      ("git+https://h/x.git@v3#mobile/ios", "git+https://h/x.git", "v3", "mobile/ios"),
      ("git+https://h/x#mobile", "git+https://h/x", nil, "mobile"),
      ("git+https://h/x@release/3", "git+https://h/x", "release/3", nil),
      ("git+https://h/x.git@@acme/p@1.0.0", "git+https://h/x.git", "@acme/p@1.0.0", nil),
      ("git+ssh://git@h/x@v3", "git+ssh://git@h/x", "v3", nil), ("git+git@h:x/y@v3", "git+git@h:x/y", "v3", nil),
      ("git+git@h:x/y", "git+git@h:x/y", nil, nil), ("../a@b#c", "../a@b#c", nil, nil),
      ("oci://h/a/b:v1.2", "oci://h/a/b", "v1.2", nil), ("oci://h:5000/a:v1#mobile", "oci://h:5000/a", "v1", "mobile"),
      ("oci-layout:../x@v1", "oci-layout:../x", "v1", nil), ("oci-layout:../x", "oci-layout:../x", nil, nil),
      ("https://h/x-1.0.tar.gz", "https://h/x-1.0.tar.gz", nil, nil),
      ("https://h/x.tgz#mobile/ios", "https://h/x.tgz", nil, "mobile/ios"), ("a.tar#b", "a.tar", nil, "b"),
    ] as [(String, String, String?, String?)])
  func locators(_ text: String, _ source: String, _ ref: String?, _ path: String?) throws {
    let locator = try PackRequest(locator: text)
    #expect(locator.source.text == source)
    #expect(locator.ref == ref)
    #expect(locator.path == path)
  }

  @Test(arguments: [
    "-x", "a..b", "a b", "a~1", "a^", "a:b", "a\\b", "/a", "a/", "a//b", ".a", "a/.b", "a.lock", "a.", "@", "", "a*",
    "ä",
  ])
  func refsThatAreRefused(_ ref: String) { #expect(PackRef.problem(in: ref) != nil) }

  @Test(arguments: [
    "", "/a", "a/", "../a", "a/../b", "a/./b", ".git", "a/.GIT/b", "git~1", "a\u{7}", "a\nb", "a\\b", ".g\u{200C}it",
    "a\u{202E}b",
  ])
  func pathsThatAreRefused(_ path: String) { #expect(PackPath.problem(in: path) != nil) }

  @Test(arguments: [
    ("git+https://h/x@^1.2", "git+https://h/x", "^1.2"), ("git+git@h:x/y@>=1.2 <2", "git+git@h:x/y", ">=1.2 <2"),
    ("git+https://h/x.git@~1.2#mobile", "git+https://h/x.git", "~1.2"), ("oci://h/a@^1", "oci://h/a", "^1"),
    ("oci-layout:x@=1.2.3", "oci-layout:x", "=1.2.3"),
  ])
  func rangesOfLocators(_ text: String, _ source: String, _ range: String) throws {
    let locator = try PackRequest(locator: text)
    #expect(locator.source.text == source && locator.range?.text == range && locator.ref == nil)
  }

  @Test(arguments: [
    "oci://h/a", "oci://h", "oci://h/A:v1", "oci://h/a:", "oci://h/a@sha256:0", "oci://h/a@^1.x", "oci://-h/a:v1",
    "oci://docker.io/a:v1",
    "oci:/h/a:v1",
  ])
  func locatorsThatAreRefused(_ text: String) {
    let error = trouble { try PackRequest(locator: text) }
    #expect(text == "oci:/h/a:v1" ? error == nil : error?.code == .source)
  }

  @Test func namesAreSuggested() throws {
    for (source, name) in [
      ("git+https://h/Acme_Policies.git", "acme-policies"), ("git+git@h:team/x.git", "x"), ("../policies", "policies"),
      ("..", nil), ("git+https://h/apple.git", nil), ("https://h/house-1.2.0.tar.gz", "house"),
      ("x/ios-house-v2.tgz", "ios-house"),
      ("a.tar", "a"), ("oci://h/team/House-Rules".lowercased(), "house-rules"), ("oci-layout:../lay_out", "lay-out"),
    ] as [(String, String?)] {
      #expect(PackName.suggested(by: try PackSource(source)) == name)
    }
  }

  @Test func lockFilesKeepBothHalves() throws {
    let digest = "sha256:" + String(repeating: "0a", count: 32)
    let id = String(repeating: "ab", count: 20)
    let pack = LockedPack(
      source: "git+https://h/x.git", ref: "v1", path: nil, kind: .tag, revision: id, tree: id, digest: digest, tag: id,
      signature: .init(object: .tag, principal: "a@example.com", key: "SHA256:x"),
      checkers: ["Plugins/X.checker": digest])
    for lock in [
      PolicyLock(), PolicyLock(checkers: ["Plugins/\"\u{1}.checker": digest]), PolicyLock(packs: ["acme": pack]),
      PolicyLock(checkers: ["Plugins/A.checker": digest], packs: ["acme": pack, "b": pack]),
      PolicyLock(packs: [
        "a": LockedPack(
          source: "oci://h/x", ref: "v1.2.0", range: "^1", path: nil, kind: .tag, revision: digest, tree: nil,
          digest: digest),
        "b": LockedPack(
          source: "x.tgz", ref: nil, path: "p", kind: .archive, revision: digest, tree: nil, digest: digest),
      ]),
    ] {
      #expect(try PolicyLock.read(Array(lock.text.utf8)) == lock)
    }
  }

  @Test(arguments: ["kind", "commit", "tree", "digest", "source", "signature", "checkers", "tag", "ref", "added"])
  func lockedPacksThatAreRefused(_ field: String) throws {
    let digest = "sha256:" + String(repeating: "0a", count: 32)
    let id = String(repeating: "ab", count: 20)
    let good = LockedPack(
      source: "git+https://h/x.git", ref: nil, path: nil, kind: .tag, revision: id, tree: id, digest: digest)
    let text = PolicyLock(packs: ["acme": good]).text
    _ = try PolicyLock.read(Array(text.utf8))
    let lines = text.split(separator: "\n").filter { !$0.contains("\"\(field)\":") }
    let bad = lines.map { $0 == "    \"acme\": {" ? $0 + "\"\(field)\": 7," : $0[...] }.joined(separator: "\n")
    #expect(throws: StructuredTextError.self) { try PolicyLock.read(Array(bad.utf8)) }
  }
}
