import Basics
import CheckerPlugIns
import StructuredText

/// What a manifest or an index of an artifact says (OCI image specification 1.1).
struct ImageManifest {
  /// A blob, or another manifest.
  struct Descriptor: Hashable {
    let mediaType: String
    /// `sha256:` and 64 hexadecimal digits.
    let digest: String
    let size: Int
    let annotations: [String: String]

    /// Whether the blob is a tar that has the files, and not a file itself.
    var isTar: Bool {
      guard [".tar", "/tar", "+gzip", ".gzip"].contains(where: mediaType.hasSuffix) else { return false }
      // oras gives files without a type that of a tar, too.
      guard let title, annotations["io.deis.oras.content.unpack"] != "true" else { return true }
      return PackSource.isArchive(title)
    }
    /// The name of the file that the blob is, if it is one.
    var title: String? { annotations["org.opencontainers.image.title"] }
    /// The tag, in the index of a layout.
    var tag: String? { annotations["org.opencontainers.image.ref.name"] }
  }

  /// The most layers, and entries of an index.
  private static let maximumCount = 256
  /// The largest manifest that is read: what registries take.
  static let limit = 4 << 20
  /// What is asked for: manifests and indexes of OCI and of Docker.
  static let mediaTypes = [
    "application/vnd.oci.image.manifest.v1+json", "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json", "application/vnd.docker.distribution.manifest.list.v2+json",
  ]

  /// Of a manifest.
  let layers: [Descriptor]
  /// Of an index.
  let manifests: [Descriptor]

  /// `shown` is how messages call it.
  init(_ bytes: [UInt8], shown: String) throws(PackError) {
    func refuse(_ what: String) -> PackError { PackError(.content, "the manifest of \(shown) \(what)") }
    let root: StructuredValue
    do throws(StructuredTextError) {
      root = try JSONReader.read(bytes)
    } catch {
      throw refuse("is malformed: \(error.message)")
    }
    guard case .integer(2)? = root["schemaVersion"]?.content else {
      throw refuse("must have \"schemaVersion\": 2")
    }
    // One text must not be two things (CVE-2021-41190).
    guard (root["layers"] == nil) != (root["manifests"] == nil) else {
      throw refuse("must have either 'layers' or 'manifests'")
    }
    func list(_ name: String) throws(PackError) -> [Descriptor] {
      guard let value = root[name] else { return [] }
      guard let elements = value.list, elements.count <= Self.maximumCount else {
        throw refuse("must have a list of at most \(Self.maximumCount) '\(name)'")
      }
      var descriptors: [Descriptor] = []
      for element in elements {
        guard let descriptor = Self.descriptor(element) else {
          throw refuse("has an entry of '\(name)' without a valid mediaType, sha256 digest and size")
        }
        descriptors.append(descriptor)
      }
      return descriptors
    }
    (layers, manifests) = (try list("layers"), try list("manifests"))
  }

  private static func descriptor(_ value: StructuredValue) -> Descriptor? {
    guard let mediaType = value["mediaType"]?.string, let digest = value["digest"]?.string, HexDigest.isSHA256(digest),
      case .integer(let size)? = value["size"]?.content, size >= 0
    else { return nil }
    var annotations: [String: String] = [:]
    if case .mapping(let entries)? = value["annotations"]?.content {
      for entry in entries { annotations[entry.key] = entry.value.string }
    }
    return Descriptor(mediaType: mediaType, digest: digest, size: Int(clamping: size), annotations: annotations)
  }
}

/// Where artifacts are: in a registry, or in a folder.
protocol ImageStore {
  /// How messages call it.
  var shown: String { get }
  /// The manifest of a tag, or of a digest; its bytes are what the digest says.
  func manifest(_ ref: String?) throws(PackError) -> (digest: String, bytes: [UInt8])
  /// The bytes of a blob or manifest, as they are stored.
  func blob(_ digest: String, size: Int, isManifest: Bool) throws(PackError) -> [UInt8]
  /// All tags, with what they name as far as that is known.
  func tags() throws(PackError) -> [(name: String, digest: String?)]
}

extension ImageStore {
  /// A blob, found to be what it must be.
  private func verified(_ blob: ImageManifest.Descriptor, isManifest: Bool = false) throws(PackError) -> [UInt8] {
    let bytes = try self.blob(blob.digest, size: blob.size, isManifest: isManifest)
    guard bytes.count == blob.size else {
      throw PackError(
        .content,
        "\(shown): the blob \(blob.digest) has \(counted(bytes.count, "byte")), but its manifest says \(blob.size)",
        hint: "it may have been cut off on the way; try again; if it happens again, push the artifact again")
    }
    try ImageDigest.check(bytes, blob.digest, shown)
    return bytes
  }

  /// The files of the artifact with this manifest.
  func content(_ bytes: [UInt8], path: String?) throws(PackError) -> PackContent {
    var manifest = try ImageManifest(bytes, shown: shown)
    if manifest.layers.isEmpty, !manifest.manifests.isEmpty {
      guard manifest.manifests.count == 1, manifest.manifests[0].size <= ImageManifest.limit else {
        throw PackError(
          .content, "\(shown) is an index of \(manifest.manifests.count) artifacts, but a pack is a single artifact",
          hint: "name one of them by its digest: @sha256:…")
      }
      manifest = try ImageManifest(try verified(manifest.manifests[0], isManifest: true), shown: shown)
    }
    if manifest.layers.isEmpty { throw PackError(.content, "\(shown) has no layers") }
    var total = 0
    for layer in manifest.layers {
      let sum = total.addingReportingOverflow(layer.size)
      total = sum.overflow ? .max : sum.partialValue
      try PackLimits.check(files: 0, bytes: total)
    }
    var files: [PackContent.File] = []
    var names: Set<[UInt8]> = []
    for layer in manifest.layers {
      for file in try self.files(of: layer) {
        guard names.insert(Array(file.path.utf8)).inserted else {
          throw PackError(.content, "\(shown) has the file \(file.path) in two layers")
        }
        files.append(file)
      }
      try PackLimits.check(files: files.count, bytes: files.reduce(0) { $0 &+ $1.bytes.count })
    }
    return try PackContent.unpacked(files, isWhole: manifest.layers.count == 1 && manifest.layers[0].isTar, path: path)
  }

  private func files(of layer: ImageManifest.Descriptor) throws(PackError) -> [PackContent.File] {
    if layer.isTar {
      let files = try TarContent(try verified(layer), shown: "the layer \(layer.digest) of \(shown)").files()
      // A layer of a container's image takes files of those below away; a pack is not one.
      if let mark = files.first(where: { $0.path.split(separator: "/").last?.hasPrefix(".wh.") ?? false }) {
        throw PackError(.content, "\(shown) is a container image whose layers remove files (\(mark.path))")
      }
      return files
    }
    guard let title = layer.title else {
      throw PackError(
        .content, "\(shown) has a layer of type \(layer.mediaType), which is neither a tar nor a file with a name",
        hint: "push a .tar.gz as application/vnd.oci.image.layer.v1.tar+gzip, or files with 'oras push'")
    }
    if let problem = PackPath.problem(in: title) {
      throw PackError(.content, "the pack has an unsafe file name: \(problem)")
    }
    return [PackContent.File(path: title, isExecutable: false, bytes: try verified(layer))]
  }
}

/// Digests of what a registry or a layout has.
enum ImageDigest {
  static func of(_ bytes: [UInt8]) -> String { "sha256:" + SHA256Digest(of: bytes).hexadecimal }

  /// Throws unless the bytes are those of the digest.
  static func check(_ bytes: [UInt8], _ digest: String, _ shown: String) throws(PackError) {
    let found = of(bytes)
    if found == digest { return }
    throw PackError(
      .content, "\(shown): the content of \(digest) has the digest \(found)",
      hint:
        "it was changed or damaged on the way or on the server; do not use it, and ask the registry's administrators")
  }
}
