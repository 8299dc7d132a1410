import BuildHistory
import BuildRecords
import Bundles
import ReleaseLedger
import Reports

extension Check {
  /// Takes the digests of the checked bundles for a receipt. A bundle with errors gets none.
  func takeDigests(
    of graph: BundleGraph, _ witness: ContentWitness?, _ errors: inout [EngineError]
  ) -> SubjectDigests? {
    guard options.takesDigests, errors.isEmpty else { return nil }
    do throws(LedgerError) {
      return try SubjectDigests(of: graph, content: try witness?.digests()[graph.outer])
    } catch {
      errors.append(
        EngineError(
          code: "receipt.digest", message: "the bundle cannot be attested: \(error.message)",
          file: error.file ?? graph.displayPath, hint: error.hint))
      return nil
    }
  }

  /// Records the bundles that passed in the ledger, all of them or none, and only if the whole check passed. If failures are kept, it
  /// also records the failed bundles of a check that did not pass. Adds the records and any error, which makes the verdict an error, to
  /// the report.
  ///
  /// - Returns: False if nothing was recorded because the ledger has builds that were recorded after the check began.
  func record(_ report: inout Report) -> Bool {
    guard let ledger = options.ledger else { return true }
    report.ledger = LedgerUse(location: ledger.location.shown, id: ledger.id, records: [])
    guard let recording = options.recording, report.verdict != .error else { return true }
    if report.verdict == .fail, !recording.keepsFailures { return true }
    let policies = report.policies.map { BuildEntry.Policy(id: $0.id, version: $0.version, digest: $0.digest) }
    let wanted: Verdict = report.verdict
    let verdict: BuildEntry.Verdict = wanted == .pass ? .pass : .fail
    var entries: [BuildEntry] = []
    var heads: [LedgerSnapshot] = []
    for (bundle, draft) in judged where bundle.verdict == wanted {
      guard let draft else { continue }
      entries += draft.entries(verdict, policies: policies, findings: bundle.findings)
      heads.append(draft.snapshot)
    }
    if !ledger.keepsDetails, entries.contains(where: { !$0.details.isEmpty }) {
      for number in entries.indices { entries[number].details = BuildDetails() }
      report.warnings.append(
        EngineError(
          code: "ledger.schema",
          message: "an earlier version of bundlepolicy made the ledger, and measures of builds were not recorded in it",
          file: ledger.location.shown,
          hint:
            "upgrade it with 'bundlepolicy ledger init --ledger \(ledger.location.shown)'; earlier versions cannot use it afterwards"
        ))
    }
    do throws(LedgerError) {
      try Self.checkProducts(
        of: judged.compactMap { $0.bundle.verdict == wanted ? $0.draft : nil }, ignoringPlatforms: comparesPlatforms,
        ledger)
      switch try ledger.record(entries, unlessChangedSince: LedgerSnapshot(heads), time: recording.now()) {
      case .outdated: return false
      case .recorded(let receipts):
        report.ledger?.records = zip(entries, receipts).map { LedgerUse.Record($0, $1) }
      }
    } catch {
      report.add(failure: EngineError(error))
    }
    return true
  }

  /// Two builds of one product that are recorded at once were not compared with each other.
  private static func checkProducts(
    of drafts: [BuildDraft], ignoringPlatforms: Bool, _ ledger: Ledger
  ) throws(LedgerError) {
    var seen: [LedgerSubject: ContentDigest] = [:]
    for draft in drafts {
      var own: [LedgerSubject: ContentDigest] = [:]
      for entry in draft.entries where entry.path.isEmpty {
        let subject = LedgerSubject(
          product: entry.product, identifier: entry.identifier, platform: ignoringPlatforms ? nil : entry.platform,
          shortVersion: nil)
        own[subject] = entry.digest
        guard let other = seen[subject], other != entry.digest else { continue }
        throw LedgerError(
          .refused,
          "two builds of '\(entry.identifier)' cannot be recorded in one check, because builds in the same check are not compared with each other",
          file: ledger.location.shown, hint: "check and record them one after the other, the older one first")
      }
      seen.merge(own) { $1 }
    }
  }
}

extension LedgerUse.Record {
  fileprivate init(_ entry: BuildEntry, _ receipt: LedgerReceipt) {
    self.init(
      identifier: entry.identifier, platform: entry.platform, shortVersion: entry.shortVersion, build: entry.build,
      path: entry.path, verdict: entry.verdict, digest: entry.digest.text, sequence: receipt.sequence,
      hash: receipt.hashText, isNew: receipt.isNew)
  }
}
