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
    var (oldSide, newSide) = (Side(), Side())
    // What is wrong with one is told along with what is wrong with the other.
    let oldProgram = load(old, sharing: nil, &oldSide)
    let newProgram = load(new, sharing: oldProgram?.loadedFrom, &newSide)
    guard let oldProgram, let newProgram else {
      return PolicyComparison(old: oldSide, new: newSide, rules: [], bundles: [])
    }
    let judge = ComparisonJudge(oldProgram, newProgram, options)
    oldSide.errors = judge.oldErrors
    newSide.errors = judge.newErrors + given.inputErrors
    let (bundles, unloading) = judged(paths, judge, options, jobs: jobs)
    for error in unloading.old where !oldSide.errors.contains(error) { oldSide.errors.append(error) }
    for error in unloading.new where !newSide.errors.contains(error) { newSide.errors.append(error) }
    return PolicyComparison(old: oldSide, new: newSide, rules: judge.matching.changes, bundles: bundles)
  }

  /// What went wrong when checkers were unloaded, on each side.
  private typealias Unloading = (old: [EngineError], new: [EngineError])

  private static func judged(
    _ paths: [String], _ judge: ComparisonJudge, _ options: Check.Options, jobs: Int
  ) -> ([ComparedBundle], Unloading) {
    if jobs == 1 || paths.count < 2 { return (paths.map { judge.judge($0) }, judge.finishCheckers()) }
    let unloading = Locked<Unloading>(([], []))
    let found = Locked([ComparedBundle?](repeating: nil, count: paths.count))
    let (old, new) = judge.sources
    let checkerFailures = judge.checkerFailures
    let cost = judge.loadingTime
    // There are no other threads before the only group is begun, so that it is this one that begins it.
    nonisolated(unsafe) let first = judge
    WorkerPool.work(groups: 1, jobs: jobs) { worker in
      let own: ComparisonJudge
      if worker.isFirst {
        own = first
        worker.begin(items: paths.count, cost: cost)
      } else if let other = ComparisonJudge.again(old, new, options), other.checkerFailures == checkerFailures {
        own = other
      } else {
        // There is no memory for another, or checkers that could be started for the first can't be for it.
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

  /// Loads a set of policies, with files as the other set has read them: a pipe can be read only once.
  private static func load(
    _ options: PolicyProgram.Options, sharing other: PolicySources?, _ side: inout Side
  ) -> PolicyProgram? {
    var options = options
    options.allowsUnmatchedWaivers = true
    do throws(EngineError) {
      let program = try PolicyProgram(PolicySources(options, sharing: other))
      side.policies = program.policies
      return program
    } catch {
      side.errors = [error]
      return nil
    }
  }
}
