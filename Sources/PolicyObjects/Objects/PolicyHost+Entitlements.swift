import BuildRecords
import Bundles
import FileFacts
import LuaRuntime
package import PropertyLists
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
    let reading = document(ofSlice: node, \.sliceEntitlements, .entitlements) { (source, file) throws(FileFactError) in
      try slice.entitlementsWithoutPlaces(in: source, file: file)
    }
    _ = answerEntitlements(reading, answer)
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
    let reading = objects.facts.entitlements[place] ?? read()
    objects.facts.entitlements[place] = reading
    return answerEntitlements(reading, answer)
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

extension Bundle {
  /// The entitlements in the executable's code signature, which must be the same in all slices; their root is a dictionary.
  ///
  /// Nil if there is no executable, if it is not a Mach-O file, or if its signature has none. Throws if it
  /// cannot be read or is malformed, or if its entitlements are ambiguous: see `MachOFile.entitlements`.
  package func entitlements() throws(ReadFailure) -> PropertyList? {
    guard let executable else { return nil }
    return try entitlements(of: executable)
  }

  /// The entitlements of the file at this path, under the same conditions.
  ///
  /// `watched` gets each source to read, and returns the source to use instead.
  package func entitlements(
    of executable: String, watched: (any ByteSource) -> any ByteSource = { $0 }
  ) throws(ReadFailure) -> PropertyList? {
    let source: any ByteSource
    do throws(StorageError) {
      source = watched(try files.source(of: executable))
    } catch {
      // Other rules report a missing file or a directory.
      guard !error.isAbsence, error.code != .notAFile else { return nil }
      throw ReadFailure(error)
    }
    let file = path.isEmpty ? executable : "\(path)/\(executable)"
    do throws(FileFactError) {
      return try MachOFile.read(source, file: file)?.entitlements(in: source, file: file)
    } catch {
      throw ReadFailure(error)
    }
  }
}
