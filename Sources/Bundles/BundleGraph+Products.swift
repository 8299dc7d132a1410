extension BundleGraph {
  /// The path of a bundle in its product; empty for the product itself.
  package func path(inProductOf bundle: Bundle) -> String {
    let product = product(around: bundle)
    if product === bundle { return "" }
    return product.path.isEmpty ? bundle.path : String(bundle.path.dropFirst(product.path.count + 1))
  }

  /// The outer bundles, without the archives and xcframeworks around them.
  package var products: [Bundle] { bundles.filter { product(around: $0) === $0 } }

  /// The product that a bundle is or is nested in: the outermost bundle around it that is not an archive or xcframework.
  package func product(around bundle: Bundle) -> Bundle {
    var product = bundle
    while let around = parent(of: product), ![.archive, .xcframework].contains(around.kind) { product = around }
    return product
  }
}

extension Bundle {
  /// The bundle's name in waivers: its identifier, or its file name if it has none.
  package var waiverName: String { identifier ?? name }
}
