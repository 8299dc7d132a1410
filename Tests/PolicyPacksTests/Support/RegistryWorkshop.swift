import Basics
import CheckerPlugIns
import PolicyTestSupport

@testable import PolicyPacks

/// A folder with an image layout `layout`, a project, a cache, and a server for the layout on this machine (`Scripts/tests/registry`).
final class RegistryWorkshop: Sendable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["layout/oci-layout": #"{"imageLayoutVersion": "1.0.0"}"#])
    try folder.makeDirectory("layout/blobs/sha256")
    try folder.makeDirectory("layout/files")
    try folder.makeDirectory("project")
    try index([])
  }

  var project: String { folder("project") }
  var cache: PackCache { PackCache(root: folder("cache")) }

  func fetcher(seconds: Int = 60, _ variables: [String: String] = [:]) -> PackFetcher {
    var fetcher = PackFetcher(cache: cache, seconds: seconds)
    fetcher.variables = ["HOME": folder.path, "DOCKER_CONFIG": folder("docker")].merging(variables) { $1 }
    return fetcher
  }

  /// Adds a blob and returns its digest.
  @discardableResult func blob(_ bytes: [UInt8]) throws -> String {
    let digest = SHA256Digest(of: bytes).hexadecimal
    try folder.write("layout/blobs/sha256/" + digest, bytes)
    return "sha256:" + digest
  }

  static func descriptor(_ digest: String, _ size: Int, type: String, _ annotation: (String, String)? = nil) -> String {
    let annotations = annotation.map { #", "annotations": {"\#($0.0)": "\#($0.1)"}"# } ?? ""
    return #"{"mediaType": "\#(type)", "digest": "\#(digest)", "size": \#(size)\#(annotations)}"#
  }

  /// Returns the text of a manifest with these layers.
  static func manifest(_ layers: [String]) -> String {
    #"{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "layers": [\#(layers.joined(separator: ", "))]}"#
  }

  static let tarType = "application/vnd.oci.image.layer.v1.tar+gzip"

  /// Adds an artifact with a tar as its only layer, and returns the digest of its manifest.
  @discardableResult func artifact(_ tar: [UInt8], type: String = tarType) throws -> String {
    try blob(Array(Self.manifest([Self.descriptor(try blob(tar), tar.count, type: type)]).utf8))
  }

  /// Writes the index of manifests with their tags.
  func index(_ manifests: [(digest: String, tag: String?)]) throws {
    let entries = try manifests.map { digest, tag in
      Self.descriptor(
        digest, try folder.bytes("layout/blobs/sha256/" + digest.dropFirst(7)).count,
        type: "application/vnd.oci.image.manifest.v1+json", tag.map { ("org.opencontainers.image.ref.name", $0) })
    }
    try folder.write("layout/index.json", #"{"schemaVersion": 2, "manifests": [\#(entries.joined(separator: ", "))]}"#)
  }

  /// Publishes a pack under a tag, and returns the digest of its manifest.
  @discardableResult func publish(
    _ tag: String = "v1.0.0",
    _ files: [TarBuilder.Entry] = [.file("policy.lua", "one"), .file("mobile/ios.lua", "two")]
  ) throws -> String {
    let digest = try artifact(TarBuilder.tar(files))
    try index([(digest, tag)])
    return digest
  }

  func request(_ source: String, _ ref: String? = nil, range: String? = nil, path: String? = nil) throws -> PackRequest
  {
    PackRequest(source: try PackSource(source), ref: ref, range: try range.map { try VersionRange($0) }, path: path)
  }

  func lock(_ request: PackRequest, seconds: Int = 60, _ variables: [String: String] = [:]) throws -> LockedPack {
    let fetcher = fetcher(seconds: seconds, variables)
    return try fetcher.fetch("acme", request, try fetcher.head(request, root: project), root: project)
  }

  func fetchLocked(_ request: PackRequest, _ locked: LockedPack) throws -> Bool {
    try fetcher().fetchLocked("acme", request, locked, root: project)
  }

  /// Returns the Lua files of a pack as in a check.
  func sources(_ request: PackRequest, _ locked: LockedPack) throws -> [String: [UInt8]] {
    var project = PackProject(root: project)
    project.manifest.packs = ["acme": request]
    project.lock = PolicyLock(packs: ["acme": locked])
    return try project.resolve("acme", cache).sources ?? [:]
  }

  /// A server for the layout that runs while this object exists.
  final class Server: @unchecked Sendable {
    let port: Int
    private let process: pid_t
    private let input: Int32

    init(_ workshop: RegistryWorkshop) throws {
      let (inputEnds, outputEnds) = (try Subprocess.descriptors(.pipe), try Subprocess.descriptors(.pipe))
      process = try Subprocess.start(
        "/usr/bin/env",
        ["env", "python3", BuiltProgram.packageRoot + "/Scripts/tests/registry", workshop.folder("layout")],
        environment: Subprocess.environment, moves: [(inputEnds.0, 0), (outputEnds.1, 1)], isolation: .group)
      close(inputEnds.0)
      close(outputEnds.1)
      input = inputEnds.1
      var line: [UInt8] = []
      var byte: UInt8 = 0
      while read(outputEnds.0, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
      close(outputEnds.0)
      guard let port = Int(String(decoding: line, as: UTF8.self)) else {
        throw PackWorkshop.Failure(text: "Scripts/tests/registry did not start")
      }
      self.port = port
    }

    deinit {
      close(input)
      kill(process, SIGKILL)
      Subprocess.wait(for: process)
    }

    /// Returns the name of an artifact. Its first part selects how the server misbehaves.
    func name(_ way: String) -> String { "oci://127.0.0.1:\(port)/\(way)/policies" }
    func address(_ path: String) -> String { "http://127.0.0.1:\(port)/files/\(path)" }
  }

  /// The requests received by the server.
  func log() throws -> [String] { try folder.text("layout/log").split(separator: "\n").map(String.init) }
}
