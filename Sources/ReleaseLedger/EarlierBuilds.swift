package import Basics
package import BuildRecords
package import Bundles

/// Looks up the builds before the one under test.
package protocol EarlierBuilds: AnyObject {
  /// The builds that were given, the newest first.
  var given: [BundleGraph] { get }
  /// The location of the ledger, without passwords; nil if there is none.
  var ledgerName: String? { get }
  /// The reason why the ledger could not answer since the last call; nil if it could.
  var failureText: String? { get }

  func givenBuilds(of bundle: Bundle) -> [(graph: Int, bundle: Bundle)]

  func givenNamesake(of bundle: Bundle) -> (graph: Int, bundle: Bundle)?

  /// The ledger row at a position, where 0 is the newest; nil after the oldest.
  func recorded(_ position: Int, of bundle: Bundle) -> RecordedBuild?

  func newestNamesake(of bundle: Bundle) -> RecordedBuild?

  func highest(
    of bundle: Bundle, _ field: VersionField, _ dialect: VersionDialect, _ scope: VersionScope, upTo: Version?,
    _ selection: VersionQuestion.Selection
  ) -> RecordedBuild?

  func count(of bundle: Bundle) -> Int

  /// Notes that a rule compares a bundle with earlier builds.
  func noteComparison(of bundle: Bundle, _ scope: VersionScope)

  /// Notes that a rule compares a bundle with the products of all given builds.
  func noteComparisonWithProducts(_ bundle: Bundle)

  func absence(of bundle: Bundle) -> String
}
