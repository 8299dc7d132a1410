import Basics
import BundleFacts
import Bundles
import FileFacts
import LuaRuntime
import PropertyLists

struct SealObject {
  let seal: ResourceSeal
  let node: LuaNode
  let path: String
}

// `bundle.seal`: the files that a signature covers.
extension PolicyHost {
  func readSeal(of bundle: Bundle, _ node: LuaNode, _ answer: LuaAnswer) {
    let seal = node.with(.seal)
    guard let path = bundle.sealPath else { return }
    let reading = objects.facts.seals[seal] ?? sealReading(of: bundle, path)
    objects.facts.seals[seal] = reading
    note(file: path, of: node, isPresent: reading.facts != nil)
    guard let facts = given(reading, answer) else { return }
    // Two numbers and a flag for each file, in addition to the list itself.
    if keep(table: seal, bytes: facts.byteSize + facts.count * 64, of: path, answer) { answer.set(seal) }
  }

  private func sealReading(of bundle: Bundle, _ path: String) -> FileFactCache.Reading<ResourceSeal> {
    let source: any ByteSource
    do throws(StorageError) {
      source = try bundle.files.source(of: path)
    } catch {
      let isAbsent = [.notFound, .notADirectory, .notAFile].contains(error.code)
      return .init(outcome: isAbsent ? .none : .failed(ReadFailure(error)), fuel: 500)
    }
    var limits = Limits.documents
    if source.isSequential { limits.maximumFileSize = FileTree.defaultReadLimit }
    let price = 500 + UInt64(max(0, source.count)) / 4
    let outcome: FileFactCache.Reading<ResourceSeal>.Outcome
    do {
      outcome = .found(try ResourceSeal(try PropertyList.open(source, file: path, limits: limits)))
    } catch let error as FileFactError {
      outcome = .malformed(error)
    } catch let error as PropertyListError {
      outcome = .failed(ReadFailure(error))
    } catch {
      outcome = .failed(ReadFailure("\(path) cannot be read"))
    }
    return .init(outcome: outcome, fuel: price)
  }

  func readTicket(of bundle: Bundle, _ node: LuaNode, _ answer: LuaAnswer) {
    answer.charge(500)
    guard let path = bundle.ticketPath else { return answer.set(false) }
    do throws(StorageError) {
      let isThere = try bundle.files.status(path).type == .file
      note(file: path, of: node, isPresent: isThere)
      guard isThere else { return answer.set(false) }
      let source = try bundle.files.source(of: path)
      let first = (try? source.bytes(at: 0, count: 8)) ?? []
      // Before there were tickets, this path contained a copy of the seal.
      let isList = ["<?xml", "<!DOC", "<plist", "bplist"].contains { first.starts(with: $0.utf8) }
      answer.set(!first.isEmpty && !isList)
    } catch {
      note(file: path, of: node, isPresent: false)
      if error.isUnresolvable { answer.set(false) } else { fail(error, answer) }
    }
  }

  func seal(_ node: LuaNode) -> SealObject? {
    guard let seal = objects.facts.seals[node]?.facts, let path = objects.bundle(node.with(.bundle))?.sealPath else {
      return nil
    }
    return SealObject(seal: seal, node: node, path: path)
  }

  static let seal = ObjectSchema<SealObject>(
    "Seal", "a seal", "The files that the signature of a bundle covers. Certificates are not verified.",
    [
      .text("path", "The path of the list of sealed files.") { $0.path },
      .integer("version", "The form of the list: 2 for `files2`, 1 for the older `files`.") { $0.seal.version },
      .integer("count", "The number of sealed files.") { $0.seal.count },
      .value("rules", "SealRule[]", "The rules that say which files are sealed.") {
        .list($0.seal.rules.map(sealRule.record))
      },
      .compared("is_intact", "boolean", "Whether nothing has changed since the bundle was signed.") {
        .boolean($0.isIntact)
      },
      .compared("missing", "string[]", "The sealed files that do not exist.") { texts($0.missing) },
      .compared("changed", "string[]", "The sealed files that have other contents.") { texts($0.changed) },
      .compared("added", "string[]", "The files that are not sealed, but should be by the rules.") { texts($0.added) },
      .compared("nested", "NestedCode[]", "The nested code that the seal identifies by its signature.") {
        .list($0.nested.map(nestedCode.record))
      },
    ])

  static let sealRule = ObjectSchema<ResourceSeal.Rule>(
    record: "SealRule", "A rule that says which files of a bundle are sealed.",
    [
      .text("pattern", "A regular expression for paths.") { $0.pattern },
      .integer("weight", "Of the rules that match a path, the one with the highest weight counts.") { $0.weight },
      .boolean("is_omitted", "Whether files are left out.") { $0.isOmitted },
      .boolean("is_optional", "Whether files may be removed later.") { $0.isOptional },
      .boolean("is_standard", "Whether it has a pattern of codesign's own rules.") { $0.isStandard },
      .boolean("is_nested", "Whether files are code with a signature of their own.") { $0.isNested },
    ])

  static let nestedCode = ObjectSchema<SealComparison.NestedCode>(
    record: "NestedCode", "Code that a seal knows by its own signature.",
    [
      .text("path", "The path inside the bundle.") { $0.path },
      .text("cdhash", "The hash of its code directory when it was sealed, in 40 hexadecimal digits.") {
        Hexadecimal.text(of: $0.cdhash)
      },
      .text("requirement", "The requirement that it must meet.") { $0.requirement },
      .text(
        "state", as: "NestedState", "How the code compares with what was sealed."
      ) { $0.state.rawValue },
    ])

  fileprivate static func texts(_ texts: [String]) -> LuaValue { .list(texts.map(LuaValue.string)) }

  fileprivate func comparison(of seal: SealObject) -> FileFactCache.Reading<SealComparison> {
    if let known = objects.facts.sealComparisons[seal.node] { return known }
    guard let bundle = objects.bundle(seal.node.with(.bundle)), let base = bundle.signedFolder else {
      return .init(outcome: .failed(ReadFailure("this object is no longer valid")), fuel: 0)
    }
    if let (pattern, reason) = seal.seal.unsupported {
      let message = "the rule '\(pattern)' in the list of sealed files cannot be evaluated: \(reason)"
      return .init(outcome: .failed(ReadFailure(message)), fuel: 0)
    }
    let graph = objects.graphs[Int(seal.node.owner)]
    var comparer = SealComparer(seal.seal, of: bundle, in: graph.storage, base: base)
    let outcome: FileFactCache.Reading<SealComparison>.Outcome
    do {
      outcome = .found(
        try comparer.compare { path, cdhash, requirement in
          Self.state(ofCodeAt: path, in: bundle, of: graph, cdhash: cdhash, requirement: requirement)
        })
    } catch {
      outcome = .failed(Self.comparisonFailure(error))
    }
    let reading = FileFactCache.Reading(outcome: outcome, fuel: comparer.fuel)
    objects.facts.sealComparisons[seal.node] = reading
    return reading
  }

  private static func comparisonFailure(_ error: any Error) -> ReadFailure {
    func failure<Code>(_ error: Diagnostic<Code>) -> ReadFailure {
      ReadFailure(error, saying: "the files cannot be compared with the seal: \(error.description)")
    }
    switch error {
    case let error as StorageError: return failure(error)
    case let error as FileFactError: return failure(error)
    default: return ReadFailure("the files cannot be compared with the seal: \(error)")
    }
  }

  private static func state(
    ofCodeAt path: String, in bundle: Bundle, of graph: BundleGraph, cdhash: [UInt8], requirement: String
  ) -> (SealComparison.State, fuel: UInt64) {
    let whole = BundlePath.join(bundle.path, path)
    var file = path
    if let nested = graph.bundles.first(where: { $0.path.utf8.elementsEqual(whole.utf8) }) {
      guard let executable = nested.executable else { return (.unknown, 100) }
      file = path + "/" + executable
    }
    guard let inner = try? bundle.files.source(of: file) else { return (.unknown, 500) }
    let source = MeteredSource(inner)
    var state = SealComparison.State.unknown
    if let code = try? MachOFile.read(source, file: file) {
      let signatures = code.slices.map { try? $0.codeSignature(in: source, file: file) }
      let known = signatures.compactMap { $0 }
      let required = SealedRequirement(requirement)
      if known.count < signatures.count || known.isEmpty {
        state = .unsigned
      } else {
        // A machine runs one slice and only checks that slice's signature, so all of them must match.
        let isKnown = known.allSatisfy { signature in
          signature.directories.contains { $0.cdhash == cdhash } || required.isMet(by: signature)
        }
        state = isKnown ? .same : .changed
      }
    }
    return (state, source.price(bytesPerUnit: 64))
  }
}

extension ObjectField<SealObject> {
  fileprivate static func compared(
    _ name: String, _ type: String, _ summary: String, _ value: @escaping @Sendable (SealComparison) -> LuaValue
  ) -> Self {
    answer(name, type, summary) { host, seal, answer in
      let reading = host.comparison(of: seal)
      // The result of one comparison answers several questions.
      if host.run.paidSeals.insert(seal.node).inserted { answer.charge(reading.fuel) }
      if let failure = reading.failure { return host.fail(failure, answer) }
      if let facts = reading.facts { answer.set(value(facts)) }
    }
  }
}
