import Basics
import CheckerPlugIns
import StructuredText

struct ImageManifest {
  struct Descriptor: Hashable {
    let mediaType: String
    let digest: String
    let size: Int
    let annotations: [String: String]

    /// Whether the blob is a tar of the files, rather than one file.
    var isTar: Bool {
      guard [".tar", "/tar", "+gzip", ".gzip"].contains(where: mediaType.hasSuffix) else { return false }
      // oras gives files without a type the media type of a tar.
      guard let title, annotations["io.deis.oras.content.unpack"] != "true" else { return true }
      return PackSource.isArchive(title)
    }
    var title: String? { annotations["org.opencontainers.image.title"] }
    var tag: String? { annotations["org.opencontainers.image.ref.name"] }
  }

  private static let maximumCount = 256
  /// The largest manifest in bytes, as in registries.
  static let limit = 4 << 20
  static let mediaTypes = [
    "application/vnd.oci.image.manifest.v1+json", "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json", "application/vnd.docker.distribution.manifest.list.v2+json",
  ]

  let layers: [Descriptor]
  let manifests: [Descriptor]

  init(_ bytes: [UInt8], shown: String) throws(PackError) {
    func refuse(_ what: String) -> PackError { PackError(.content, "the manifest of \(shown) \(what)") }
    let root = try mapError(try JSONReader.read(bytes)) { (error: StructuredTextError) in
      refuse("is malformed: \(error.message)")
    }
    guard case .integer(2)? = root["schemaVersion"]?.content else { throw refuse("must have \"schemaVersion\": 2") }
    // A document must not be both a manifest and an index (CVE-2021-41190).
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

protocol ImageStore {
  var shown: String { get }
  /// Returns the manifest of a tag or digest, verified against the digest.
  func manifest(_ ref: String?) throws(PackError) -> (digest: String, bytes: [UInt8])
  /// Returns the stored bytes of a blob or manifest, not verified.
  func blob(_ digest: String, size: Int, isManifest: Bool) throws(PackError) -> [UInt8]
  func tags() throws(PackError) -> [(name: String, digest: String?)]
}

extension ImageStore {
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
    var layers = PackSize()
    for layer in manifest.layers { try layers.add(layer.size) }
    var files: [PackContent.File] = []
    var names: Set<[UInt8]> = []
    var size = PackSize()
    for layer in manifest.layers {
      for file in try self.files(of: layer) {
        guard names.insert(Array(file.path.utf8)).inserted else {
          throw PackError(.content, "\(shown) has the file \(file.path) in two layers")
        }
        files.append(file)
        try size.add(file.bytes.count)
      }
    }
    return try PackContent.unpacked(files, isWhole: manifest.layers.count == 1 && manifest.layers[0].isTar, path: path)
  }

  private func files(of layer: ImageManifest.Descriptor) throws(PackError) -> [PackContent.File] {
    if layer.isTar {
      let files = try TarContent.files(try verified(layer), shown: "the layer \(layer.digest) of \(shown)")
      // Container image layers use `.wh.` files to remove files of lower layers.
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
    try PackPath.check(title)
    return [PackContent.File(path: title, isExecutable: false, bytes: try verified(layer))]
  }
}

enum ImageDigest {
  static func of(_ bytes: [UInt8]) -> String { "sha256:" + SHA256Digest(of: bytes).hexadecimal }

  static func check(_ bytes: [UInt8], _ digest: String, _ shown: String) throws(PackError) {
    let found = of(bytes)
    if found == digest { return }
    throw PackError(
      .content, "\(shown): the content of \(digest) has the digest \(found)",
      hint:
        "it was changed or damaged on the way or on the server; do not use it, and ask the registry's administrators")
  }
}
