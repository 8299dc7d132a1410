import Basics
import BundleFacts
import Bundles
import FileFacts
import LuaRuntime
import PolicySchema
import PropertyLists

struct CodeItem: Sendable {
  let role: CodeRole
  /// The path in the bundle that contains it; of the archive, for a file in a zip archive.
  let path: String
  /// The path in a zip archive; nil for a file of the bundle.
  var contained: String?
  /// Whether it is in a folder where the system expects code.
  let isInPlace: Bool
  /// Whether all its slices have a code signature, for a file in a zip archive.
  var isSigned: Bool?
  var problem: String?
}

extension HostLibrary {
  static let code = HostFunction(
    "code(bundle: Bundle, choice?: CodeChoice): CodeFile[]",
    """
    Returns all files of the bundle that are code by their first bytes, wherever they are and whatever their names: Mach-O files, static \
    libraries and object files, and Mach-O files in zip archives such as a `.jar`; sorted by path. Files of nested bundles are included only \
    on request. The bundle is searched once for all rules.
    """
  ) { host, call, answer in
    let usage = "bundles.code(bundle, choice)"
    guard let (node, bundle) = subject(host, call[0], usage, answer) else { return }
    let choice: CodeChoice
    do throws(DeclarationError) {
      choice = try CodeChoice(call[1], usage)
    } catch {
      return host.fail(error, answer)
    }
    let graph = host.objects.graphs[Int(node.owner)]
    var searched = [bundle]
    if choice.isNested { searched += graph.bundles.filter { $0.isInside(bundle) } }
    var records: [(path: String, value: LuaValue)] = []
    for owner in searched {
      guard let items = host.codeItems(of: owner, Int(node.owner), answer) else { return }
      let prefix = BundlePath.relative(owner.path, to: bundle.path)
      for item in items where choice.admits(item) {
        let path = BundlePath.join(prefix, item.path)
        let reference = GraphObjects.FileReference(graph: Int(node.owner), bundle: owner.index, path: item.path)
        let file = item.contained == nil ? host.objects.node(file: reference) : nil
        records.append(
          (path + (item.contained ?? ""), codeFile.record(of: CodeFileObject(item: item, path: path, file: file))))
      }
    }
    if searched.count > 1 { records.sort { $0.path.precedesInBytes($1.path) } }
    answer.charge(UInt64(records.count) * 100)
    answer.set(.list(records.map(\.value)))
  }

  struct CodeFileObject {
    let item: CodeItem
    let path: String
    let file: LuaNode?
  }

  static let codeFile = ObjectSchema<CodeFileObject>(
    record: "CodeFile", "A file with code.",
    [
      .text("path", "The path in the bundle that was asked for; for code in a zip archive, that of the archive.") {
        $0.path
      },
      .text("role", as: "CodeRole", "What it is for.") { $0.item.role.rawValue },
      .value("file?", "File", "The file; nil for code in a zip archive.") { $0.file.map(LuaValue.node) ?? .nil },
      .boolean("is_in_place", "Whether it is in a folder where the system expects code.") { $0.item.isInPlace },
      .text("contained?", "The path in the zip archive; nil for a file of the bundle.") { $0.item.contained },
      .value("is_signed?", "boolean", "For code in a zip archive, whether all its slices have a signature.") {
        $0.item.isSigned.map(LuaValue.boolean) ?? .nil
      },
      .text("problem?", "Why it cannot be read; of a zip archive, why its files are not known.") { $0.item.problem },
    ])

  struct CodeChoice {
    static let definition = APIClass(
      "CodeChoice", .declaration, "Which code `bundles.code` returns.",
      fields: [
        APIField("nested?", "boolean", "Whether code of nested bundles is included; by default, it is not."),
        APIField("roles?", "CodeRole|CodeRole[]", "The roles; by default, all."),
      ])

    private(set) var isNested = false
    private var roles: Set<CodeRole>?

    init(_ value: LuaValue, _ usage: String) throws(DeclarationError) {
      if value == .nil { return }
      let reader = try DeclarationReader(value, place: usage, of: Self.definition)
      isNested = try reader.boolean("nested") ?? false
      guard let names = try reader.texts("roles") else { return }
      roles = Set(
        try names.map { (name) throws(DeclarationError) -> CodeRole in
          try DeclarationError.word(name, usage, "role of code")
        })
    }

    func admits(_ item: CodeItem) -> Bool { roles?.contains(item.role) ?? true }
  }
}

extension Bundle {
  fileprivate func isInside(_ outer: Bundle) -> Bool {
    outer.path.isEmpty ? !path.isEmpty : path.utf8.starts(with: (outer.path + "/").utf8)
  }
}

extension BundlePath {
  fileprivate static func relative(_ path: String, to folder: String) -> String {
    if folder.isEmpty { return path }
    return path.utf8.count > folder.utf8.count
      ? String(decoding: path.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self) : ""
  }
}

extension PolicyHost {
  /// The code of a bundle without nested bundles, found once and charged each time; nil if the answer is an error.
  fileprivate func codeItems(of bundle: Bundle, _ graph: Int, _ answer: LuaAnswer) -> [CodeItem]? {
    let reading = codeItems(of: bundle, graph: graph)
    answer.charge(reading.fuel)
    if let failure = reading.failure { fail(failure, answer) }
    return answer.hasFailed ? nil : reading.facts
  }

  func codeItems(of bundle: Bundle, graph: Int) -> FileFactCache.Reading<[CodeItem]> {
    let node = objects.node(bundle: bundle.index, graph: graph)
    let reading = objects.facts.codeItems[node] ?? readCodeItems(of: bundle, graph: graph)
    objects.facts.codeItems[node] = reading
    note(files: nil, count: reading.facts?.count ?? 0, of: node)
    return reading
  }

  private func readCodeItems(of bundle: Bundle, graph: Int) -> FileFactCache.Reading<[CodeItem]> {
    var search = CodeSearch(self, bundle, graph)
    do throws(StorageError) {
      let items = try search.items()
      return .init(outcome: .found(items), fuel: search.fuel)
    } catch {
      let failure = ReadFailure(error, saying: "the files cannot be searched for code: \(error.description)")
      return .init(outcome: .failed(failure), fuel: search.fuel)
    }
  }
}

private struct CodeSearch {
  private let host: PolicyHost
  private let bundle: Bundle
  private let graph: Int
  private(set) var fuel: UInt64 = 0

  /// The maximum number of files of one zip archive to look into.
  private static let containedLimit = 5_000

  init(_ host: PolicyHost, _ bundle: Bundle, _ graph: Int) {
    (self.host, self.bundle, self.graph) = (host, bundle, graph)
  }

  mutating func items() throws(StorageError) -> [CodeItem] {
    var items: [CodeItem] = []
    for entry in try candidates() {
      guard fuel <= HostLibrary.workLimit else {
        throw StorageError(
          .tooMany, path: bundle.path, limit: Int(HostLibrary.workLimit), detail: "units of work in the search for code"
        )
      }
      fuel += 300 + bundle.files.price(to: entry)
      let beginning: [UInt8]
      do throws(StorageError) {
        beginning = try bundle.files.beginning(of: entry.path, count: 8)
      } catch {
        // The rules that look for unreadable files report them.
        if error.code.isLimit { throw error }
        continue
      }
      if let item = item(entry, beginning) { items.append(item) }
      if ContainedFiles.isArchive(beginning) { items += contained(in: entry) }
    }
    return items.sorted {
      $0.path.hasSameBytes(as: $1.path)
        ? ($0.contained ?? "").precedesInBytes($1.contained ?? "") : $0.path.precedesInBytes($1.path)
    }
  }

  /// The files that are not in a nested bundle, in the order in which they are read fastest.
  private mutating func candidates() throws(StorageError) -> [FileTree.Entry] {
    let all = try bundle.files.all()
    fuel += UInt64(all.count) * 2
    let skipped = bundle.path.isEmpty ? 0 : bundle.path.utf8.count + 1
    let bundles = host.objects.graphs[graph].bundles
    let nested = Set(bundle.children.map { Array(bundles[$0].path.utf8.dropFirst(skipped)) })
    var found: [(entry: FileTree.Entry, position: Int)] = []
    for entry in all where entry.type == .file && entry.isNameValid {
      if BundlePath.isInside(nested, entry.path.utf8) { continue }
      found.append((entry, (try? bundle.files.readingPosition(of: entry.path)) ?? 0))
    }
    if found.contains(where: { $0.position != 0 }) { found.sort { $0.position < $1.position } }
    return found.map(\.entry)
  }

  private mutating func item(_ entry: FileTree.Entry, _ beginning: [UInt8]) -> CodeItem? {
    let reference = GraphObjects.FileReference(graph: graph, bundle: bundle.index, path: entry.path)
    let isInPlace = bundle.isCodePlace(entry.path)
    if (try? MachOFile.hasMagicNumber(ByteArray(beginning))) == true {
      let reading = host.known(host.objects.number(of: reference), \.machOFiles, entry: entry, MachOFile.read)
      fuel += reading.fuel
      switch reading.outcome {
      case .none: return nil
      case .found(let file):
        return CodeItem(
          role: isMain(entry.path) ? .main : CodeRole(file.slices), path: entry.path, isInPlace: isInPlace)
      case .malformed(let error): return unreadable(entry.path, error.message, isInPlace)
      case .failed(let failure): return unreadable(entry.path, failure.message, isInPlace)
      }
    }
    guard beginning.elementsEqual("!<arch>\n".utf8) || beginning.elementsEqual("!<thin>\n".utf8) else { return nil }
    let reading = host.known(host.objects.number(of: reference), \.archives, entry: entry, StaticArchive.read)
    fuel += reading.fuel
    switch reading.outcome {
    case .none: return nil
    case .found(let archives):
      // A Debian package is an archive of the same kind.
      if archives[0]?.members.first?.name == "debian-binary" { return nil }
      return CodeItem(role: .archive, path: entry.path, isInPlace: isInPlace)
    case .malformed(let error): return unreadable(entry.path, error.message, isInPlace)
    case .failed(let failure): return unreadable(entry.path, failure.message, isInPlace)
    }
  }

  private func unreadable(_ path: String, _ reason: String, _ isInPlace: Bool) -> CodeItem {
    CodeItem(role: isMain(path) ? .main : .other, path: path, isInPlace: isInPlace, problem: reason)
  }

  private func isMain(_ path: String) -> Bool { bundle.executable?.hasSameBytes(as: path) ?? false }

  private mutating func contained(in entry: FileTree.Entry) -> [CodeItem] {
    let isInPlace = bundle.isCodePlace(entry.path)
    do throws(StorageError) {
      let source = MeteredSource(try bundle.files.source(of: entry.path))
      defer { fuel += PolicyHost.price(of: source, bytesPerUnit: 8) }
      let archive = try ContainedFiles(source)
      fuel += UInt64(archive.entries.count) * 4
      var items: [CodeItem] = []
      var left = Self.containedLimit
      for file in archive.entries where file.mayBeCode {
        left -= 1
        guard left >= 0 else {
          items.append(
            CodeItem(
              role: .other, path: entry.path, isInPlace: isInPlace,
              problem: "it has more than \(Self.containedLimit) files that may be code"))
          break
        }
        fuel += 1_000
        if let item = item(file, in: archive, entry, isInPlace) { items.append(item) }
      }
      return items
    } catch {
      // A document that only begins like an archive has no code that can be loaded.
      guard error.code.isLimit else { return [] }
      return [CodeItem(role: .other, path: entry.path, isInPlace: isInPlace, problem: error.description)]
    }
  }

  private mutating func item(
    _ file: ContainedFiles.Entry, in archive: ContainedFiles, _ entry: FileTree.Entry, _ isInPlace: Bool
  ) -> CodeItem? {
    guard let inner = try? archive.source(of: file) else { return nil }
    let source = MeteredSource(inner)
    defer { fuel += PolicyHost.price(of: source, bytesPerUnit: 2) }
    guard (try? MachOFile.hasMagicNumber(source)) == true else { return nil }
    do throws(FileFactError) {
      guard let code = try MachOFile.read(source, file: file.path) else { return nil }
      return CodeItem(
        role: CodeRole(code.slices), path: entry.path, contained: file.path, isInPlace: isInPlace,
        isSigned: code.slices.allSatisfy(\.hasCodeSignature))
    } catch {
      return CodeItem(
        role: .other, path: entry.path, contained: file.path, isInPlace: isInPlace, problem: error.message)
    }
  }
}
