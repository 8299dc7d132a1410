import CheckerPlugIns
import PolicyTestSupport
import Testing

@testable import PolicyPacks

@Suite struct DriftTests {
  private static let id = String(repeating: "ab", count: 20)
  private static let request = PackRequest(source: .git("https://h/x.git"), ref: "v1", path: "mobile")
  private static let locked = LockedPack(
    source: "git+https://h/x.git", ref: "v1", path: "mobile", kind: .tag, revision: id, tree: id,
    digest: "sha256:" + String(repeating: "ab", count: 32))

  private static func project(_ request: PackRequest?, _ locked: LockedPack?, hasLock: Bool = true) -> PackProject {
    var project = PackProject(root: "")
    project.manifest.packs["acme"] = request
    if hasLock { project.lock = PolicyLock(packs: locked.map { ["acme": $0] } ?? [:]) }
    return project
  }

  @Test func theSameIsNoDrift() throws {
    #expect(try Self.project(Self.request, Self.locked).locked("acme") == Self.locked)
    #expect(Self.project(Self.request, Self.locked).drift().isEmpty)
    #expect(Self.project(nil, nil, hasLock: false).drift().isEmpty)
  }

  @Test(arguments: ["source", "ref", "path", "no ref", "signature", "no lock entry", "no request", "folder"])
  func aDifferenceIsAnError(_ what: String) {
    var (request, locked): (PackRequest?, LockedPack?) = (Self.request, Self.locked)
    switch what {
    case "source": request?.source = .git("https://h/y.git")
    case "ref": request?.ref = "v2"
    case "path": request?.path = nil
    case "no ref": request?.ref = nil
    case "signature": request?.requiredSignature = .init(object: .tag, signers: "s")
    case "no lock entry": locked = nil
    case "no request": request = nil
    default: request = PackRequest(source: .path("."))
    }
    let project = Self.project(request, locked)
    #expect(trouble { try project.locked("acme") }?.code == .drift)
    #expect(project.drift().map(\.code) == [.drift])
  }

  /// A range is locked together with the tag it selected.
  @Test func aTagOutsideTheRangeIsDrift() throws {
    var (request, locked) = (Self.request, Self.locked)
    (request.ref, request.range) = (nil, try VersionRange("^1.2"))
    (locked.ref, locked.range) = ("v1.4.0", "^1.2")
    #expect(try Self.project(request, locked).locked("acme") == locked)
    for change in ["other range", "no range", "beyond", "no version", "branch"] {
      var edited = locked
      switch change {
      case "other range": edited.range = "^1.3"
      case "no range": edited.range = nil
      case "beyond": edited.ref = "v2.0.0"
      case "no version": edited.ref = "latest"
      default: edited.kind = .branch
      }
      #expect(trouble { try Self.project(request, edited).locked("acme") }?.code == .drift, "\(change)")
    }
  }

  @Test func aLockFileThatIsNotThereIsDrift() {
    #expect(
      Self.project(Self.request, nil, hasLock: false).drift().first?.message.contains(
        "bundlepolicy.lock does not exist")
        == true)
  }

  @Test func whatNobodyAsksForIsNoPack() {
    #expect(trouble { try Self.project(Self.request, Self.locked).locked("other") }?.code == .unknown)
  }

  /// A lock has no digests for a folder, wherever it is: otherwise anyone who may change the manifest could replace a pack by a folder.
  @Test(arguments: ["../policies", ".", "policies", "../../outside", "/gone"])
  func foldersAreNotLocked(_ path: String) throws {
    var project = Self.project(Self.request, Self.locked)
    #expect(project.unlocked().isEmpty)
    project.manifest.packs["shared"] = PackRequest(source: .path(path))
    #expect(project.drift().isEmpty)
    #expect(project.unlocked().map(\.code) == [.drift])
    #expect(try project.locked("shared") == nil)
  }

  @Test func foldersAreKnownByTheirBytes() throws {
    var (request, locked) = (Self.request, Self.locked)
    (request.path, locked.path) = ("caf\u{E9}", "cafe\u{301}")
    #expect(trouble { try Self.project(request, locked).locked("acme") }?.code == .drift)
  }

  @Test func theNearestManifestIsUsed() throws {
    let manifest = PackManifest(packs: ["acme": Self.request])
    let folder = try TemporaryFolder([
      "bundlepolicy.yml": try manifest.text(changing: "", of: PackManifest(), file: "m")
    ])
    try folder.makeDirectory("a/b")
    #expect(try PackProject.nearest(to: folder("a/b"))?.root == folder.path)
    try folder.write("a/bundlepolicy.yml", "packs: []")
    #expect(trouble { try PackProject.nearest(to: folder("a/b")) }?.code == .manifest)
    try folder.link("a/b/bundlepolicy.yml", to: "nowhere")
    #expect(trouble { try PackProject.nearest(to: folder("a/b")) }?.file == folder("a/b/bundlepolicy.yml"))
  }
}
