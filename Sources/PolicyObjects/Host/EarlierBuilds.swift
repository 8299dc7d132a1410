package import Basics
package import BuildRecords
package import Bundles
package import ReleaseLedger

/// Looks up the builds before the one under test.
package protocol EarlierBuilds: AnyObject {
  /// The builds that were given, the newest first.
  var given: [BundleGraph] { get }
  /// The location of the ledger, without passwords; nil if there is none.
  var ledgerName: String? { get }
  /// Why the ledger could not answer since it was last asked for this; nil if it could.
  var failureText: String? { get }

  /// The bundles with the same identifier in the builds given, with the positions of these.
  func givenBuilds(of bundle: Bundle) -> [(graph: Int, bundle: Bundle)]

  /// The product of the same name and platform in the newest of the builds given.
  func givenNamesake(of bundle: Bundle) -> (graph: Int, bundle: Bundle)?

  /// The row of the ledger at a position, 0 being the newest; nil behind the oldest.
  func recorded(_ position: Int, of bundle: Bundle) -> RecordedBuild?

  /// The newest row of a product of the same name and platform, whatever its identifier.
  func newestNamesake(of bundle: Bundle) -> RecordedBuild?

  /// The row with the highest version.
  func highest(
    of bundle: Bundle, _ field: VersionField, _ dialect: VersionDialect, _ scope: VersionScope, upTo: Version?,
    _ selection: VersionQuestion.Selection
  ) -> RecordedBuild?

  /// The number of earlier builds.
  func count(of bundle: Bundle) -> Int

  /// Notes that a rule compares a bundle with earlier builds.
  func noteComparison(of bundle: Bundle, _ scope: VersionScope)

  /// Notes that a rule looks at the products of all builds given.
  func noteComparisonWithProducts(_ bundle: Bundle)

  /// Why nothing was compared.
  func absence(of bundle: Bundle) -> String
}

/// What a rule asked about earlier builds of a bundle.
package struct HistoryQuestions {
  var asksForHistory = false
  var asksForNamesake = false
  /// Whether there was a build with the name of the bundle's product.
  var hasNamesake = false

  /// Whether the rule's result depends on earlier builds.
  var isAny: Bool { asksForHistory || asksForNamesake }
}
