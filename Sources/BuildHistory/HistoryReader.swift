package import Basics
package import BuildRecords
package import Bundles
import PropertyLists
package import ReleaseLedger
import Reports

package final class HistoryReader {
  let graph: BundleGraph
  /// Earlier builds, newest first.
  package let given: [BundleGraph]
  package let ledger: Ledger?
  /// Why the ledger cannot be read; nil if it can, or none was named.
  package let unreachable: LedgerError?
  private(set) var failure: LedgerError?

  private struct Entry {
    let subject: LedgerSubject?
    /// The row that holds this very build: only earlier rows are earlier builds.
    let own: Int64?
    /// Rows below this number are earlier builds.
    let bound: Int64
    var order: [Int64]?
    /// The first of these builds, up to the last that was read.
    var builds: [RecordedBuild] = []
  }

  private var entries: [Int: Entry] = [:]
  private var contents: ContentDigests?
  private let witness: ContentWitness?
  /// The row after the last one when the ledger was first queried. Builds that others record during the check
  /// must not be earlier builds to only some of the rules.
  private var end: Int64?
  private static let pages = [1, 8, 64, 256]

  package init?(
    of graph: BundleGraph, given: [BundleGraph]?, ledger: Ledger?, failure: LedgerError? = nil,
    _ witness: ContentWitness? = nil
  ) {
    if given == nil, ledger == nil, failure == nil { return nil }
    self.graph = graph
    self.given = given ?? []
    (self.ledger, self.witness) = (ledger, witness)
    unreachable = failure
  }

  /// The positions of the given builds that a rule compared a bundle with.
  package private(set) var comparedWith: Set<Int> = []

  package var ledgerName: String? { ledger?.location.shown }

  /// The reason why the ledger could not answer since the last call; nil if it could.
  package var failureText: String? { failure.map { "\($0.file.map { "\($0): " } ?? "")\($0.message)" } }

  /// The first error of the ledger since the last call: results from since then may be unfounded.
  package func takeFailure() -> LedgerError? {
    defer { failure = nil }
    return failure
  }

  /// Whether a ledger was named and cannot be read: a rule that needs it fails without further evaluation.
  package func failsToAsk() -> Bool {
    failure = failure ?? unreachable
    return unreachable != nil
  }

  // MARK: Given builds

  package func givenBuilds(of bundle: Bundle) -> [(graph: Int, bundle: Bundle)] {
    guard let identifier = bundle.identifier else { return [] }
    return given.enumerated().flatMap { number, graph in
      graph.bundles.filter { $0.identifier == identifier }.map { (number, $0) }
    }
  }

  /// Records that a rule compares a bundle with the given builds of its identifier. Builds for another platform only count if `scope`
  /// includes them. If two different products embed a vendor's framework, one is not an earlier build of the other.
  package func noteComparison(of bundle: Bundle, _ scope: VersionScope = .platform) {
    // A build of another release is an earlier build of this product, even if the rule does not compare with it.
    let scope = scope == .release ? .platform : scope
    let product = graph.product(around: bundle)
    for (number, old) in givenBuilds(of: bundle) where scope.relates(bundle, to: old) {
      let oldProduct = given[number].product(around: old)
      guard product === bundle || oldProduct === old || product.identifier == oldProduct.identifier else { continue }
      comparedWith.insert(number)
    }
  }

  /// Records that a rule uses the products of all given builds that seem to be builds of a bundle's product.
  package func noteComparisonWithProducts(_ bundle: Bundle) {
    let product = graph.product(around: bundle)
    for (number, build) in given.enumerated() where build.products.contains(where: { product.isSameProduct(as: $0) }) {
      comparedWith.insert(number)
    }
  }

  package func givenNamesake(of bundle: Bundle) -> (graph: Int, bundle: Bundle)? {
    var newest: (graph: Int, bundle: Bundle)?
    for (number, build) in given.enumerated() {
      for other in build.products
      where other.productName == bundle.productName && VersionScope.platform.relates(bundle, to: other) {
        newest = newest ?? (number, other)
        comparedWith.insert(number)
      }
    }
    return newest
  }

  /// The reason why nothing was compared, for a bundle without earlier builds.
  package func absence(of bundle: Bundle) -> String {
    let name = bundle.identifier.map { "'\($0)'" } ?? bundle.name
    if let own = ownRow(of: bundle) {
      return "\(name) is in the ledger (#\(own)), and nothing before it, so nothing was compared"
    }
    let place = ledger == nil ? "among those given" : "in \(given.isEmpty ? "" : "what was given and ")the ledger"
    return "no earlier build of \(name) \(place), so nothing was compared"
  }

  // MARK: The ledger

  private func digests() throws(LedgerError) -> ContentDigests {
    if let contents { return contents }
    let made = if let witness { try witness.digests() } else { try ContentDigests(of: graph) }
    contents = made
    return made
  }

  func digest(of bundle: Bundle) throws(LedgerError) -> ContentDigest {
    if let digest = try digests()[bundle] { return digest }
    throw LedgerError(.refused, "the contents of \(bundle.displayPath) have no digest")
  }

  /// Runs `body` with the ledger and its key for a bundle; returns nil if it has none. Stores an error and returns nil.
  private func ask<Result>(
    of bundle: Bundle, _ body: (Ledger, LedgerSubject, _ before: Int64) throws(LedgerError) -> Result?
  ) -> Result? {
    if failsToAsk() { return nil }
    guard let ledger else { return nil }
    do throws(LedgerError) {
      let entry = try entry(of: bundle, ledger)
      guard let subject = entry.subject else { return nil }
      return try body(ledger, subject, entry.bound)
    } catch {
      failure = failure ?? error
      return nil
    }
  }

  private func entry(of bundle: Bundle, _ ledger: Ledger) throws(LedgerError) -> Entry {
    if let known = entries[bundle.index] { return known }
    let subject = LedgerSubject(bundle, in: graph)
    let end = if let end { end } else { try ledger.end() }
    self.end = end
    var own: Int64?
    if let subject {
      let build = bundle.string("CFBundleVersion")
      if subject.isPart {
        // Only a product that is checked again was recorded before; a part of a new product may be an old one that was added again.
        own = try entry(of: graph.product(around: bundle), ledger).own
        own =
          try ledger.unchangedPart(subject, build: build, before: own ?? end) { () throws(LedgerError) in
            try digest(of: bundle)
          }
          ?? own
      } else {
        own = try row(of: bundle, subject, ledger)
        // A build recorded together with it is not earlier either: the slices of an .xcframework have one number.
        for sibling in graph.products where own != nil && sibling !== bundle {
          guard let subject = LedgerSubject(sibling, in: graph) else { continue }
          if let row = try row(of: sibling, subject, ledger) { own = min(own ?? row, row) }
        }
      }
    }
    let entry = Entry(subject: subject, own: own, bound: own ?? end)
    entries[bundle.index] = entry
    return entry
  }

  private func row(of bundle: Bundle, _ subject: LedgerSubject, _ ledger: Ledger) throws(LedgerError) -> Int64? {
    try ledger.record(of: subject, build: bundle.string("CFBundleVersion"), before: end) {
      () throws(LedgerError) in
      try digest(of: bundle)
    }
  }

  /// The build at a position, where 0 is the newest; nil after the oldest.
  package func recorded(_ position: Int, of bundle: Bundle) -> RecordedBuild? {
    ask(of: bundle) { (ledger, subject, bound) throws(LedgerError) in
      let order: [Int64]
      if let known = entries[bundle.index]?.order {
        order = known
      } else {
        order = try ledger.newestFirst(of: subject, before: bound)
        entries[bundle.index]?.order = order
      }
      guard position < order.count else { return nil }
      while let known = entries[bundle.index]?.builds.count, known <= position {
        let size = Self.pages.first { $0 > known } ?? 256
        let page = try ledger.builds(Array(order[known...].prefix(size)), before: bound)
        entries[bundle.index]?.builds += page
      }
      return entries[bundle.index]?.builds[position]
    }
  }

  package func recordedCount(of bundle: Bundle) -> Int {
    ask(of: bundle) { (ledger, subject, bound) throws(LedgerError) in try ledger.count(of: subject, before: bound) }
      ?? 0
  }

  package func count(of bundle: Bundle) -> Int { givenBuilds(of: bundle).count + recordedCount(of: bundle) }

  /// The newest recorded build of a product with the bundle's name, of any identifier.
  package func newestNamesake(of bundle: Bundle) -> RecordedBuild? {
    ask(of: bundle) { (ledger, subject, bound) throws(LedgerError) in
      try ledger.newest(named: bundle.productName, platform: subject.platform, before: bound)
    }
  }

  package func highest(
    of bundle: Bundle, _ field: VersionField, _ dialect: VersionDialect, _ scope: VersionScope, upTo: Version? = nil,
    _ selection: VersionQuestion.Selection = .standing
  ) -> RecordedBuild? {
    ask(of: bundle) { (ledger, subject, bound) throws(LedgerError) in
      var question = VersionQuestion(subject, field: field, dialect: dialect, scope: scope, before: bound)
      (question.upTo, question.selection) = (upTo, selection)
      return try ledger.highest(question)
    }
  }

  /// The row that holds the bundle as it is; nil if there is none.
  package func ownRow(of bundle: Bundle) -> Int64? {
    ask(of: bundle) { (_, _, _) throws(LedgerError) in entries[bundle.index]?.own }
  }

  fileprivate func ownBuild(of bundle: Bundle) -> RecordedBuild? {
    ask(of: bundle) { (ledger, _, _) throws(LedgerError) in
      guard let own = entries[bundle.index]?.own else { return nil }
      return try ledger.build(own)
    }
  }

  /// The last recorded build whose version the dialect cannot read.
  package func newestUnreadable(
    of bundle: Bundle, _ field: VersionField, _ dialect: VersionDialect, _ scope: VersionScope
  ) -> RecordedBuild? {
    ask(of: bundle) { (ledger, subject, bound) throws(LedgerError) in
      try ledger.newestUnreadable(VersionQuestion(subject, field: field, dialect: dialect, scope: scope, before: bound))
    }
  }
}

extension LedgerSubject {
  /// The ledger's key for a bundle; nil for a bundle without an identifier, or in a product without one.
  init?(_ bundle: Bundle, in graph: BundleGraph) {
    let outer = graph.product(around: bundle)
    guard let identifier = bundle.identifier, !identifier.isEmpty, let product = outer.identifier, !product.isEmpty
    else { return nil }
    self.init(
      product: product, identifier: identifier, platform: bundle.platform?.rawValue,
      shortVersion: bundle.string("CFBundleShortVersionString"), path: graph.path(inProductOf: bundle))
  }
}

extension Bundle {
  /// Whether another bundle seems to be a build of the same product for the same platform, by its identifier, name or executable.
  fileprivate func isSameProduct(as other: Bundle) -> Bool {
    guard VersionScope.platform.relates(self, to: other) else { return false }
    if let identifier, identifier == other.identifier { return true }
    if productName == other.productName { return true }
    guard let executable = string("CFBundleExecutable"), !executable.isEmpty else { return false }
    return executable == other.string("CFBundleExecutable")
  }

  /// The product's name: `CFBundleName`, or the directory's name without its extension.
  var productName: String {
    if let name = string("CFBundleName"), !name.isEmpty { return name }
    return name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) } ?? name
  }
}

extension ProductHistory {
  package init?(of graph: BundleGraph, _ history: HistoryReader) {
    guard history.ledger != nil, let product = graph.products.first(where: { $0.identifier?.isEmpty == false }),
      let identifier = product.identifier
    else { return nil }
    var builds: [RecordedBuild] = []
    while builds.count < Self.mostBuilds, let build = history.recorded(builds.count, of: product) {
      builds.append(build)
    }
    var total = history.recordedCount(of: product)
    if let own = history.ownBuild(of: product) {
      builds.insert(own, at: 0)
      total += 1
    }
    self.init(
      identifier: identifier, platform: product.platform?.rawValue,
      builds: builds.sorted { $0.sequence < $1.sequence }.map(\.withoutLists), total: max(total, builds.count),
      failure: history.takeFailure().map(\.message))
  }
}

extension RecordedBuild {
  /// The row without its property lists, which are large.
  fileprivate var withoutLists: RecordedBuild {
    var entry = entry
    entry.info = []
    entry.entitlements = nil
    var build = RecordedBuild(sequence: sequence, time: time, entry: entry, previousHash: previousHash, hash: hash)
    (build.marks, build.isClockBehind) = (marks, isClockBehind)
    return build
  }
}
