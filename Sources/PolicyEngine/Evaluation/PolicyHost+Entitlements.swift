import Bundles
import LuaRuntime
import PropertyLists

// `bundle.entitlements`
extension PolicyHost {
  /// Read once for a bundle and charged each time; the answer is an error when that failed.
  func readEntitlements(of bundle: Bundle, graph: Int, _ answer: LuaAnswer) {
    let place = GraphObjects.FileReference(graph: graph, bundle: bundle.index, path: bundle.executable ?? "")
    let reading = objects.facts.entitlements[place] ?? self.reading(bundle, place)
    objects.facts.entitlements[place] = reading
    answer.charge(reading.fuel)
    switch reading.outcome {
    case .found(let document):
      let list = objects.documents[document].list
      note(entitlements: list.count(of: list.root), of: bundle, graph: graph)
      answer.set(objects.node(value: list.root, document: document))
    case .none: note(entitlements: nil, of: bundle, graph: graph)
    case .failed(let message): answer.fail("the entitlements cannot be read: \(message)")
    }
  }

  private func reading(_ bundle: Bundle, _ place: GraphObjects.FileReference) -> FileFactCache.Reading<Int> {
    var source: MeteredSource?
    let outcome: FileFactCache.Reading<Int>.Outcome
    do throws(EntitlementsError) {
      let list = try bundle.entitlements { inner in
        let metered = MeteredSource(inner)
        source = metered
        return metered
      }
      outcome = list.map { .found(objects.add(apart: $0, place)) } ?? .none
    } catch {
      outcome = .failed(error.description)
    }
    return .init(outcome: outcome, fuel: source.map { Self.price(of: $0, bytesPerUnit: 8) } ?? 500)
  }
}
