package import BuildRecords

package struct ProductHistory: Hashable, Sendable {
  /// The maximum number of builds.
  package static let mostBuilds = 200

  package let identifier: String
  package let platform: String?
  /// The newest builds, in the order recorded, without their property lists. Includes the checked build if it was in the ledger.
  package let builds: [RecordedBuild]
  /// The number of all builds.
  package let total: Int
  package let failure: String?

  package init(identifier: String, platform: String?, builds: [RecordedBuild], total: Int, failure: String?) {
    (self.identifier, self.platform, self.builds) = (identifier, platform, builds)
    (self.total, self.failure) = (total, failure)
  }
}
