import Basics
import Bundles
import FileFacts
import PolicySchema
import LuaRuntime
import PropertyLists

package struct FileChoice {
  /// A condition for a file in addition to its name and type. A file that cannot be read meets every condition about its contents, so
  /// that the rule can report it.
  package enum Condition: String, CaseIterable, Sendable {
    /// It is a regular file without contents.
    case empty
    /// It is Mach-O code, or starts like it.
    case code
    /// It cannot be read as a property list, strings or JSON file.
    case unreadable
    /// It is `unreadable`, or a single value, such as a word instead of a property list.
    case unusable
  }

  static let definition = APIClass(
    "FileChoice", .declaration, "Which files `bundles.files` returns; all fields given must hold.",
    fields: [
      APIField("type?", "FileType", "The type of file."),
      APIField("names?", "string|string[]", "The last components of paths, in the letter case given."),
      APIField("extensions?", "string|string[]", "File extensions, in any letter case."),
      APIField("except?", "string|string[]", "Patterns of paths to leave out."),
      APIField("formats?", "FileFormat|FileFormat[]", "Formats; the file has one of them."),
      APIField("except_formats?", "FileFormat|FileFormat[]", "Formats; the file has none of them."),
      APIField("attributes?", "string|string[]", "Names of extended attributes; the file has one of them."),
      APIField("is?", "FileCondition|FileCondition[]", "Conditions; at least one must hold."),
    ])

  private var type: FileType?
  /// Few names, so that a linear search is faster than a hash.
  private var names: [[UInt8]]?
  private var extensions: [[UInt8]]?
  private var except: [Glob] = []
  private var formats: Set<FileFormat>?
  private var exceptFormats: Set<FileFormat>?
  private(set) var attributes: [String]?
  private(set) var conditions: [Condition]?

  /// Parses a type, or a table of conditions; nil selects all files.
  init(
    _ value: LuaValue, _ usage: String, _ host: PolicyHost
  ) throws(DeclarationError) {
    switch value {
    case .nil: return
    case .string(let name): type = try DeclarationError.word(name, usage, "file type")
    case .table:
      let options = try DeclarationReader(value, place: usage, of: Self.definition)
      type = try options.text("type").map { (name) throws(DeclarationError) in
        try DeclarationError.word(name, usage, "file type")
      }
      names = try options.texts("names").map { $0.map { Array($0.utf8) } }
      extensions = try options.texts("extensions").map { $0.map { $0.utf8.map(Self.folded) } }
      for pattern in try options.texts("except") ?? [] {
        guard let glob = host.walks.glob(pattern) else {
          throw DeclarationError("\(usage): '\(pattern)' in 'except' is not a pattern: a '[' has no ']'")
        }
        except.append(glob)
      }
      formats = try Self.formats("formats", options, usage)
      exceptFormats = try Self.formats("except_formats", options, usage)
      attributes = try options.texts("attributes")
      conditions = try options.texts("is")?.map { (name) throws(DeclarationError) in
        try DeclarationError.word(name, usage, "condition of files")
      }
    default: throw DeclarationError("\(usage): the type must be a string, or a table of conditions")
    }
  }

  private static func formats(
    _ field: String, _ options: DeclarationReader, _ usage: String
  ) throws(DeclarationError) -> Set<FileFormat>? {
    guard let names = try options.texts(field) else { return nil }
    return Set(
      try names.map { (name) throws(DeclarationError) -> FileFormat in
        try DeclarationError.word(name, usage, "file format")
      })
  }

  var asksForFormats: Bool { formats != nil || exceptFormats != nil }

  func admits(_ format: FileFormat) -> Bool {
    formats?.contains(format) != false && exceptFormats?.contains(format) != true
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// Whether a file has the type and the name; adds the work to `steps`.
  func admits(_ entry: FileTree.Entry, steps: inout UInt64, limit: UInt64) -> Bool {
    if let type, entry.type != type { return false }
    if names != nil || extensions != nil {
      steps += 1 + UInt64((names?.count ?? 0) + (extensions?.count ?? 0)) / 4
      if steps > limit { return false }
      var path = entry.path
      let isNamed = path.withUTF8 { bytes in
        var start = bytes.count
        while start > 0, bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
        let name = UnsafeBufferPointer(rebasing: bytes[start...])
        if let names, !names.contains(where: { $0.count == name.count && name.elementsEqual($0) }) { return false }
        guard let extensions else { return true }
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
        let ending = UnsafeBufferPointer(rebasing: name[(dot + 1)...])
        return extensions.contains { $0.count == ending.count && zip(ending, $0).allSatisfy { Self.folded($0) == $1 } }
      }
      if !isNamed { return false }
    }
    return !except.contains { $0.matches(entry.path, steps: &steps, limit: limit) }
  }
}

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
    do throws(DeclarationError) {
      choice = try FileChoice(call[2], usage, host)
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
      if isChosen, let names = choice.attributes { isChosen = host.has(names, entry, reference, answer) }
      if isChosen, choice.asksForFormats { isChosen = host.admits(entry, reference, choice, answer) }
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

  /// Whether the format of a file is among the requested ones, for the price of reading it. A file that cannot be read is included, so
  /// that the rule can report it.
  fileprivate func admits(
    _ entry: FileTree.Entry, _ reference: GraphObjects.FileReference, _ choice: FileChoice, _ answer: LuaAnswer
  ) -> Bool {
    if entry.type == .directory || entry.type == .other { return false }
    let files = objects.graphs[reference.graph].bundles[reference.bundle].files
    note(fact: "format", of: reference)
    answer.charge(600 + Self.price(ofSteps: files.steps(to: entry)))
    do throws(StorageError) {
      let source = try files.source(of: reference.path)
      guard let format = try? FileFormat.read(source, file: reference.path) else { return true }
      return choice.admits(format)
    } catch {
      // A link to a directory has no contents.
      return error.code != .notAFile
    }
  }

  /// Whether a file meets a condition, for the price of reading it.
  fileprivate func meets(
    _ condition: FileChoice.Condition, _ entry: FileTree.Entry, _ reference: GraphObjects.FileReference,
    _ answer: LuaAnswer
  ) -> Bool {
    if entry.type == .directory || entry.type == .other { return false }
    let files = objects.graphs[reference.graph].bundles[reference.bundle].files
    switch condition {
    case .empty:
      guard entry.type == .file else { return false }
      answer.charge(100 + Self.price(ofSteps: files.steps(to: entry)))
      note(fact: "size", of: reference)
      guard let size = try? files.status(reference.path).size else { return true }
      return size == 0
    case .code:
      note(fact: "mach_o", of: reference)
      // The first bytes of most files decide.
      answer.charge(600 + Self.price(ofSteps: files.steps(to: entry)))
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
