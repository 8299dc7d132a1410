import Basics
package import Bundles
import PolicySchema
import LuaRuntime
import Measures
import PropertyLists

struct BundleObject {
  let bundle: Bundle
  let node: LuaNode

  var graph: Int { Int(node.owner) }
}

extension PolicyHost {
  package func note(field name: String, of bundle: Bundle) {
    Bundle.luaSchema.note(name, of: BundleObject(bundle: bundle, node: objects.node(bundle: bundle.index)), self)
  }

  fileprivate func readLocalizations(of bundle: Bundle, _ answer: LuaAnswer) {
    do throws(StorageError) {
      answer.set(.list(try bundle.localizations().map { LuaValue.string($0) }))
    } catch {
      fail(error, answer, saying: "the localizations cannot be listed: \(error.description)")
    }
  }

  /// Whether the build of a graph was marked as shipped; nil if that is unknown.
  fileprivate func isShipped(_ graph: Int) -> Bool? {
    if graph == 0 { return nil }
    return objects.rows[graph].map { $0.shipment != nil } ?? objects.graphs[graph].isShipped
  }

  /// For the recorded reads of a rule.
  fileprivate var historyText: String {
    "\(objects.givenCount) earlier builds given\(history?.ledgerName == nil ? "" : ", and a ledger")"
  }
}

extension Bundle {
  static let luaSchema = ObjectSchema<BundleObject>(
    "Bundle", "a bundle", "The bundle being checked, or a bundle of an earlier build.",
    [
      .told("path", "The path inside the outer bundle; empty for the outer bundle itself.") { $0.path },
      .told("name", "The last component of its path.") { $0.name },
      .told("extension?", "The file extension of its name: `app`; nil if it has none.") { $0.fileExtension },
      .told("kind", as: "Kind", "The kind of bundle.") { $0.kind.rawValue },
      .told("platform?", as: "Platform", "The platform it is built for.") { $0.platform?.rawValue },
      .told("layout", as: "Layout", "Its directory layout.", by: .build) { $0.layout.rawValue },
      .told("identifier?", "The value of `CFBundleIdentifier`.", key: "CFBundleIdentifier") { $0.identifier },
      .object("info", "InfoPlist", "Its Info.plist.") { host, this, answer in
        let document = host.objects.infoDocument(graph: this.graph, bundle: this.bundle.index)
        answer.set(host.objects.node(value: this.bundle.info.root, document: document))
      },
      .told("executable?", "The path of its executable.", by: .build, key: "CFBundleExecutable") { $0.executable },
      .object("executable_file?", "File", "The file at `executable`; nil if nothing is there.", by: .build) {
        host, this, answer in
        host.note(key: "CFBundleExecutable", of: this.bundle, graph: this.graph)
        if let path = this.bundle.executable { host.readFile(at: path, in: this.bundle, this.node, answer) }
      },
      .object(
        "icon_file?", "File",
        "For a bundle with the layout `contents`, the file among its resources that `CFBundleIconFile` names, with or without the extension `.icns`; nil if nothing is there.",
        by: .build
      ) { host, this, answer in
        host.note(key: "CFBundleIconFile", of: this.bundle, graph: this.graph)
        guard this.bundle.layout == .contents, let name = this.bundle.string("CFBundleIconFile"), !name.isEmpty else {
          return
        }
        for name in ["\(name).icns", name] {
          let path = "Contents/Resources/\(name)"
          if (try? this.bundle.files.status(path)) != nil {
            return host.readFile(at: path, in: this.bundle, this.node, answer)
          }
          host.charge(forPath: path, in: this.bundle.files, answer)
          host.note(file: path, of: this.node, isPresent: false)
        }
      },
      .object(
        "entitlements?", "table<string, any>",
        "The entitlements in the code signature of its executable; nil if there are none. Reading them is an error if its slices have different ones.",
        by: .ledger
      ) { host, this, answer in host.readEntitlements(of: this.bundle, graph: this.graph, answer) },
      .object(
        "profile?", "Profile",
        "The provisioning profile where its platform looks for it: `embedded.mobileprovision`, or `Contents/embedded.provisionprofile` for the Mac.",
        by: .build
      ) { host, this, answer in host.readProfile(of: this, answer) },
      .object(
        "seal?", "Seal", "The files that its signature covers; nil if it has no `_CodeSignature/CodeResources`.",
        by: .build
      ) { host, this, answer in host.readSeal(of: this.bundle, this.node, answer) },
      .object(
        "delivery?", "Delivery",
        "The `.ipa`, other archive or Xcode archive that directly contains the bundle, with everything beside it; nil for a bundle on its own, and for one nested in another.",
        by: .build
      ) { host, this, answer in host.readDelivery(of: this, answer) },
      .object(
        "symbols?", "table<string, string>",
        "The debug symbols in the folder given with `--symbols`: the path of each file in it, by the UUID of its code. Nil without this option. The symbols of an Xcode archive are in its `delivery`.",
        noting: { host, _ in host.symbols.map { counted($0.count, "UUID") } },
        { host, this, answer in
          guard this.graph == 0, let symbols = host.symbols else { return }
          answer.charge(UInt64(symbols.count) * 20)
          answer.set(.record(symbols.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        }),
      .object(
        "is_stapled", "boolean", "Whether a notarization ticket is stapled to it (`Contents/CodeResources`).",
        by: .build
      ) { host, this, answer in host.readTicket(of: this.bundle, this.node, answer) },
      .object(
        "shipped?", "boolean",
        "For an earlier build, whether it was marked as shipped with `ledger ship`; nil for the bundle being checked, and for builds named with `--previous`.",
        noting: { host, this in host.isShipped(this.graph).map { "\($0)" } },
        { host, this, answer in if let isShipped = host.isShipped(this.graph) { answer.set(isShipped) } }),
      .object("files", "FileTree", "Its files, by path.", by: .build) { _, this, answer in
        answer.set(this.node.with(.files))
      },
      .object(
        "localizations", "string[]", "The names of its localizations.", by: .build,
        noting: { _, this in (try? this.bundle.localizations())?.joined(separator: ", ") },
        { host, this, answer in host.readLocalizations(of: this.bundle, answer) }),
      .object(
        "bundles", "Bundle[]", "The bundles nested directly inside it.", by: .build,
        noting: { _, this in "\(this.bundle.children.count)" },
        { host, this, answer in
          answer.set(.list(this.bundle.children.map { .node(host.objects.node(bundle: $0, graph: this.graph)) }))
        }),
      .object(
        "parent?", "Bundle", "The bundle that contains it.", by: .build,
        noting: { host, this in
          this.bundle.parentIndex.map { host.objects.graphs[this.graph].bundles[$0].displayPath }
        },
        { host, this, answer in
          if let parent = this.bundle.parentIndex { answer.set(host.objects.node(bundle: parent, graph: this.graph)) }
        }),
      .object(
        "history", "History", "The same bundle in earlier builds.", noting: { host, _ in host.historyText },
        { _, this, answer in answer.set(this.node.with(.history)) }),
      .object(
        "size?", "integer",
        "The bytes of all its files, that is, its measure `install-size`; nil for a bare property list, and for an earlier build recorded without it."
      ) { host, this, answer in host.readMeasure(BuiltInMeasure.installSize.rawValue, of: this.node, answer) },
      .object("measures", "Measures", "Its measures, such as `install-size`, by name.") { _, this, answer in
        answer.set(this.node.with(.measures))
      },
      .object(
        "previous", "Bundle[]",
        "The outer bundles of the builds named with `--previous`, regardless of their identifiers.",
        noting: { host, _ in host.historyText },
        { host, this, answer in host.readPrevious(around: this.bundle, in: this.graph, answer) }),
      .object(
        "namesake?", "Bundle",
        "For a product, the newest earlier build (as in `history`) with the same `CFBundleName` (or directory name) for the same platform, regardless of its identifier.",
        noting: { host, _ in host.historyText },
        { host, this, answer in host.readNamesake(of: this.bundle, in: this.graph, answer) }),
    ])
}

extension Bundle {
  /// The part of the name after its last period; nil if there is none, or it is empty.
  fileprivate var fileExtension: String? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let rest = name.utf8[name.utf8.index(after: dot)...]
    return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
  }
}

enum BundleFieldSource {
  case info
  case ledger
  case build
}

extension ObjectField<BundleObject> {
  /// A string. `key` is the key of Info.plist that is read for it.
  fileprivate static func told(
    _ name: String, as type: String = "string", _ summary: String, by source: BundleFieldSource = .info,
    key: String? = nil, _ text: @escaping @Sendable (Bundle) -> String?
  ) -> Self {
    var field = object(name, type, summary, by: source, noting: { _, this in text(this.bundle) }) { _, this, answer in
      if let text = text(this.bundle) { answer.set(text) }
    }
    guard let key, let note = field.note else { return field }
    field.note = { host, this in
      host.note(key: key, of: this.bundle, graph: this.graph)
      note(host, this)
    }
    return field
  }

  /// A field that is read in another way. `text` describes the read in the list of recorded reads; nil if the value's own reads are
  /// recorded.
  fileprivate static func object(
    _ name: String, _ type: String, _ summary: String, by source: BundleFieldSource = .info,
    noting text: (@Sendable (PolicyHost, BundleObject) -> String?)? = nil,
    _ read: @escaping @Sendable (PolicyHost, BundleObject, LuaAnswer) -> Void
  ) -> Self {
    var field = answer(name, type, summary, read)
    let name = field.definition.name
    if source != .info {
      field.accessor = .answer { host, this, answer in
        if let unknown = host.objects.unknown(field: name, by: source, of: this.bundle, in: this.graph) {
          return host.refuse(unknown, answer)
        }
        read(host, this, answer)
      }
    }
    if let text {
      field.note = { host, this in host.reads?.field(name, text(host, this), of: this.bundle, graph: this.graph) }
    }
    return field
  }
}
