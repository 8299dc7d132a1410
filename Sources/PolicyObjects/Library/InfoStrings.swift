import Basics
import Bundles
import PolicySchema
import LuaRuntime
import PropertyLists

struct InfoStringsChoice {
  static let definition = APIClass(
    "InfoStringsChoice", .declaration, "Which entries `bundles.info_strings` returns; all fields given must hold.",
    fields: [
      APIField("keys?", "InfoKey|InfoKey[]", "The keys."),
      APIField("contains?", "string", "What the key contains."),
      APIField("missing?", "boolean", "Whether Info.plist itself lacks the key."),
      APIField(
        "skip_unreadable?", "boolean",
        "Whether files that cannot be read are left out; by default, they are an error of the rule."),
    ])

  private var keys: Set<[UInt8]>?
  private var fragment: String?
  private var isMissing: Bool?
  private(set) var skipsUnreadable = false

  init(_ value: LuaValue, _ usage: String) throws(DeclarationError) {
    if value == .nil { return }
    let options = try DeclarationReader(value, place: usage, of: Self.definition)
    keys = try options.texts("keys").map { Set($0.map { Array($0.utf8) }) }
    fragment = try options.text("contains")
    isMissing = try options.boolean("missing")
    skipsUnreadable = try options.boolean("skip_unreadable") ?? false
  }

  func admits(_ key: String, of info: PropertyList) -> Bool {
    if let keys, !keys.contains(Array(key.utf8)) { return false }
    if let fragment, !key.contains(fragment) { return false }
    return isMissing.map { $0 == (info.value(of: info.root, forKey: key) == nil) } ?? true
  }
}

extension HostLibrary {
  static let infoStrings: [HostFunction] = [
    HostFunction(
      "info_strings(bundle: Bundle, choice?: InfoStringsChoice): LocalizedText[]",
      """
      Returns the entries of `InfoPlist.strings` in all localizations, or those that meet all conditions: a list of \
      `{ value, node, key, language }`.
      """
    ) { host, call, answer in
      let usage = "bundles.info_strings(bundle, { keys = …, missing = … })"
      guard let (node, bundle) = subject(host, call[0], usage, answer) else { return }
      let choice = host.attempt(answer) { () throws(DeclarationError) in
        try InfoStringsChoice(call[1], "bundles.info_strings")
      }
      guard let choice else { return }
      let languages: [String]
      do throws(StorageError) {
        languages = try bundle.localizations()
      } catch {
        return host.fail(error, answer, saying: "the localizations cannot be listed: \(error.description)")
      }
      host.reads?.field("localizations", languages.joined(separator: ", "), of: bundle, graph: Int(node.owner))
      var found: [LuaValue] = []
      let search = PolicyHost.ResourceSearch(bundle)
      for language in languages {
        search.charge(["InfoPlist", language], answer)
        guard answer.charged <= workLimit else { return answer.charge(.max) }
        do throws(BundleError) {
          let table = try strings(host, of: bundle, node, table: "InfoPlist", language: language, answer)
          host.note(strings: "InfoPlist", language: language, isPresent: table != nil, of: node)
          guard let table else { continue }
          var seen: Set<[UInt8]> = []
          for source in table.sources {
            answer.charge(UInt64(source.list.byteSize / 4))
            for position in 0..<source.list.count(of: source.node) {
              let key = source.list.key(of: source.node, at: position)
              guard let value = source.list.element(of: source.node, at: position),
                table.sources.count == 1 || seen.insert(Array(key.utf8)).inserted,
                choice.admits(key, of: bundle.info)
              else { continue }
              guard let document = host.document(source, of: node, answer) else { return }
              found.append(localizedText.record(of: (host.entry(value, key, source, document), language)))
            }
          }
        } catch {
          // A limit does not mean that the file is invalid.
          guard choice.skipsUnreadable, !error.isLimit else { return host.fail(error, answer) }
        }
      }
      answer.charge(UInt64(found.count) * 10)
      answer.set(.list(found))
    },
    HostFunction(
      "has_language(bundle: Bundle, dictionary: table, key: string): boolean?",
      """
      Returns whether the bundle has a folder for the language that the string of a key names: one of that language, of its base \
      language, or `Base.lproj`. Nil if the value is not a string, or the bundle has no language folders.
      """
    ) { host, call, answer in
      let usage = "bundles.has_language(bundle, dictionary, key)"
      guard let (node, bundle) = subject(host, call[0], usage, answer) else { return }
      guard case .node(let container) = call[1], let (document, top) = host.objects.value(container),
        document.list.kind(of: top) == .dictionary
      else { return answer.fail("\(usage) needs a dictionary of a property list") }
      guard case .string(let key) = call[2] else { return answer.fail("\(usage): the key must be a string") }
      host.reads?.key(key, of: top, in: document)
      let value = document.list.value(of: top, forKey: key)
      guard let value, let name = document.list.string(of: value) else { return }
      let folders: [String]
      do throws(StorageError) {
        folders = try bundle.localizationFolders()
        // The folder that contains them is listed.
        answer.charge(UInt64(try bundle.files.list(bundle.resourcesPath).count))
      } catch {
        guard !error.isUnresolvable else { return }
        return host.fail(error, answer, saying: "the localizations cannot be listed: \(error.description)")
      }
      host.note(files: BundlePath.join(bundle.resourcesPath, "*.lproj"), count: folders.count, of: node)
      if folders.isEmpty { return }
      PolicyHost.ResourceSearch(bundle).charge([key], answer)
      answer.charge(UInt64(folders.count) * 20)
      // No name is longer.
      let language = name.utf8.count <= 255 ? LanguageIdentifier(name) : nil
      let wanted = ["Base", language?.canonical, language?.language]
      answer.set(folders.contains { wanted.contains(LanguageIdentifier($0).canonical) })
    },
  ]

  static let localizedText = ObjectSchema<(entry: StringsEntry, language: String)>(
    record: "LocalizedText", "An entry of `InfoPlist.strings` in one localization.",
    [
      .value("value", "any", "The value.") { $0.entry.value },
      .value("node", "table", "The dictionary that contains it.") { .node($0.entry.node) },
      .text("key", "Its key in that dictionary.") { $0.entry.key },
      .text("language", "The name of the localization.") { $0.language },
    ])
}
