import BuildRecords
package import BundleFacts
package import Bundles
import FileFacts
import LuaRuntime
import PropertyLists
import ReleaseLedger

// `bundle.entitlements`, `file.entitlements` and `slice.entitlements`
extension PolicyHost {
  /// Answers with a bundle's entitlements, read once and charged each time; the answer is an error if reading fails.
  func readEntitlements(of bundle: Bundle, graph: Int, _ answer: LuaAnswer) {
    let place = GraphObjects.FileReference(graph: graph, bundle: bundle.index, path: bundle.executable ?? "")
    let outcome = answerEntitlements(at: place, answer) {
      if let row = objects.rows[graph] { return recorded(row, place) }
      return bundle.executable == nil ? .init(outcome: .none, fuel: 500) : reading(bundle, place)
    }
    switch outcome {
    case .found(let document):
      let list = objects.documents[document].list
      note(entitlements: list.count(of: list.root), of: bundle, graph: graph)
    case .none: note(entitlements: nil, of: bundle, graph: graph)
    case .malformed, .failed: break
    }
  }

  /// Answers with the entitlements of any file with code, by its position in `GraphObjects.files`.
  func readEntitlements(ofFile number: Int, _ answer: LuaAnswer) {
    let place = objects.files[number]
    let bundle = objects.graphs[place.graph].bundles[place.bundle]
    _ = answerEntitlements(at: place, answer) { reading(bundle, place) }
  }

  /// Answers with the entitlements of one slice.
  func readEntitlements(ofSlice node: LuaNode, _ slice: MachOSlice, _ answer: LuaAnswer) {
    _ = answerEntitlements(entitlements(of: slice, node), answer)
  }

  /// The entitlements of one slice: the number of a document.
  private func entitlements(of slice: MachOSlice, _ node: LuaNode) -> FileFactCache.Reading<Int> {
    document(ofSlice: node, \.sliceEntitlements, .entitlements) { (source, file) throws(FileFactError) in
      try slice.entitlementsWithoutPlaces(in: source, file: file)
    }
  }

  /// Answers with the Info.plist that is linked into a slice.
  func readInfo(ofSlice node: LuaNode, _ slice: MachOSlice, _ answer: LuaAnswer) {
    guard slice.hasEmbeddedInfo else { return answer.charge(100) }
    let reading = document(ofSlice: node, \.sliceInfo, .embeddedInfo) { (source, file) throws(FileFactError) in
      try slice.embeddedInfoList(in: source, file: file)
    }
    answer.charge(reading.fuel)
    if let failure = reading.failure { return fail(failure, answer) }
    if let document = reading.facts { self.answer(document, answer) }
  }

  /// A property list in a slice, read once; the number of its document.
  private func document(
    ofSlice node: LuaNode, _ readings: WritableKeyPath<FileFactCache, [LuaNode: FileFactCache.Reading<Int>]>,
    _ form: Document.Form, _ read: (any ByteSource, String) throws(FileFactError) -> PropertyList?
  ) -> FileFactCache.Reading<Int> {
    if let known = objects.facts[keyPath: readings][node] { return known }
    let place = objects.files[Int(node.owner)]
    let own = reading(place, 8, read)
    let outcome: FileFactCache.Reading<Int>.Outcome =
      switch own.outcome {
      case .found(let list): .found(objects.add(list, place, as: form, part: UInt64(node.index) + 1))
      case .none: .none
      case .malformed(let message): .malformed(message)
      case .failed(let message): .failed(message)
      }
    let result = FileFactCache.Reading<Int>(outcome: outcome, fuel: own.fuel)
    objects.facts[keyPath: readings][node] = result
    return result
  }

  private func answer(_ document: Int, _ answer: LuaAnswer) {
    if keep(document, answer) {
      answer.set(objects.node(value: objects.documents[document].list.root, document: document))
    }
  }

  private func answerEntitlements(
    at place: GraphObjects.FileReference, _ answer: LuaAnswer, _ read: () -> FileFactCache.Reading<Int>
  ) -> FileFactCache.Reading<Int>.Outcome {
    answerEntitlements(entitlements(at: place, read), answer)
  }

  private func entitlements(
    at place: GraphObjects.FileReference, _ read: () -> FileFactCache.Reading<Int>
  ) -> FileFactCache.Reading<Int> {
    let reading = objects.facts.entitlements[place] ?? read()
    objects.facts.entitlements[place] = reading
    return reading
  }

  private func answerEntitlements(
    _ reading: FileFactCache.Reading<Int>, _ answer: LuaAnswer
  ) -> FileFactCache.Reading<Int>.Outcome {
    answer.charge(reading.fuel)
    switch reading.outcome {
    case .found(let document): self.answer(document, answer)
    case .none: break
    case .malformed, .failed:
      if let failure = reading.failure {
        fail(failure, answer, saying: "the entitlements cannot be read: \(failure.message)")
      }
    }
    return reading.outcome
  }

  private func reading(_ bundle: Bundle, _ place: GraphObjects.FileReference) -> FileFactCache.Reading<Int> {
    var source: MeteredSource?
    let outcome: FileFactCache.Reading<Int>.Outcome
    do throws(ReadFailure) {
      let list = try bundle.entitlements(of: place.path) { inner in
        let metered = MeteredSource(inner)
        source = metered
        return metered
      }
      outcome = list.map { .found(objects.add($0, place, as: .entitlements)) } ?? .none
    } catch {
      outcome = .failed(error)
    }
    return .init(outcome: outcome, fuel: source.map { Self.price(of: $0, bytesPerUnit: 8) } ?? 500)
  }

  private func recorded(_ row: RecordedBuild, _ place: GraphObjects.FileReference) -> FileFactCache.Reading<Int> {
    guard let bytes = row.entry.entitlements else { return .init(outcome: .none, fuel: 500) }
    do throws(PropertyListError) {
      let list = try PropertyList.parse(bytes, file: "the entitlements in row #\(row.sequence)")
      return .init(outcome: .found(objects.add(list, place, as: .entitlements)), fuel: 500)
    } catch {
      return .init(outcome: .failed(ReadFailure(error)), fuel: 500)
    }
  }
}

// MARK: Conditions of rules

/// Names in all slices of a bundle's executable: of its entitlements, or of the libraries that it links to.
package struct ExecutableNames {
  package enum Kind { case entitlements, libraries }

  package fileprivate(set) var names: [String] = []
  /// Why there may be more names: the executable, or a signature in it, cannot be read.
  package fileprivate(set) var failure: ReadFailure?
  fileprivate var fuel: UInt64 = 500
}

extension PolicyHost {
  /// The names in the executable of a bundle under test, read once. Adds the full cost of reading to `fuel`, even if another rule has
  /// caused it.
  package func names(_ kind: ExecutableNames.Kind, in bundle: Bundle, fuel: inout UInt64) -> ExecutableNames {
    let names = executableNames[kind]?[bundle.index] ?? readNames(kind, in: bundle)
    executableNames[kind, default: [:]][bundle.index] = names
    fuel = fuel.addingReportingOverflow(names.fuel).partialValue
    switch kind {
    case .entitlements: note(entitlements: names.names.count, of: bundle, graph: 0)
    case .libraries:
      note(key: "CFBundleExecutable", of: bundle, graph: 0)
      if let executable = bundle.executable { reads?.file(executable, isPresent: true, fact: "mach_o", of: bundle) }
    }
    return names
  }

  private func readNames(_ kind: ExecutableNames.Kind, in bundle: Bundle) -> ExecutableNames {
    var result = ExecutableNames()
    guard let executable = bundle.executable else { return result }
    let place = GraphObjects.FileReference(graph: 0, bundle: bundle.index, path: executable)
    if kind == .entitlements {
      let whole = entitlements(at: place) { reading(bundle, place) }
      result.fuel = whole.fuel
      guard whole.failure != nil else {
        if let document = whole.facts { result.names = topLevelKeys(of: document) }
        return result
      }
    }
    let number = objects.number(of: place)
    let file = known(number, \.machOFiles, MachOFile.read)
    result.fuel += file.fuel
    result.failure = file.failure
    for (position, slice) in (file.facts?.slices ?? []).enumerated() {
      switch kind {
      case .libraries: result.names += slice.libraries.map(\.name)
      case .entitlements:
        // The slices differ, or one cannot be read.
        let node = LuaNode(
          kind: ObjectKind.machOSlice.rawValue, owner: UInt32(clamping: number), index: UInt32(clamping: position))
        let reading = entitlements(of: slice, node)
        result.fuel += reading.fuel
        result.failure = result.failure ?? reading.failure
        if let document = reading.facts { result.names += topLevelKeys(of: document) }
      }
    }
    return result
  }

  private func topLevelKeys(of document: Int) -> [String] {
    let list = objects.documents[document].list
    return (0..<list.count(of: list.root)).map { list.key(of: list.root, at: $0) }
  }
}
