import Bundles
import LuaRuntime
import PolicySchema

package enum DeliveryKind: String, CaseIterable, Sendable {
  /// An archive whose bundle is in `Payload`.
  case ipa
  /// Another zip or tar archive.
  case archive
  case xcarchive
}

struct DeliveryObject {
  let kind: DeliveryKind
  let path: String
  let files: LuaNode
}

// `bundle.delivery`
extension PolicyHost {
  static let delivery = ObjectSchema<DeliveryObject>(
    record: "Delivery", "The archive that contains a bundle.",
    [
      .text("kind", as: "DeliveryKind", "The kind of archive.") { $0.kind.rawValue },
      .text("path", "The path of the bundle in it: `Payload/App.app`.") { $0.path },
      .value(
        "files", "FileTree",
        "Its files, by path; `pairs` does not iterate over those of the bundle, except in an Xcode archive. A finding about one of them is reported with `report:file(file, …)`."
      ) { .node($0.files) },
    ])

  func readDelivery(of this: BundleObject, _ answer: LuaAnswer) {
    guard let delivery = delivery(of: this.bundle, this.graph) else { return }
    answer.set(Self.delivery.record(of: delivery))
  }

  private func delivery(of bundle: Bundle, _ graph: Int) -> DeliveryObject? {
    guard graph == 0 else { return nil }
    func files(_ graph: Int) -> LuaNode { LuaNode(.files, owner: graph) }
    let outer = objects.graphs[0].outer
    if bundle.parentIndex == outer.index, outer.kind == .archive {
      return DeliveryObject(kind: .xcarchive, path: bundle.path, files: files(0))
    }
    guard bundle.parentIndex == nil, let container = objects.graphs[0].container else { return nil }
    let (number, isNew) = objects.container(container)
    if isNew { reads?.add(container.graph) }
    return DeliveryObject(
      kind: container.isApplicationArchive ? .ipa : .archive, path: container.product, files: files(number))
  }

  /// The path of a file relative to a bundle under test, which starts with `..` outside it; nil for a file of an earlier build.
  func path(of file: GraphObjects.FileReference, relativeTo bundle: Bundle) -> String? {
    var (base, path) = (bundle.path, file.path)
    if file.graph == 0 {
      path = BundlePath.join(objects.graphs[0].bundles[file.bundle].path, path)
    } else if file.graph == objects.containerGraph, let product = objects.graphs[0].container?.product {
      base = BundlePath.join(product, base)
    } else {
      return nil
    }
    var (above, below) = (BundlePath.components(base)[...], BundlePath.components(path)[...])
    while let first = above.first, let other = below.first, first.hasSameBytes(as: other) {
      above = above.dropFirst()
      below = below.dropFirst()
    }
    return ([String](repeating: "..", count: above.count) + below).joined(separator: "/")
  }
}
