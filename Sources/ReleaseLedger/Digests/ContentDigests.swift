public import Bundles

public struct ContentDigests: Sendable {
  public init(of graph: BundleGraph) throws(LedgerError) {}
  public subscript(bundle: Bundle) -> ContentDigest? { ContentDigest(bytes: [UInt8](repeating: 7, count: 32)) }
}
