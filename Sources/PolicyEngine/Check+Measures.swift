import BuildHistory
import BuildRecords
import Bundles
import Measures
import Reports

extension Check {
  /// Measures the bundles of a graph for reports and rules, as policies ask for it with `measure`.
  mutating func takeMeasures(of graph: BundleGraph, _ errors: inout [EngineError]) {
    for measure in program.measures {
      for bundle in graph.bundles {
        guard case .failed(var error, _, _) = program.evaluator.evaluate(measure.rule, on: bundle) else { continue }
        error.rule = nil
        if !error.message.hasPrefix("measure '") { error.message = "measure '\(measure.name)': \(error.message)" }
        errors.append(error)
      }
    }
  }

  func details(of bundle: Bundle, _ history: HistoryReader?) -> (BuildDetails, EarlierMeasures?) {
    let reader = program.evaluator.measures
    let details = reader.details(of: bundle)
    guard !details.measures.isEmpty, let history, history.unreachable == nil,
      let before = history.predecessor(of: bundle)
    else { return (details, nil) }
    var measures: [BuildMeasure] = []
    for measure in details.measures {
      var number: Int64?
      switch before.build {
      case .recorded(let row): number = row.entry.details.measure(measure.name)
      case .given(let graph, let old):
        var fuel: UInt64 = 0
        number = try? reader.value(of: measure.name, for: old, in: history.given[graph], fuel: &fuel)?.number
      }
      if let number { measures.append(BuildMeasure(name: measure.name, value: number)) }
    }
    return (details, measures.isEmpty ? nil : EarlierMeasures(build: before.name, measures: measures))
  }
}
