import Parameters
import BuildHistory
public import Basics
import Bundles
import ReleaseLedger
public import Reports

extension Check {
  /// Checks the bundles at `paths` against policies, one after the other: a complete check in one call.
  ///
  /// ```swift
  /// let report = try Check.report(on: ["App.app"], policies: ["apple.recommended"])
  /// ```
  ///
  /// - Parameters:
  ///   - paths: Bundle directories, archives of them, or bare property lists.
  ///   - policies: The arguments of `--policy`: Lua files, directories with a `policy.lua`, and standard policies and packs by their names.
  ///   - parameters: Values of the policies' parameters, by name.
  ///   - asOf: The day on which waivers must not have expired, by default today in UTC. The same day gives the same report.
  /// - Returns: The report. A bundle that cannot be read, and a rule that cannot be evaluated, are errors in it: look at its verdict,
  ///   which is `pass` only if every bundle was checked and no finding counts.
  /// - Throws: The first error of loading the policies, with its place.
  public static func report(
    on paths: [String], policies: [String], parameters: [String: String] = [:], asOf: CalendarDate = .today()
  ) throws(EngineError) -> Report {
    var loading = PolicyOptions(policies: policies, parameters: PolicyParameters(texts: parameters))
    loading.loadsRulesOnDemand = true
    try loading.findPacks()
    let program = try PolicyProgram(loading)
    var check = Check(program, Options(asOf: asOf))
    for path in paths {
      do throws(BundleError) {
        let graph = try BundleGraph.open(path: path)
        check.run(on: graph, path: graph.displayPath)
      } catch {
        check.add(unreadable: path, error)
      }
    }
    check.add(unloading: program.finishCheckers())
    return check.report()
  }
}

extension Check {
  /// How many bundles may be checked before all that precede them in the report are.
  private static let window = 64

  /// Opens and checks bundles on several threads. The report does not depend on the number of threads.
  ///
  /// Each further thread loads its own program from the same sources, because only one thread may use a program.
  ///
  /// - Parameters:
  ///   - paths: Bundle directories, archives of them, or bare property lists.
  ///   - program: The loaded policies.
  ///   - options: The settings of the check.
  ///   - jobs: The maximum number of threads, from 1 to 64.
  /// - Returns: The report. A bundle that cannot be opened is an error in it.
  public static func report(on paths: [String], _ program: PolicyProgram, _ options: Options, jobs: Int) -> Report {
    nonisolated(unsafe) var bundles: [BundleReport] = []
    var report = report(on: paths, program, options, jobs: jobs) { bundle throws(Never) in
      bundles.append(bundle)
    }
    report.bundles = bundles.sorted(byBytesOf: \.path)
    return report
  }

  /// Opens and checks bundles on several threads, and passes each result to `receive` instead of keeping it, so that
  /// memory does not grow with the number of bundles.
  ///
  /// - Parameters:
  ///   - paths: Bundle directories, archives of them, or bare property lists.
  ///   - program: The loaded policies.
  ///   - options: The settings of the check.
  ///   - jobs: The maximum number of threads, from 1 to 64.
  ///   - receive: Called with each bundle's report in the order of `paths`, by one thread at a time, but not always
  ///     the same one. If builds are recorded, it is called after all bundles have been checked.
  /// - Returns: The report without its bundles.
  /// - Throws: The error that `receive` throws, which ends the check.
  public static func report<Failure: Error>(
    on paths: [String], _ program: PolicyProgram, _ options: Options, jobs: Int,
    _ receive: @escaping (BundleReport) throws(Failure) -> Void
  ) throws(Failure) -> Report {
    let paths = paths.sortedByBytes()
    guard options.recording != nil, options.ledger != nil else {
      var check = try evaluated(paths, program, options, jobs: jobs, receive)
      check.compareBundles()
      for bundle in check.takeBundles() { try receive(bundle) }
      return check.reportWithoutBundles()
    }
    var attempt = 1
    while true {
      let keepsAll: ((BundleReport) throws(Never) -> Void)? = nil
      var check = evaluated(paths, program, options, jobs: jobs, keepsAll)
      check.compareBundles()
      var report = check.reportWithoutBundles()
      if !check.record(&report) {
        if attempt < Recording.attempts {
          attempt += 1
          continue
        }
        report.add(
          failure: EngineError(
            code: LedgerCode.busy.rawValue,
            message: "builds of the same products were recorded \(Recording.attempts) times while this check ran",
            file: options.ledger?.location.shown, hint: "run the check again"))
      }
      for (bundle, _) in check.judged { try receive(bundle) }
      return report
    }
  }

  /// If `receive` is given, it gets each bundle, which is then released.
  private static func evaluated<Failure: Error>(
    _ paths: [String], _ program: PolicyProgram, _ options: Options, jobs: Int,
    _ receive: ((BundleReport) throws(Failure) -> Void)?
  ) throws(Failure) -> Check {
    var options = options
    options.hasBaseline = options.baseline != nil
    options.budget = RunBudget()
    var whole = Check(program, options)
    if jobs == 1 || paths.count == 1 {
      for path in paths {
        whole.evaluate(path)
        if let receive { for bundle in whole.takeBundles() { try receive(bundle) } }
      }
      whole.add(unloading: program.finishCheckers())
      return whole
    }
    var apart = options
    apart.baseline = nil
    let settings = apart
    let sources = program.loadedFrom
    let checkerFailures = program.checkerFailures
    // Used by one thread at a time: by the one that delivers a result, and by this one at the end.
    nonisolated(unsafe) var failure: Failure?
    nonisolated(unsafe) let give = receive
    nonisolated(unsafe) let sum = Shared(whole)
    let order = OrderedDelivery<Part>(window: window) { part in
      sum.value.add(part)
      guard let give else { return true }
      do throws(Failure) {
        for bundle in sum.value.takeBundles() { try give(bundle) }
        return true
      } catch {
        failure = error
        return false
      }
    }
    let unloading = Locked<[EngineError]>([])
    // No other thread exists before the only group begins, so this thread begins it.
    nonisolated(unsafe) let program = program
    WorkerPool.work(groups: 1, jobs: jobs) { worker in
      let own: PolicyProgram
      if worker.isFirst {
        own = program
        worker.begin(items: paths.count, cost: program.loadingTime)
      } else if let loaded = try? PolicyProgram(sources), loaded.checkerFailures == checkerFailures {
        own = loaded
      } else {
        // Memory is short for another program, or a checker that could be started for the first cannot be started again.
        return worker.decline()
      }
      while let piece = worker.take(), order.awaitTurn(of: piece) {
        var check = Check(own, settings)
        check.evaluate(paths[piece])
        order.put(check.part, at: piece)
      }
      let failures = own.finishCheckers()
      unloading.withValue { $0 += failures }
    }
    if let failure { throw failure }
    sum.value.add(unloading: unloading.withValue { $0 })
    return sum.value
  }

  private mutating func evaluate(_ path: String) {
    do throws(BundleError) {
      let witness = readsContents ? try ContentWitness(path: path) : nil
      // For an archive, the report names the bundle inside it.
      let graph = try BundleGraph.open(path: path)
      run(on: graph, path: graph.displayPath, witness)
    } catch {
      add(unreadable: path, error)
    }
  }

  private final class Shared {
    var value: Check
    init(_ value: Check) { self.value = value }
  }
}
