package import Bundles
import ReleaseLedger

extension LedgerSubject {
  /// What a ledger calls a bundle; nil for one without an identifier, or in a product without one.
  init?(_ bundle: Bundle, in graph: BundleGraph) {
    let outer = graph.product(around: bundle)
    guard let identifier = bundle.identifier, !identifier.isEmpty, let product = outer.identifier, !product.isEmpty
    else { return nil }
    self.init(
      product: product, identifier: identifier, platform: bundle.platform?.rawValue,
      shortVersion: bundle.string("CFBundleShortVersionString"), path: graph.path(inProductOf: bundle))
  }
}

extension BundleGraph {
  /// Where a bundle lies in its product; `""` for the product itself.
  func path(inProductOf bundle: Bundle) -> String {
    let product = product(around: bundle)
    if product === bundle { return "" }
    return product.path.isEmpty ? bundle.path : String(bundle.path.dropFirst(product.path.count + 1))
  }

  /// The outermost bundles that are no mere containers.
  package var products: [Bundle] { bundles.filter { product(around: $0) === $0 } }

  /// The product that a bundle is, or is a part of: the outermost bundle around it that is no mere container.
  func product(around bundle: Bundle) -> Bundle {
    var product = bundle
    while let around = parent(of: product), ![.archive, .xcframework].contains(around.kind) { product = around }
    return product
  }
}

extension Bundle {
  /// What the product is called: `CFBundleName`, or the directory's name without its extension.
  var productName: String {
    if let name = string("CFBundleName"), !name.isEmpty { return name }
    return name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) } ?? name
  }
}
