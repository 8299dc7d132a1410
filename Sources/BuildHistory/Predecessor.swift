import Basics
package import BuildRecords
package import Bundles
import ReleaseLedger

package struct Predecessor {
  package enum Build {
    /// A bundle of one of the given builds, by the position of its graph.
    case given(Int, Bundle)
    case recorded(RecordedBuild)
  }

  package let build: Build
  /// Its place in messages: a path, or a row of the ledger.
  package let name: String
}

extension BundleGraph {
  /// Returns the name of a bundle of an earlier build for messages.
  package func name(of bundle: Bundle) -> String {
    bundles.count > 1 && !bundle.path.isEmpty ? bundle.displayPath : displayPath
  }
}

extension HistoryReader {
  /// Among the earlier builds of a bundle for its platform, the one with the highest release up to its own, so that a release of an earlier
  /// line follows its own line; without a readable release, the newest. Of equal ones, the given before the recorded ones. Nil if there is
  /// none, or if the ledger cannot be read.
  package func predecessor(of bundle: Bundle) -> Predecessor? {
    let given = givenBuilds(of: bundle).filter { VersionScope.platform.relates(bundle, to: $0.bundle) }
    let text = bundle.string("CFBundleShortVersionString")
    if let text, let release = Version(text, dialect: .apple) {
      var best: (version: Version, build: Predecessor.Build)?
      var isAnyReadable = false
      func consider(_ text: String?, _ build: Predecessor.Build) {
        guard let version = text.flatMap({ Version($0, dialect: .apple) }) else { return }
        isAnyReadable = true
        guard let order = version.compare(to: release), order <= 0 else { return }
        if let best, version.compare(to: best.version).map({ $0 <= 0 }) ?? true { return }
        best = (version, build)
      }
      for (number, old) in given { consider(old.string("CFBundleShortVersionString"), .given(number, old)) }
      if let row = highest(of: bundle, .shortVersion, .apple, .platform, upTo: release) {
        consider(row.entry.shortVersion, .recorded(row))
      }
      if let best { return named(best.build) }
      if isAnyReadable || highest(of: bundle, .shortVersion, .apple, .platform) != nil { return nil }
    }
    if let (number, old) = given.first { return named(.given(number, old)) }
    var position = 0
    while let row = recorded(position, of: bundle) {
      if row.entry.platform == nil || bundle.platform == nil || row.entry.platform == bundle.platform?.rawValue {
        return named(.recorded(row))
      }
      position += 1
    }
    return nil
  }

  private func named(_ build: Predecessor.Build) -> Predecessor {
    switch build {
    case .given(let number, let old): Predecessor(build: build, name: given[number].name(of: old))
    case .recorded(let row): Predecessor(build: build, name: "#\(row.sequence) of \(ledgerName ?? "the ledger")")
    }
  }
}
