import Bundles
import LuaRuntime
import PolicyObjects
import PolicySchema

package struct FixtureDelivery: Sendable {
  let kind: DeliveryKind
  /// The files beside the bundle, by their paths in the archive.
  let files: [(path: String, file: Fixture.File)]

  static let definition = APIClass(
    "DeliveryDescription", .declaration, "The archive that contains a described bundle.",
    fields: [
      APIField(
        "kind?", "\"ipa\"|\"archive\"",
        "By default, `ipa`: the bundle is in `Payload`. An Xcode archive is described as a bundle of kind `archive`."),
      APIField("files?", "table<string, string|FileDescription>", "The files beside the bundle, by path."),
    ])

  init(_ value: LuaValue, in place: String) throws(DeclarationError) {
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    kind = try reader.word("kind", DeliveryKind.self) ?? .ipa
    guard kind != .xcarchive else {
      throw DeclarationError(
        "\(place): describe an Xcode archive as a bundle of kind \"archive\" that contains the bundle")
    }
    var files: [(path: String, file: Fixture.File)] = []
    for (path, value) in try reader.entries("files") {
      files.append((path, try FixtureFileReader.file(value, in: "\(place), files, \(path)")))
    }
    self.files = files
  }

  func container(ofBundle name: String, in place: String) throws(DeclarationError) -> BundleContainer? {
    let product = kind == .ipa ? "Payload/\(name)" : name
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    var nodes: [(path: String, node: MemoryStorage.Node)] = [(product, .directory)]
    for (path, file) in files {
      guard let node = file.node else { continue }
      guard path != product, !path.utf8.starts(with: (product + "/").utf8) else {
        throw DeclarationError("\(place), delivery: \(path) is in the bundle itself; put it into its 'files'")
      }
      nodes.append((path, node))
    }
    do throws(StorageError) {
      return BundleContainer(
        storage: try MemoryStorage(nodes), product: product, displayPath: stem + (kind == .ipa ? ".ipa" : ".zip"))
    } catch {
      throw DeclarationError("\(place), delivery: \(error.description)")
    }
  }
}

extension Fixture.File {
  /// The file in memory; nil if it is left out.
  var node: MemoryStorage.Node? {
    switch self {
    case .text(let text, let mode): .text(text, mode: mode)
    case .bytes(let bytes, let mode): .file(bytes, mode: mode)
    case .zeros(let count, let mode): .zeros(count, mode: mode)
    case .link(let target): .link(target)
    case .directory: .directory
    case .special: .other
    case .absent: nil
    }
  }
}
