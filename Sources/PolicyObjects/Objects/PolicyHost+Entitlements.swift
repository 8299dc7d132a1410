import BuildRecords
package import BundleFacts
package import Bundles
import FileFacts
package import LuaRuntime
import PropertyLists
import ReleaseLedger

// `bundle.entitlements`, `file.entitlements` and `slice.entitlements`
extension PolicyHost {
  /// Answers with a bundle's entitlements, read once and charged each time; the answer is an error if reading fails.
  func readEntitlements(of bundle: Bundle, graph: Int, _ answer: LuaAnswer) {
    let place = GraphObjects.FileReference(graph: graph, bundle: bundle.index, path: bundle.executable ?? "")
    let found = entitlements(at: place) {
      if let row = objects.rows[graph] { return recorded(row, place) }
      return bundle.executable == nil ? .init(outcome: .none, fuel: 500) : reading(bundle, place)
    }
    answerEntitlements(found, answer)
    if found.failure != nil { return }
    let list = found.facts.map { objects.documents[$0].list }
    note(entitlements: list.map { $0.count(of: $0.root) }, of: bundle, graph: graph)
  }

  func readEntitlements(ofFile number: Int, _ answer: LuaAnswer) {
    let place = objects.files[number]
    let bundle = objects.graphs[place.graph].bundles[place.bundle]
    answerEntitlements(entitlements(at: place) { reading(bundle, place) }, answer)
  }

  func readEntitlements(ofSlice node: LuaNode, _ slice: MachOSlice, _ answer: LuaAnswer) {
    answerEntitlements(entitlements(of: slice, node), answer)
  }

  private func entitlements(of slice: MachOSlice, _ node: LuaNode) -> FileFactCache.Reading<Int> {
    document(ofSlice: node, \.sliceEntitlements, .entitlements, slice.entitlementsWithoutPlaces(in:file:))
  }

  func readInfo(ofSlice node: LuaNode, _ slice: MachOSlice, _ answer: LuaAnswer) {
    guard slice.hasEmbeddedInfo else { return answer.charge(100) }
    let reading = document(ofSlice: node, \.sliceInfo, .embeddedInfo, slice.embeddedInfoList(in:file:))
    if let document = given(reading, answer) { self.answer(document, answer) }
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

  private func entitlements(
    at place: GraphObjects.FileReference, _ read: () -> FileFactCache.Reading<Int>
  ) -> FileFactCache.Reading<Int> {
    let reading = objects.facts.entitlements[place] ?? read()
    objects.facts.entitlements[place] = reading
    return reading
  }

  private func answerEntitlements(_ reading: FileFactCache.Reading<Int>, _ answer: LuaAnswer) {
    answer.charge(reading.fuel)
    if let document = reading.facts { self.answer(document, answer) }
    if let failure = reading.failure {
      fail(failure, answer, saying: "the entitlements cannot be read: \(failure.message)")
    }
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
    return .init(outcome: outcome, fuel: source.map { $0.price(bytesPerUnit: 8) } ?? 500)
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
    switch kind {
    case .libraries:
      let file = known(objects.number(of: place), \.machOFiles, MachOFile.read)
      (result.failure, result.fuel) = (file.failure, file.fuel)
      result.names = (file.facts?.slices ?? []).flatMap { $0.libraries.map(\.name) }
    case .entitlements:
      let parts = entitlements(at: place, in: bundle, fuel: &result.fuel)
      result.failure = parts.lazy.compactMap(\.reading.failure).first
      result.names = parts.compactMap(\.reading.facts).flatMap(topLevelKeys)
    }
    return result
  }

  /// The entitlements in all slices of a file together, or in each slice if they differ or cannot be read. Adds the full cost of reading
  /// to `fuel`.
  private func entitlements(
    at place: GraphObjects.FileReference, in bundle: Bundle, fuel: inout UInt64
  ) -> [(architecture: String?, reading: FileFactCache.Reading<Int>)] {
    let whole = entitlements(at: place) { reading(bundle, place) }
    fuel = fuel.addingReportingOverflow(whole.fuel).partialValue
    if whole.failure == nil { return [(nil, whole)] }
    let number = objects.number(of: place)
    let file = known(number, \.machOFiles, MachOFile.read)
    fuel = fuel.addingReportingOverflow(file.fuel).partialValue
    guard let slices = file.facts?.slices else { return [(nil, whole)] }
    return slices.enumerated().map { position, slice in
      let reading = entitlements(of: slice, LuaNode(.machOSlice, owner: number, index: position))
      fuel = fuel.addingReportingOverflow(reading.fuel).partialValue
      return (slice.architecture, reading)
    }
  }

  private func topLevelKeys(of document: Int) -> [String] {
    let list = objects.documents[document].list
    return (0..<list.count(of: list.root)).map { list.key(of: list.root, at: $0) }
  }
}

// MARK: The clause about entitlements

package struct SliceEntitlements {
  /// The number of their document, an empty dictionary if there are none.
  package let document: Int
  /// The slice that has them; nil if all slices have the same.
  package let architecture: String?
}

extension PolicyHost {
  /// The entitlements of the code at a path of a bundle under test; nil if there is no code. Adds the full cost of reading to `fuel`, even
  /// if another rule has caused it.
  package func entitlements(
    of path: String, in bundle: Bundle, fuel: inout UInt64
  ) throws(LuaFailure) -> [SliceEntitlements]? {
    let place = GraphObjects.FileReference(graph: 0, bundle: bundle.index, path: path)
    let parts = entitlements(at: place, in: bundle, fuel: &fuel)
    if let failure = parts.lazy.compactMap(\.reading.failure).first {
      throw ended(by: failure, saying: "the entitlements cannot be read: \(failure.message)")
    }
    let file = known(objects.number(of: place), \.machOFiles, MachOFile.read)
    fuel = fuel.addingReportingOverflow(file.fuel).partialValue
    guard file.facts != nil else { return nil }
    reads?.file(path, isPresent: true, fact: "entitlements", of: bundle)
    var result: [SliceEntitlements] = []
    for part in parts {
      let none = part.reading.facts == nil ? try? PropertyList.union(of: [], file: path) : nil
      guard let document = part.reading.facts ?? none.map({ objects.add($0, place, as: .entitlements) }) else {
        throw LuaFailure(kind: .memory)
      }
      result.append(SliceEntitlements(document: document, architecture: part.architecture))
    }
    return result
  }

  /// The paths of the programs in a bundle under test other than its executable.
  package func toolPaths(of bundle: Bundle, fuel: inout UInt64) throws(LuaFailure) -> [String] {
    let reading = codeItems(of: bundle, graph: 0)
    fuel = fuel.addingReportingOverflow(reading.fuel).partialValue
    if let failure = reading.failure { throw ended(by: failure, saying: failure.message) }
    var paths: [String] = []
    for item in reading.facts ?? [] where item.contained == nil {
      switch item.role {
      case .program: paths.append(item.path)
      // It may be a program.
      case .other:
        if let problem = item.problem {
          let message = "\(item.path) cannot be read: \(problem)"
          throw LuaFailure(kind: .error, message: message)
        }
      default: break
      }
    }
    return paths
  }

  /// The error with which a rule ends that cannot read something.
  private func ended(by failure: ReadFailure, saying message: String) -> LuaFailure {
    if let limit = failure.limit {
      run.refusal = run.refusal ?? RuleRun.Refusal(code: limit, message: message, hint: Self.limitHint)
    }
    return LuaFailure(kind: failure.limit == nil ? .error : .limit, message: message)
  }
}
