import Basics
import BundleFacts
import Bundles
import FileFacts
import LuaRuntime
import PolicySchema
import PropertyLists

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
    let choice = host.attempt(answer) { () throws(DeclarationError) in try CodeChoice(call[1], usage) }
    guard let choice else { return }
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
      .boolean("is_signed?", "For code in a zip archive, whether all its slices have a signature.") {
        $0.item.isSigned
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
      roles = try reader.words("roles", "role of code").map { Set($0) }
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
    let items = given(codeItems(of: bundle, graph: graph), answer)
    return answer.hasFailed ? nil : items
  }

  func codeItems(of bundle: Bundle, graph: Int) -> FileFactCache.Reading<[CodeItem]> {
    let node = objects.node(bundle: bundle.index, graph: graph)
    let reading = objects.facts.codeItems[node] ?? readCodeItems(of: bundle, graph: graph)
    objects.facts.codeItems[node] = reading
    note(files: nil, count: reading.facts?.count ?? 0, of: node)
    return reading
  }

  private func readCodeItems(of bundle: Bundle, graph: Int) -> FileFactCache.Reading<[CodeItem]> {
    var search = CodeSearch(
      bundle, among: objects.graphs[graph].bundles, limit: HostLibrary.workLimit,
      machO: { entry in
        let file = GraphObjects.FileReference(graph: graph, bundle: bundle.index, path: entry.path)
        return self.known(self.objects.number(of: file), \.machOFiles, entry: entry, MachOFile.read)
      },
      archive: { entry in
        let file = GraphObjects.FileReference(graph: graph, bundle: bundle.index, path: entry.path)
        return self.known(self.objects.number(of: file), \.archives, entry: entry, StaticArchive.read)
      })
    do throws(StorageError) {
      let items = try search.items()
      return .init(outcome: .found(items), fuel: search.fuel)
    } catch {
      let failure = ReadFailure(error, saying: "the files cannot be searched for code: \(error.description)")
      return .init(outcome: .failed(failure), fuel: search.fuel)
    }
  }
}

extension HostLibrary {
  /// Written in Lua: `apple.components.list`.
  static let components = HostFunction(
    "components(bundle: Bundle): Component[]",
    """
    Returns what a bundle consists of: itself and its nested bundles with code, all other code, and the libraries that are recognized in code \
    into which they are linked; sorted by path. Code in zip archives is included, debug symbols and resource bundles are not.
    """, traits: .calls
  ) { host, call, answer in
    guard subject(host, call[0], "bundles.components(bundle)", answer) != nil else { return }
    host.declarations.libraryModule("apple.components.list", answer)
    if !answer.hasFailed { answer.set(elements: component.recordKind) }
  }

  static let component = APIClass(
    "Component", .record, "A part of a bundle.",
    fields: [
      APIField("name", "string", "The name of the bundle, file or library, without an extension."),
      APIField("kind", "ComponentKind", "What it is."),
      APIField(
        "path", "string",
        "The path in the bundle that was asked for, `.` for the bundle itself; of a linked library, the path of the code."
      ),
      APIField("file?", "File", "The code; nil if it is missing or in a zip archive."),
      APIField("bundle?", "Bundle", "The bundle; nil for other code and for linked libraries."),
      APIField("identifier?", "string", "The identifier of the bundle."),
      APIField(
        "version?", "string",
        "The version that the code of a known library states, or else `CFBundleShortVersionString` or the current version of a library. Compare it in the dialect `sparkle`: `1.1.1w` is older than `3.0.13`."
      ),
      APIField("build?", "string", "`CFBundleVersion`."),
      APIField(
        "released?", "string",
        "The day of the source that the code of a known library states, such as `2025-02-18` for SQLite."),
      APIField("install_name?", "string", "The name that a dynamic library gives itself."),
      APIField("team?", "string", "The team that signed the code."),
      APIField("sdk?", "string", "The known library or SDK that it is, such as `OpenSSL`."),
      APIField("evidence?", "string", "For a linked library, the string or class by which it was recognized."),
    ])
}
