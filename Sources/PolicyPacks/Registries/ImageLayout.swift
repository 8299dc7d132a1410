import Basics
import Bundles
import CheckerPlugIns
import StructuredText

/// An artifact in a folder with `oci-layout`, `index.json` and `blobs/sha256/…` (OCI image specification 1.1, Image Layout).
struct ImageLayout: ImageStore {
  let shown: String
  private let storage: DirectoryStorage
  private let index: ImageManifest

  init(_ path: String, shown: String) throws(PackError) {
    self.shown = shown
    storage = try mapError(try DirectoryStorage(path: path)) { (error: StorageError) in
      PackError(.source, "\(shown) cannot be read: \(error.description)", hint: "check the path")
    }
    let mark = try Self.read("oci-layout", storage, shown, limit: 4096)
    guard (try? JSONReader.read(mark))?["imageLayoutVersion"]?.string == "1.0.0" else {
      throw PackError(.source, "\(shown) is not an image layout of version 1.0.0: see its file oci-layout")
    }
    index = try ImageManifest(try Self.read("index.json", storage, shown, limit: ImageManifest.limit), shown: shown)
  }

  private static func read(
    _ file: String, _ storage: DirectoryStorage, _ shown: String, limit: Int
  ) throws(PackError) -> [UInt8] {
    do throws(StorageError) {
      return try storage.read(file, limit: limit)
    } catch {
      throw PackError(
        error.code == .tooLarge ? .limit : .source, "\(shown) is not an image layout: \(error.description)",
        hint: "create one with 'oras copy --to-oci-layout' or 'skopeo copy … oci:FOLDER'")
    }
  }

  func manifest(_ ref: String?) throws(PackError) -> (digest: String, bytes: [UInt8]) {
    let found = index.manifests.filter { ref == nil || $0.tag == ref || $0.digest == ref }
    let digests = Set(found.map(\.digest))
    guard let descriptor = found.first, digests.count == 1 else {
      let tags = index.manifests.compactMap(\.tag).sorted()
      throw PackError(
        .source,
        "\(shown) has "
          + (digests.isEmpty ? "no artifact \(ref.map { "'\($0)'" } ?? "")" : "\(digests.count) artifacts")
          + (ref == nil || digests.isEmpty ? "" : " '\(ref ?? "")'"),
        hint: tags.isEmpty
          ? "name it by its digest, as index.json has it" : "name one of its tags: \(tags.joined(separator: ", "))")
    }
    if descriptor.size > ImageManifest.limit {
      throw PackError(.limit, "\(shown) has a manifest of more than \(ImageManifest.limit) bytes")
    }
    let bytes = try blob(descriptor.digest, size: descriptor.size, isManifest: true)
    try ImageDigest.check(bytes, descriptor.digest, shown)
    return (descriptor.digest, bytes)
  }

  func blob(_ digest: String, size: Int, isManifest: Bool) throws(PackError) -> [UInt8] {
    // One more byte, so that a blob that is too long is detected.
    let path = "blobs/sha256/\(digest.dropFirst("sha256:".utf8.count))"
    return try Self.read(path, storage, shown, limit: min(size, TarContent.limit) + 1)
  }

  func tags() throws(PackError) -> [(name: String, digest: String?)] {
    index.manifests.compactMap { descriptor in descriptor.tag.map { ($0, descriptor.digest) } }
  }
}
