import Bundles
import ReleaseLedger

extension Check {
  /// Opens and judges the bundles at `paths`, as many at a time as `jobs` allows, 1 to 64. The report is the same for any number.
  ///
  /// `program` was loaded from `loading`; further threads load their own, for a program belongs to one. One that can't be
  /// opened is part of the report.
  public static func report(
    on paths: [String], _ program: PolicyProgram, loadedFrom loading: PolicyProgram.Options, _ options: Options,
    jobs: Int
  ) -> Report {
    for _ in 1..<Recording.attempts {
      let check = judged(paths, program, loadedFrom: loading, options, jobs: jobs)
      var report = check.report()
      if case .settled = check.record(&report) { return report }
    }
    var report = judged(paths, program, loadedFrom: loading, options, jobs: jobs).report()
    report.add(
      failure: EngineError(
        code: LedgerError.Code.busy.rawValue,
        message: "builds of the same products were recorded \(Recording.attempts) times while these were judged",
        file: options.ledger?.location.shown, hint: "run the check again"))
    return report
  }

  private static func judged(
    _ paths: [String], _ program: PolicyProgram, loadedFrom loading: PolicyProgram.Options, _ options: Options,
    jobs: Int
  ) -> Check {
    var options = options
    options.hasBaseline = options.baseline != nil
    var whole = Check(program, options)
    if jobs == 1 || paths.count == 1 {
      for path in paths { whole.judge(path) }
      return whole
    }
    var apart = options
    apart.baseline = nil
    let settings = apart
    let sources = program.sources.map(\.bytes)
    let checkerFailures = program.checkerFailures
    var loading = loading
    loading.waiverFiles = program.waiverFiles
    let others = loading
    let parts = Monitor([Part?](repeating: nil, count: paths.count))
    // There are no other threads before the only group is begun, so that it is this one that begins it.
    nonisolated(unsafe) let program = program
    Crew.work(groups: 1, jobs: jobs) { stint in
      let own: PolicyProgram
      if stint.isFirst {
        own = program
        stint.begin(pieces: paths.count, cost: program.loadingTime)
      } else if let loaded = try? PolicyProgram(others), loaded.sources.map(\.bytes) == sources,
        loaded.checkerFailures == checkerFailures
      {
        own = loaded
      } else {
        // Files that were changed meanwhile would judge the rest by other rules, and checkers that could not be started not at all.
        return stint.decline()
      }
      while let piece = stint.take() {
        var check = Check(own, settings)
        check.judge(paths[piece])
        let part = check.part
        parts.withValue { $0[piece] = part }
      }
    }
    for part in parts.withValue({ $0 }) {
      if let part { whole.add(part) }
    }
    return whole
  }

  private mutating func judge(_ path: String) {
    do throws(BundleError) {
      // Of an archive the report names the bundle in it.
      let graph = try BundleGraph.open(path: path)
      run(on: graph, path: graph.displayPath)
    } catch {
      add(unreadable: path, error)
    }
  }
}
