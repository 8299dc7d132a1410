import Basics
package import PolicyEngine
import Bundles

extension PolicyComparison {
  /// Judges the bundles at `paths` by two sets of policies. Each is opened once, and as many are judged at a time as `jobs` allows, 1
  /// to 64; the result is the same for any number. Nothing is recorded.
  ///
  /// Policies that can't be loaded, and bundles that can't be read, are part of the result and stop nothing else. A rule of
  /// the options, a value for a parameter and a waiver in a file of waivers may belong to either set alone.
  package static func between(
    _ old: PolicyProgram.Options, and new: PolicyProgram.Options, on paths: [String], _ given: Check.Options,
    jobs: Int = 1
  ) -> PolicyComparison {
    var options = given
    options.recording = nil
    options.baseline = nil
    // What could not be found is told once, and not of each bundle.
    options.inputErrors = []
    let sides = Sides(old, new)
    var (oldSide, newSide) = (sides.oldSide, sides.newSide)
    guard let pair = sides.pair else {
      return PolicyComparison(old: oldSide, new: newSide, rules: [], bundles: [])
    }
    let judge = ComparisonJudge(pair.old, pair.new, options)
    oldSide.errors = judge.oldErrors
    newSide.errors = judge.newErrors + given.inputErrors
    let (bundles, unloading) = judged(paths, judge, sides.sources, options, jobs: jobs)
    for error in unloading.old where !oldSide.errors.contains(error) { oldSide.errors.append(error) }
    for error in unloading.new where !newSide.errors.contains(error) { newSide.errors.append(error) }
    return PolicyComparison(old: oldSide, new: newSide, rules: judge.matching.changes, bundles: bundles)
  }

  /// What went wrong when checkers were unloaded, on each side.
  private typealias Unloading = (old: [EngineError], new: [EngineError])

  private static func judged(
    _ paths: [String], _ judge: ComparisonJudge, _ sources: SideSources, _ options: Check.Options, jobs: Int
  ) -> ([ComparedBundle], Unloading) {
    if jobs == 1 || paths.count < 2 { return (paths.map { judge.judge($0) }, judge.finishCheckers()) }
    let unloading = Locked<Unloading>(([], []))
    let found = Locked([ComparedBundle?](repeating: nil, count: paths.count))
    let fingerprint = judge.fingerprint
    let cost = judge.loadingTime
    // There are no other threads before the only group is begun, so that it is this one that begins it.
    nonisolated(unsafe) let first = judge
    WorkerPool.work(groups: 1, jobs: jobs) { worker in
      let own: ComparisonJudge
      if worker.isFirst {
        own = first
        worker.begin(items: paths.count, cost: cost)
      } else if let pair = sources.load(), case let judge = ComparisonJudge(pair.old, pair.new, options),
        judge.fingerprint == fingerprint
      {
        own = judge
      } else {
        // Files that were changed meanwhile would judge the rest by other rules.
        return worker.decline()
      }
      while let piece = worker.take() {
        let bundle = own.judge(paths[piece])
        found.withValue { $0[piece] = bundle }
      }
      let failures = own.finishCheckers()
      unloading.withValue { all in
        all.old += failures.old
        all.new += failures.new
      }
    }
    return (found.withValue { $0 }.compactMap { $0 }, unloading.withValue { $0 })
  }
}

/// Both sets of policies, loaded.
private struct Sides {
  /// What they are loaded from once more, for another thread.
  private(set) var sources: SideSources
  let pair: (old: PolicyProgram, new: PolicyProgram)?
  private(set) var oldSide = PolicyComparison.Side()
  private(set) var newSide = PolicyComparison.Side()

  init(_ old: PolicyProgram.Options, _ new: PolicyProgram.Options) {
    sources = SideSources(old: old, new: new)
    sources.old.allowsStrangeWaivers = true
    sources.new.allowsStrangeWaivers = true
    // What is wrong with one is told along with what is wrong with the other.
    let first = Self.load(&sources.old, &oldSide)
    // A pipe can be read only once.
    if first != nil, sources.new.waivers == sources.old.waivers { sources.new.waiverFiles = sources.old.waiverFiles }
    let second = Self.load(&sources.new, &newSide)
    if let first, let second { pair = (first, second) } else { pair = nil }
  }

  private static func load(
    _ options: inout PolicyProgram.Options, _ side: inout PolicyComparison.Side
  ) -> PolicyProgram? {
    do throws(EngineError) {
      let program = try PolicyProgram(options)
      side.policies = program.policies
      options.waiverFiles = program.waiverFiles
      return program
    } catch {
      side.errors = [error]
      return nil
    }
  }
}

/// What both sets of policies are loaded from.
private struct SideSources: Sendable {
  var old: PolicyProgram.Options
  var new: PolicyProgram.Options

  /// Nil when they can't be loaded any more.
  func load() -> (old: PolicyProgram, new: PolicyProgram)? {
    guard let first = try? PolicyProgram(old), let second = try? PolicyProgram(new) else { return nil }
    return (first, second)
  }
}
