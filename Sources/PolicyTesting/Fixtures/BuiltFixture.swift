package import PolicyEngine
import Bundles

/// A described bundle that has been made, with its earlier builds.
package struct BuiltFixture {
  package let fixture: Fixture
  let graph: BundleGraph
  /// Newest first; nil when none are told of.
  private(set) var previous: [BundleGraph]?

  /// `place` tells in messages where the bundle is described.
  package init(_ fixture: Fixture, _ place: String) throws(DeclarationError) {
    self.fixture = fixture
    if let history = fixture.history {
      var builds: [BundleGraph] = []
      var later = fixture
      later.history = nil
      for build in history {
        let earlier = later.merged(with: build.fixture, fields: build.fields)
        builds.append(try FixtureBuilder.graph(earlier, in: "\(place), history"))
      }
      previous = builds
    }
    graph = try FixtureBuilder.graph(fixture, in: place)
  }
}
