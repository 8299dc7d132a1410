package import Bundles

extension FileTree {
  /// The fuel for looking up a path, in addition to that for the call: a few steps, links included, are part of its price.
  package func price(to path: String) -> UInt64 { Self.price(ofSteps: steps(to: path)) }

  package func price(to entry: Entry) -> UInt64 { Self.price(ofSteps: steps(to: entry)) }

  private static func price(ofSteps steps: Int) -> UInt64 { steps > 64 ? UInt64(steps - 64) * 300 : 0 }
}
