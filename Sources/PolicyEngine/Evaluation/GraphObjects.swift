import Basics
package import Bundles
package import LuaRuntime
package import PropertyLists
import ReleaseLedger

/// The sorts of things that policies hold by handle.
package enum ObjectKind: UInt32 {
  /// owner: graph (0: the one under test, from 1: earlier builds, those given before those recorded); index: bundle.
  case bundle = 1
  /// owner: document; index: node of its property list.
  case value
  /// The earlier builds. owner: graph; index: bundle.
  case history
  /// The second argument of `check`.
  case report
  /// owner: graph; index: bundle.
  case files
  /// index: entry of `GraphObjects.files`.
  case file
  case keys
  /// index: entry of `GraphObjects.keys`.
  case key
  /// index: entry of `GraphObjects.versions`.
  case version
  /// index: entry of the `ShapeTable`.
  case shape
  /// index: entry of the `FixtureTable`.
  case fixture
  /// index: entry of `GraphObjects.files`, of which the facts have been read.
  case png, icns, machO, catalog
  /// owner: entry of `GraphObjects.files`; index: position in the list. The slices of archive members follow all others.
  case icnsImage, machOSlice, asset, assetImage
  /// owner: entry of `GraphObjects.files`; index: a `SliceMember`.
  case machOBuild, machOLibrary
  /// owner: entry of `GraphObjects.files`; index: the position of the slice, 0 for a file that is an archive itself.
  case archive
  /// owner: entry of `GraphObjects.files`; index: position among the members of all its archives.
  case archiveMember
  /// owner: entry of `GraphObjects.files`; index: a `SymbolTable` of a slice.
  case machOSymbols
  /// owner: entry of `GraphObjects.files`; index: position of the slice.
  case signature
  /// owner: graph; index: bundle.
  case seal
  /// The day of the check.
  case day
  /// index: entry of `GraphObjects.files`, of which the profile has been read.
  case profile
  /// owner: entry of `GraphObjects.files`; index: position in the list.
  case profileCertificate
  /// A bundle that was checked, as a rule that compares bundles sees it. index: entry of `ComparedBundles.bundles`.
  case collected
  /// The second argument of `across`.
  case acrossReport
}

/// A property list that rules can read, and where it lies.
package struct Document {
  package let list: PropertyList
  package let graph: Int
  package let bundle: Int
  /// Relative to the bundle; nil for a bare property list, which is the bundle itself.
  package let file: String?
  /// The bundle's path in the graph under test; nil in an earlier build.
  let bundlePath: String?
  /// Whether it is a list of its own in the file, and not the whole file: entitlements in code, for example.
  fileprivate(set) var isPart = false
}

/// What the handles that Lua holds stand for. Emptied for each bundle under test.
///
/// One for each host, and so a class: every question looks something up in it.
package final class GraphObjects {
  package init() {}

  package struct FileReference: Hashable {
    package let graph: Int
    package let bundle: Int
    private let exactPath: ExactText

    package var path: String { exactPath.text }

    package init(graph: Int, bundle: Int, path: String) {
      (self.graph, self.bundle, exactPath) = (graph, bundle, ExactText(path))
    }
  }

  package private(set) var graphs: [BundleGraph] = []
  /// How many of `graphs` are earlier builds that were given.
  private(set) var givenCount = 0
  /// The rows of a ledger among `graphs`, by row.
  private var recorded: [Int64: Int] = [:]
  /// The row that a graph of `graphs` was made of.
  private(set) var rows: [Int: RecordedBuild] = [:]
  package private(set) var documents: [Document] = []
  /// By file, property lists and JSON apart: one file may be asked for as both.
  private var documentNumbers: [FileReference: Int] = [:]
  private var jsonNumbers: [FileReference: Int] = [:]
  /// Where documents are not what the platform's definitions of their keys say, by document.
  var departures: [Int: KeyDepartureSearch] = [:]
  /// Bytes that the documents take which rules had read.
  private var readBytes = 0
  /// Bytes of documents that are kept from one rule to the next.
  private static let keptBytes = 64 << 20
  /// Files and facts of files that are.
  private static let keptFiles = 200_000
  package private(set) var files: [FileReference] = []
  private var fileNumbers: [FileReference: Int] = [:]
  /// What has been read of `files`, by position.
  var facts = FileFactCache()
  package private(set) var keys: [String] = []
  private(set) var versions: [Version] = []
  private var versionNumbers: [Version: Int] = [:]
  private var infoDocuments: [[Int?]] = []
  /// How many keys and versions policies made while they loaded. They may hold on to those, so their handles stay good.
  private var lastingKeys = 0
  private var lastingVersions = 0

  /// The policies have loaded: what they hold now they hold for all bundles.
  func keepLoaded() {
    lastingKeys = keys.count
    lastingVersions = versions.count
  }

  /// Forgets everything and starts with the graph under test and the earlier builds.
  func reset(to graph: BundleGraph, history: [BundleGraph]) {
    graphs = [graph] + history
    givenCount = history.count
    recorded.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    infoDocuments = graphs.map { [Int?](repeating: nil, count: $0.bundles.count) }
    documents.removeAll(keepingCapacity: true)
    departures.removeAll(keepingCapacity: true)
    documentNumbers.removeAll(keepingCapacity: true)
    jsonNumbers.removeAll(keepingCapacity: true)
    readBytes = 0
    files.removeAll(keepingCapacity: true)
    fileNumbers.removeAll(keepingCapacity: true)
    facts = FileFactCache()
    forgetWhatRulesMade()
  }

  /// Keys and versions that a source made while it loaded on top of the policies, for rules of its own.
  typealias Made = (keys: [String], versions: [Version])

  /// Forgets what rules made; afterwards `made` tells what has been made since.
  func beginLoading() { forgetWhatRulesMade() }

  var made: Made { (Array(keys[lastingKeys...]), Array(versions[lastingVersions...])) }

  /// Puts back what was made, where it was.
  func take(_ made: Made) {
    keys += made.keys
    for version in made.versions {
      versionNumbers[version] = versions.count
      versions.append(version)
    }
  }

  private func forgetWhatRulesMade() {
    keys.removeLast(keys.count - lastingKeys)
    guard versions.count > lastingVersions else { return }
    versions.removeLast(versions.count - lastingVersions)
    versionNumbers = versionNumbers.filter { $0.value < lastingVersions }
  }

  package func node(bundle: Int, graph: Int = 0) -> LuaNode {
    LuaNode(kind: ObjectKind.bundle.rawValue, owner: UInt32(clamping: graph), index: UInt32(clamping: bundle))
  }

  /// The position of a recorded build among the graphs; nil when it is not there yet.
  func graph(of row: RecordedBuild) -> Int? { recorded[row.sequence] }

  func add(_ graph: BundleGraph, of row: RecordedBuild) -> Int {
    graphs.append(graph)
    infoDocuments.append([Int?](repeating: nil, count: graph.bundles.count))
    recorded[row.sequence] = graphs.count - 1
    rows[graphs.count - 1] = row
    return graphs.count - 1
  }

  package func node(value: PropertyList.Node, document: Int) -> LuaNode {
    LuaNode(kind: ObjectKind.value.rawValue, owner: UInt32(clamping: document), index: value.index)
  }

  /// A value of a property list as functions of a policy get it.
  package func luaValue(_ node: PropertyList.Node, document: Int) -> LuaValue {
    luaValue(node, of: documents[document].list, document: document)
  }

  /// The same, read from a list that is that document's.
  func luaValue(_ node: PropertyList.Node, of list: PropertyList, document: Int) -> LuaValue {
    switch list.kind(of: node) {
    case .string: return .string(list.string(of: node) ?? "")
    case .boolean: return .boolean(list.boolean(of: node) ?? false)
    case .real: return .number(list.real(of: node) ?? 0)
    case .integer:
      switch list.integer(of: node) {
      case .signed(let number): return .integer(number)
      case .unsigned(let number): return .number(Double(number))
      case nil: return .nil
      }
    case .dictionary, .array, .set, .date, .data, .uid, .null: return .node(self.node(value: node, document: document))
    }
  }

  /// What a handle stands for, as the order of keys takes it.
  func place(of node: LuaNode) -> (numbers: [UInt64], text: String, index: UInt32) {
    func graph(_ number: Int) -> UInt64 {
      // Builds of a ledger are behind the others, in its order.
      rows[number].map { UInt64(clamping: $0.sequence) | 1 << 63 } ?? UInt64(clamping: number)
    }
    func place(of reference: FileReference, _ index: UInt32) -> (numbers: [UInt64], text: String, index: UInt32) {
      ([UInt64(node.kind), graph(reference.graph), UInt64(clamping: reference.bundle)], reference.path, index)
    }
    let (owner, index) = (Int(node.owner), Int(node.index))
    switch ObjectKind(rawValue: node.kind) {
    case .value where owner < documents.count:
      let document = documents[owner]
      return place(
        of: FileReference(graph: document.graph, bundle: document.bundle, path: document.file ?? ""), node.index)
    case .file where index < files.count, .png where index < files.count, .icns where index < files.count,
      .machO where index < files.count, .catalog where index < files.count, .profile where index < files.count:
      return place(of: files[index], 0)
    case .icnsImage where owner < files.count, .asset where owner < files.count,
      .assetImage where owner < files.count, .machOSlice where owner < files.count,
      .machOBuild where owner < files.count, .machOLibrary where owner < files.count,
      .machOSymbols where owner < files.count, .signature where owner < files.count,
      .profileCertificate where owner < files.count, .archive where owner < files.count,
      .archiveMember where owner < files.count:
      return place(of: files[owner], node.index)
    case .key where index < keys.count: return ([UInt64(node.kind)], keys[index], 0)
    case .version where index < versions.count:
      return ([UInt64(node.kind)], versions[index].dialect.rawValue + " " + versions[index].text, 0)
    default: return ([UInt64(node.kind), graph(owner)], "", node.index)
    }
  }

  package func bundle(_ node: LuaNode) -> Bundle? {
    guard
      [ObjectKind.bundle, .files, .history].contains(where: { $0.rawValue == node.kind }),
      Int(node.owner) < graphs.count, Int(node.index) < graphs[Int(node.owner)].bundles.count
    else { return nil }
    return graphs[Int(node.owner)].bundles[Int(node.index)]
  }

  package func value(_ node: LuaNode) -> (document: Document, node: PropertyList.Node)? {
    guard node.kind == ObjectKind.value.rawValue, Int(node.owner) < documents.count else { return nil }
    let document = documents[Int(node.owner)]
    guard Int(node.index) < document.list.nodeCount else { return nil }
    return (document, PropertyList.Node(index: node.index))
  }

  /// The document of a bundle's information property list.
  package func infoDocument(graph: Int, bundle: Int) -> Int {
    if let known = infoDocuments[graph][bundle] { return known }
    let subject = graphs[graph].bundles[bundle]
    documents.append(
      Document(
        list: subject.info, graph: graph, bundle: bundle, file: subject.infoPath,
        bundlePath: graph == 0 ? subject.path : nil))
    infoDocuments[graph][bundle] = documents.count - 1
    return documents.count - 1
  }

  func document(_ reference: FileReference, isJSON: Bool = false) -> Int? {
    isJSON ? jsonNumbers[reference] : documentNumbers[reference]
  }

  func add(_ list: PropertyList, _ reference: FileReference, isJSON: Bool = false) -> Int {
    let number = add(apart: list, reference)
    documents[number].isPart = false
    if isJSON { jsonNumbers[reference] = number } else { documentNumbers[reference] = number }
    return number
  }

  /// Takes up a list that is not the file it was found in, but only a part of it.
  func add(apart list: PropertyList, _ reference: FileReference) -> Int {
    documents.append(
      Document(
        list: list, graph: reference.graph, bundle: reference.bundle, file: reference.path,
        bundlePath: reference.graph == 0 ? graphs[0].bundles[reference.bundle].path : nil, isPart: true))
    readBytes += list.byteSize
    return documents.count - 1
  }

  /// Makes ready for a rule: it holds no handle of another. What others had read is given up when it is much, and read anew if need be.
  func beginRule() {
    forgetWhatRulesMade()
    guard readBytes > Self.keptBytes || files.count > Self.keptFiles else { return }
    documents = []
    departures = [:]
    infoDocuments = graphs.map { [Int?](repeating: nil, count: $0.bundles.count) }
    readBytes = 0
    documentNumbers = [:]
    jsonNumbers = [:]
    files = []
    fileNumbers = [:]
    facts = FileFactCache()
  }

  package func node(file reference: FileReference) -> LuaNode {
    LuaNode(kind: ObjectKind.file.rawValue, owner: 0, index: UInt32(clamping: number(of: reference)))
  }

  /// The position of a file in `files`, from the first question on.
  func number(of reference: FileReference) -> Int {
    let next = files.count
    func take(_ number: inout Int?) -> Int {
      if number == nil { number = next }
      return number ?? next
    }
    let number = take(&fileNumbers[reference])
    if number == next { files.append(reference) }
    return number
  }

  func node(key name: String) -> LuaNode {
    if let known = keys.firstIndex(of: name) {
      return LuaNode(kind: ObjectKind.key.rawValue, owner: 0, index: UInt32(known))
    }
    keys.append(name)
    return LuaNode(kind: ObjectKind.key.rawValue, owner: 0, index: UInt32(clamping: keys.count - 1))
  }

  func node(version: Version) -> LuaNode {
    // A rule in a loop parses the same text again and again.
    let known = versionNumbers[version]
    if known == nil {
      versionNumbers[version] = versions.count
      versions.append(version)
    }
    return LuaNode(kind: ObjectKind.version.rawValue, owner: 0, index: UInt32(clamping: known ?? versions.count - 1))
  }

  /// A handle of its own, so that the handles of two versions do not tell whether their texts are the same.
  func node(separateVersion version: Version) -> LuaNode {
    versions.append(version)
    return LuaNode(kind: ObjectKind.version.rawValue, owner: 0, index: UInt32(clamping: versions.count - 1))
  }
}
