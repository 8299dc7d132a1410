import Basics
import BundleFacts
import Bundles
import ByteSearch
import FileFacts
import PolicySchema
import LuaRuntime
import PropertyLists

extension HostLibrary {
  static let files = HostFunction(
    "files(bundle: Bundle, pattern?: string|string[], choice?: FileType|FileChoice): File[]",
    """
    Returns all files in the bundle, or those that match a pattern, sorted by path; with a type or a table of conditions, only files that \
    meet them: `{ extensions = "png", is = "empty" }`.
    """
  ) { host, call, answer in
    let usage = "bundles.files(bundle, pattern, type)"
    guard let (node, bundle) = subject(host, call[0], usage, answer) else { return }
    let choice: FileChoice
    let patterns: (number: Int, patterns: PatternSet)?
    do throws(DeclarationError) {
      choice = try FileChoice(call[2], usage) { host.walks.glob($0) }
      patterns = try choice.contains.map { (texts) throws(DeclarationError) in
        try host.patternSet(texts, texts.indices.map { .integer(Int64($0) + 1) }, usage, answer)
      }
    } catch {
      return host.fail(error, answer)
    }
    guard let found = matches(usage, host, node, bundle, call[1], answer) else { return }
    // The handle of each file that is read exists until the bundle has been checked.
    var steps: UInt64 = 0
    let named = found.filter { steps <= workLimit && choice.admits($0, steps: &steps, limit: workLimit) }
    // An unfinished match has no answer, and no rule has the fuel for it.
    guard steps <= workLimit else { return answer.charge(.max) }
    answer.charge(steps + UInt64(named.count) * 50)
    var chosen: [LuaValue] = []
    for entry in named {
      let reference = GraphObjects.FileReference(graph: Int(node.owner), bundle: Int(node.index), path: entry.path)
      var isChosen = choice.conditions?.contains { host.meets($0, entry, reference, answer) } ?? true
      if isChosen, let size = choice.minimumSize { isChosen = host.has(atLeast: size, entry, reference, answer) }
      if isChosen, let names = choice.attributes { isChosen = host.has(names, entry, reference, answer) }
      if isChosen, choice.asksForFormats { isChosen = host.admits(entry, reference, choice, answer) }
      if isChosen, let patterns { isChosen = host.contains(patterns, entry, reference, answer) }
      if isChosen { chosen.append(.node(host.objects.node(file: reference))) }
      if answer.hasFailed { return }
      // Reading files has the limit of a single call, for any number of files.
      guard answer.charged <= workLimit else { return answer.charge(.max) }
    }
    answer.set(.list(chosen))
  }
}

extension PolicyHost {
  /// Whether a file has one of these extended attributes. Costs less than the field `attributes`, which makes a list for each file.
  fileprivate func has(
    _ names: [String], _ entry: FileTree.Entry, _ reference: GraphObjects.FileReference, _ answer: LuaAnswer
  ) -> Bool {
    note(fact: "attributes", of: reference)
    answer.charge(150)
    do throws(StorageError) { return try attributes(of: reference).contains { names.contains($0) } } catch {
      fail(error, answer)
      return false
    }
  }

  /// Whether a regular file has at least this many bytes. A file whose size cannot be read is included.
  fileprivate func has(
    atLeast size: Int64, _ entry: FileTree.Entry, _ reference: GraphObjects.FileReference, _ answer: LuaAnswer
  ) -> Bool {
    guard entry.type == .file else { return false }
    return status(of: entry, "size", reference, answer).map { $0.size >= size } ?? true
  }

  private func status(
    of entry: FileTree.Entry, _ fact: String, _ reference: GraphObjects.FileReference, _ answer: LuaAnswer
  ) -> FileStatus? {
    let files = objects.graphs[reference.graph].bundles[reference.bundle].files
    answer.charge(100 + files.price(to: entry))
    note(fact: fact, of: reference)
    return try? files.status(reference.path)
  }

  /// Whether the format of a file is among the requested ones, for the price of reading it. A file that cannot be read is included, so
  /// that the rule can report it.
  fileprivate func admits(
    _ entry: FileTree.Entry, _ reference: GraphObjects.FileReference, _ choice: FileChoice, _ answer: LuaAnswer
  ) -> Bool {
    if entry.type == .directory || entry.type == .other { return false }
    let files = objects.graphs[reference.graph].bundles[reference.bundle].files
    note(fact: "format", of: reference)
    answer.charge(600 + files.price(to: entry))
    do throws(StorageError) {
      let source = try files.source(of: reference.path)
      guard let format = try? FileFormat.read(source, file: reference.path) else { return true }
      return choice.admits(format)
    } catch {
      // A link to a directory has no contents.
      return error.code != .notAFile
    }
  }

  fileprivate func meets(
    _ condition: FileChoice.Condition, _ entry: FileTree.Entry, _ reference: GraphObjects.FileReference,
    _ answer: LuaAnswer
  ) -> Bool {
    if entry.type == .directory || entry.type == .other { return false }
    let files = objects.graphs[reference.graph].bundles[reference.bundle].files
    switch condition {
    case .empty:
      return entry.type == .file && status(of: entry, "size", reference, answer)?.size ?? 0 == 0
    case .executable:
      return entry.type == .file && status(of: entry, "executable", reference, answer)?.isExecutable ?? true
    case .ownerOnly:
      return entry.type == .file && status(of: entry, "mode", reference, answer).map { $0.mode & 0o004 == 0 } ?? true
    case .code:
      note(fact: "mach_o", of: reference)
      // The first bytes of most files decide.
      answer.charge(600 + files.price(to: entry))
      if let source = try? files.source(of: reference.path), (try? MachOFile.hasMagicNumber(source)) == false {
        return false
      }
      let reading = known(objects.number(of: reference), \.machOFiles, entry: entry, MachOFile.read)
      answer.charge(reading.fuel)
      if case .none = reading.outcome { return false }
      return true
    case .unreadable, .unusable: return isUnreadable(entry, reference, files, condition, answer)
    }
  }

  private func isUnreadable(
    _ entry: FileTree.Entry, _ reference: GraphObjects.FileReference, _ files: FileTree,
    _ condition: FileChoice.Condition, _ answer: LuaAnswer
  ) -> Bool {
    if reference.path.hasSuffix(".json") {
      var isBroken = false
      _ = jsonDocument(reference, answer) { _ in isBroken = true }
      return isBroken
    }
    func isMet(_ list: PropertyList) -> Bool { condition == .unusable && list.isScalar }
    switch HostLibrary.document(reference, entry: entry, in: files, self, answer) {
    case .known(let number): return isMet(objects.documents[number].list)
    case .read(let list): return isMet(list)
    case .unreadable: return true
    // A file that cannot be opened cannot be read, such as a link that leads nowhere.
    case .missing(let error): return !error.isAbsence
    }
  }
}

extension PropertyList {
  fileprivate var isScalar: Bool { ![.dictionary, .array, .set].contains(kind(of: root)) }
}
