import Basics
import BundleFacts
import Bundles
import PolicySchema
import LuaRuntime
import PropertyLists

// The strings that readers of a language see, and localizations that the system does not read.
extension HostLibrary {
  static let languages: [HostFunction] = [
    HostFunction(
      "strings(bundle: Bundle, table: string, language?: string): table<string, Entry>?",
      """
      Returns the entries of a strings table in exactly that localization, or in none: key → `{ value, node, key }`; nil \
      if there is no such table. Entries of a `.stringsdict` file replace those of the `.strings` file.
      """
    ) { host, call, answer in
      let usage = "bundles.strings(bundle, table, language)"
      guard let (node, bundle) = subject(host, call[0], usage, answer) else { return }
      guard case .string(let name) = call[1] else { return answer.fail("\(usage): the table's name must be a string") }
      guard call[2] == .nil || call[2].string != nil else {
        return answer.fail("\(usage): the language must be a string")
      }
      host.charge(resourcesOf: bundle, [name, call[2].string ?? ""], answer)
      do throws(BundleError) {
        let found = try strings(host, of: bundle, node, table: name, language: call[2].string, answer)
        host.note(strings: name, language: call[2].string, isPresent: found != nil, of: node)
        guard let table = found else { return }
        var seen: Set<[UInt8]> = []
        var entries: [(name: String, value: LuaValue)] = []
        for source in table.sources {
          guard let document = host.document(source, of: node, answer) else { return }
          answer.charge(UInt64(source.list.byteSize / 16))
          for position in 0..<source.list.count(of: source.node) {
            let key = source.list.key(of: source.node, at: position)
            guard let child = source.list.element(of: source.node, at: position), seen.insert(Array(key.utf8)).inserted
            else { continue }
            entries.append((key, entry.record(of: host.entry(child, key, source, document))))
          }
        }
        answer.charge(UInt64(entries.count) * 10)
        answer.set(.sorted(entries))
      } catch {
        host.fail(error, answer)
      }
    },
    HostFunction(
      "localized_info(bundle: Bundle, languages: string|string[], device?: string): table<string, LocalizedEntry>",
      """
      Returns Info.plist as a user with these languages (a string, or a list in order of preference) sees it on \
      `macos`, `ios~ipad`, …: key → `{ value, node, key, localized }`.
      """
    ) { host, call, answer in
      let usage = "bundles.localized_info(bundle, languages, device)"
      guard let (node, bundle) = subject(host, call[0], usage, answer) else { return }
      guard let languages = texts(call[1]), !languages.isEmpty else {
        return answer.fail("\(usage): the languages must be a string, or a list of strings in order of preference")
      }
      var device: DeviceKind?
      if call[2] != .nil {
        guard let name = call[2].string else { return answer.fail("\(usage): the device must be a string") }
        device = DeviceKind(name)
        if device == nil {
          let known = DeviceKind.all.map(\.description)
          return answer.fail(
            "\(usage): there is no device '\(name)'" + DeclarationError.suggestion(for: name, among: known))
        }
      }
      host.charge(resourcesOf: bundle, languages, answer)
      do throws(BundleError) {
        let info = try bundle.localizedInfo(languages: languages, device: device) { answer.charge(UInt64($0) / 4) }
        host.note(localized: info, languages: languages, of: node)
        answer.charge(UInt64(info.values.count) * 10 + UInt64((info.strings?.list.byteSize ?? 0) / 16))
        let own = host.objects.infoDocument(graph: Int(node.owner), bundle: bundle.index)
        var table: Int?
        if let strings = info.strings {
          table = host.document(strings, of: node, answer)
          if table == nil { return }
        }
        answer.set(
          .sorted(
            info.values.map { value in
              let entry = host.entry(value.node, value.key, value.source, value.isLocalized ? table ?? own : own)
              return (value.name, localizedEntry.record(of: (entry, value.isLocalized)))
            }))
      } catch {
        host.fail(error, answer)
      }
    },
    HostFunction(
      "strays(bundle: Bundle): string[]",
      "Returns the paths of unrecognized bundles: those in places where the platform looks for none, which are not checked."
    ) { host, call, answer in
      guard let (node, bundle) = subject(host, call[0], "bundles.strays(bundle)", answer) else { return }
      let graph = host.objects.graphs[Int(node.owner)]
      let prefix = bundle.path.isEmpty ? "" : bundle.path + "/"
      do throws(StorageError) {
        let count = try graph.outer.files.all().count
        host.note(files: nil, count: count, of: node)
        answer.charge(UInt64(count) * 20)
        let inside = try graph.unrecognizedBundles().filter { $0.utf8.starts(with: prefix.utf8) }
        answer.set(.list(inside.map { .string(String(decoding: $0.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)) }))
      } catch {
        host.fail(error, answer, saying: "the files cannot be listed: \(error.description)")
      }
    },
    HostFunction(
      "unread(bundle: Bundle): string[]",
      """
      Returns the paths of files that kept a bundle inside this one from being read, such as a damaged Info.plist. The report contains an \
      error for each, whatever the policies say.
      """
    ) { host, call, answer in
      guard let (node, bundle) = subject(host, call[0], "bundles.unread(bundle)", answer) else { return }
      let graph = host.objects.graphs[Int(node.owner)]
      let prefix = BundlePath.join(graph.displayPath, bundle.path) + "/"
      answer.charge(UInt64(graph.errors.count) * 20)
      let files = graph.errors.compactMap(\.file).filter { $0.utf8.starts(with: prefix.utf8) }
      answer.set(.list(files.map { .string(String(decoding: $0.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)) }))
    },
    HostFunction(
      "twins(bundle: Bundle): Twin[]",
      """
      Returns the name collisions: a list of `{ path, other }` whose names differ only in letter case or Unicode \
      normalization.
      """
    ) { host, call, answer in
      guard let (_, bundle) = subject(host, call[0], "bundles.twins(bundle)", answer) else { return }
      do throws(StorageError) {
        answer.charge(UInt64(try bundle.files.all().count) * 50)
        answer.set(.list(try bundle.files.nameCollisions().map { nameCollision.record(of: $0) }))
      } catch {
        host.fail(error, answer, saying: "the files cannot be listed: \(error.description)")
      }
    },
  ]

  static func strings(
    _ host: PolicyHost, of bundle: Bundle, _ node: LuaNode, table: String, language: String?, _ answer: LuaAnswer
  ) throws(BundleError) -> StringsTable? {
    func pay(_ bytes: Int) { answer.charge(UInt64(bytes) / 4) }
    let question = StringsCache.Question(
      bundle: node.number, table: ExactText(table), language: language.map { ExactText($0) })
    if let known = host.strings[question] {
      known.read.forEach(pay)
      return known.table
    }
    var read: [Int] = []
    let found = try bundle.strings(table: table, language: language) { bytes in
      read.append(bytes)
      pay(bytes)
    }
    host.strings.keep(StringsCache.Answer(table: found, read: read), of: question)
    return found
  }

  // MARK: What functions return

  static let entry = ObjectSchema<StringsEntry>(
    record: "Entry", "An entry of a strings table.",
    [
      .value("value", "any", "The value.") { $0.value },
      .value("node", "table", "The dictionary that contains it.") { .node($0.node) },
      .text("key", "Its key in that dictionary.") { $0.key },
    ])

  static let localizedEntry = ObjectSchema<(entry: StringsEntry, isLocalized: Bool)>(
    record: "LocalizedEntry", "An entry of Info.plist as users of a language see it.",
    [
      .value("value", "any", "The value that they see.") { $0.entry.value },
      .value("node", "table", "The dictionary that contains it.") { .node($0.entry.node) },
      .text("key", "Its key in that dictionary.") { $0.entry.key },
      .boolean("localized", "Whether the value comes from `InfoPlist.strings`.") { $0.isLocalized },
    ])

  static let nameCollision = ObjectSchema<(path: String, other: String)>(
    record: "Twin", "A name collision: two files whose names are the same on most Macs.",
    [.text("path", "A file.") { $0.path }, .text("other", "The file it collides with.") { $0.other }])

  private static func texts(_ value: LuaValue) -> [String]? {
    switch value {
    case .string(let text): return [text]
    case .table(let table) where table.isList:
      let texts = table.entries.compactMap { $0.value.string }
      return texts.count == table.entries.count ? texts : nil
    default: return nil
    }
  }
}

/// One entry of a table of strings for policies: its value, and the place of findings about it.
struct StringsEntry {
  let value: LuaValue
  let node: LuaNode
  let key: String
}

extension PolicyHost {
  /// The number of the document for this file of the bundle; nil if the rule exceeds its limit, when the answer is an error.
  func document(_ source: StringsTable.Source, of bundle: LuaNode, _ answer: LuaAnswer) -> Int? {
    let reference = GraphObjects.FileReference(graph: Int(bundle.owner), bundle: Int(bundle.index), path: source.path)
    // Parsing the file again gives the same nodes.
    let number = objects.document(reference) ?? objects.add(source.list, reference)
    return keep(number, answer) ? number : nil
  }

  func entry(
    _ value: PropertyList.Node, _ key: String, _ source: StringsTable.Source, _ document: Int
  ) -> StringsEntry {
    StringsEntry(
      value: objects.luaValue(value, of: source.list, document: document),
      node: objects.node(value: source.node, document: document), key: key)
  }
}

extension LuaValue {
  /// A Lua table with these keys, ordered by bytes; no key may appear twice.
  fileprivate static func sorted(_ entries: [(name: String, value: LuaValue)]) -> LuaValue {
    .record(entries.sorted(byBytesOf: \.name).map { ($0.name, $0.value) })
  }
}
