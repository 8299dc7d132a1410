import Basics
import BuildRecords
package import Bundles
package import LuaRuntime
import PolicySchema
package import PropertyLists
import ReleaseLedger

package enum ObjectKind: UInt32, CaseIterable {
  /// owner: graph (0: the one under test, from 1: earlier builds, first the given, then the recorded ones); index: bundle.
  case bundle = 1
  /// owner: document; index: node of its property list.
  case value
  /// The earlier builds. owner: graph; index: bundle.
  case history
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
  /// index: entry of `GraphObjects.files` whose facts have been read.
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
  case day
  /// index: entry of `GraphObjects.files` whose profile has been read.
  case profile
  /// owner: entry of `GraphObjects.files`; index: position in the list.
  case profileCertificate
  /// A bundle that was checked, as a rule that compares bundles sees it. index: entry of `ComparedBundles.bundles`.
  case collected
  case acrossReport
  /// owner: graph; index: bundle.
  case measures
}

extension LuaNode {
  package init(_ kind: ObjectKind, owner: Int = 0, index: Int = 0) {
    self.init(kind: kind.rawValue, owner: UInt32(clamping: owner), index: UInt32(clamping: index))
  }

  /// The object of another kind that has the same numbers.
  func with(_ kind: ObjectKind) -> LuaNode { LuaNode(kind: kind.rawValue, owner: owner, index: index) }
}

extension ObjectKind {
  /// The meaning of the numbers in a handle.
  enum Home {
    /// owner: a document.
    case document
    /// index: a file.
    case file
    /// owner: a file.
    case inFile
    /// index: a key or version.
    case name
    case other
  }

  var home: Home {
    switch self {
    case .value: .document
    case .file, .png, .icns, .machO, .catalog, .profile: .file
    case .icnsImage, .asset, .assetImage, .machOSlice, .machOBuild, .machOLibrary, .machOSymbols, .signature,
      .profileCertificate, .archive, .archiveMember:
      .inFile
    case .key, .version: .name
    case .bundle, .history, .report, .files, .keys, .shape, .fixture, .seal, .day, .collected, .acrossReport, .measures:
      .other
    }
  }
}

package struct Document {
  package let list: PropertyList
  package let graph: Int
  package let bundle: Int
  /// Relative to the bundle; nil for a bare property list, which is the bundle itself.
  package let file: String?
  /// The bundle's path in the graph under test; nil in an earlier build.
  let bundlePath: String?
  let form: Form
  /// The number of this list among several in the file, such as one for each slice; 0 if there is only one.
  let part: UInt64

  /// A list in a file of a bundle.
  package init(
    _ list: PropertyList, file: String?, of bundle: Bundle, graph: Int = 0, form: Form = .file, part: UInt64 = 0
  ) {
    (self.list, self.file, self.graph, self.bundle) = (list, file, graph, bundle.index)
    (bundlePath, self.form, self.part) = (graph == 0 ? bundle.path : nil, form, part)
  }

  package enum Form: UInt64 {
    case file, json
    case entitlements, profile, certificateDates, embeddedInfo, signatureDates
  }

  var isPart: Bool { form != .file && form != .json }

  func fixPlace(_ node: PropertyList.Node) -> FixReader.Place {
    FixReader.Place(list, node, isChangeable: !isPart && list.format != .json)
  }
}

/// The identity of the object that a handle refers to, which does not depend on how the rule got it. Handles are numbered as rules ask
/// for objects, and rules must not learn what others asked for.
struct NodePlace {
  /// The kind, the graph, and all else that orders before the path.
  var numbers: [UInt64]
  /// The path in the outermost bundle, with links resolved; a name if it is not a file.
  var path = ""
  var index: UInt32 = 0
  /// How the rule asked for it: the bundle, and the path in it.
  var bundle: UInt64 = 0
  var spelling = ""

  /// Whether both are the same object, possibly found by different paths.
  func isSame(as other: NodePlace) -> Bool {
    numbers == other.numbers && path.hasSameBytes(as: other.path) && index == other.index
  }

  /// Negative if this place precedes the other.
  func order(to other: NodePlace) -> Int {
    if numbers != other.numbers { return numbers.lexicographicallyPrecedes(other.numbers) ? -1 : 1 }
    if !path.hasSameBytes(as: other.path) { return path.precedesInBytes(other.path) ? -1 : 1 }
    if index != other.index { return index < other.index ? -1 : 1 }
    if bundle != other.bundle { return bundle < other.bundle ? -1 : 1 }
    if !spelling.hasSameBytes(as: other.spelling) { return spelling.precedesInBytes(other.spelling) ? -1 : 1 }
    return 0
  }
}

/// The objects behind the handles that Lua holds. Emptied for each bundle under test.
///
/// Each host has one, and it is a class because every question looks something up in it.
package final class GraphObjects {
  package init() {}

  package struct FileReference: Hashable {
    package let graph: Int
    package let bundle: Int
    private let exactPath: ExactText

    package var path: String { exactPath.text }

    package init(graph: Int, bundle: Int, path: String) {
      (self.graph, self.bundle, exactPath) = (graph, bundle, ExactText(BundlePath.plain(path)))
    }
  }

  package private(set) var graphs: [BundleGraph] = []
  /// How many of `graphs` are earlier builds from the command line.
  private(set) var givenCount = 0
  private var recorded: [Int64: Int] = [:]
  private(set) var rows: [Int: RecordedBuild] = [:]
  /// The position among `graphs` of the archive that contains the outer bundle under test; nil if no rule has asked for it.
  private(set) var containerGraph: Int?
  package private(set) var documents: [Document] = []
  /// By file. Property lists and JSON are separate: a policy may ask for one file as both.
  private var documentNumbers: [FileReference: Int] = [:]
  private var jsonNumbers: [FileReference: Int] = [:]
  var departures: [Int: KeyDepartureSearch] = [:]
  private var readBytes = 0
  /// Bytes of documents that are kept from one rule to the next.
  private static let keptBytes = 64 << 20
  private static let keptFiles = 200_000
  /// The places of files in the outermost bundle: the path itself, and its target if it is a link.
  private var places: [FileReference: (entry: String, content: String)] = [:]
  package private(set) var files: [FileReference] = []
  private var fileNumbers: [FileReference: Int] = [:]
  var facts = FileFactCache()
  package private(set) var keys: [String] = []
  private(set) var versions: [Version] = []
  private var versionNumbers: [Version: Int] = [:]
  private var infoDocuments: [[Int?]] = []
  /// The number of keys and versions that policies made while they loaded. Policies may store those, so their handles stay valid.
  private var lastingKeys = 0
  private var lastingVersions = 0

  /// Keeps everything that exists now for all bundles. Called when the policies have loaded.
  package func keepLoaded() {
    lastingKeys = keys.count
    lastingVersions = versions.count
  }

  func reset(to graph: BundleGraph, history: [BundleGraph]) {
    graphs = [graph] + history
    givenCount = history.count
    recorded.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    containerGraph = nil
    places.removeAll(keepingCapacity: true)
    forgetWhatRulesRead(keepingCapacity: true)
    forgetWhatRulesMade()
  }

  private func forgetWhatRulesRead(keepingCapacity: Bool) {
    infoDocuments = graphs.map { [Int?](repeating: nil, count: $0.bundles.count) }
    documents.removeAll(keepingCapacity: keepingCapacity)
    departures.removeAll(keepingCapacity: keepingCapacity)
    documentNumbers.removeAll(keepingCapacity: keepingCapacity)
    jsonNumbers.removeAll(keepingCapacity: keepingCapacity)
    readBytes = 0
    files.removeAll(keepingCapacity: keepingCapacity)
    fileNumbers.removeAll(keepingCapacity: keepingCapacity)
    facts = FileFactCache()
  }

  /// Prepares for running sources; `keepLoaded()` keeps what they make.
  package func beginLoading() { forgetWhatRulesMade() }

  private func forgetWhatRulesMade() {
    keys.removeLast(keys.count - lastingKeys)
    guard versions.count > lastingVersions else { return }
    versions.removeLast(versions.count - lastingVersions)
    versionNumbers = versionNumbers.filter { $0.value < lastingVersions }
  }

  package func node(bundle: Int, graph: Int = 0) -> LuaNode { LuaNode(.bundle, owner: graph, index: bundle) }

  func graph(of row: RecordedBuild) -> Int? { recorded[row.sequence] }

  func add(_ graph: BundleGraph, of row: RecordedBuild) -> Int {
    let number = add(graph)
    (recorded[row.sequence], rows[number]) = (number, row)
    return number
  }

  /// The position among the graphs of the archive that contains the outer bundle under test, which is added on the first call.
  func container(_ container: BundleContainer) -> (graph: Int, isNew: Bool) {
    if let containerGraph { return (containerGraph, false) }
    let number = add(container.graph)
    containerGraph = number
    return (number, true)
  }

  private func add(_ graph: BundleGraph) -> Int {
    graphs.append(graph)
    infoDocuments.append([Int?](repeating: nil, count: graph.bundles.count))
    return graphs.count - 1
  }

  package func node(value: PropertyList.Node, document: Int) -> LuaNode {
    LuaNode(kind: ObjectKind.value.rawValue, owner: UInt32(clamping: document), index: value.index)
  }

  package func luaValue(_ node: PropertyList.Node, document: Int) -> LuaValue {
    luaValue(node, of: documents[document].list, document: document)
  }

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

  func place(of node: LuaNode) -> NodePlace {
    func graph(_ number: Int) -> UInt64 {
      // The archive around the bundle has the same number in every rule.
      if number == containerGraph { return 1 << 62 }
      // A ledger's builds follow the others, in the ledger's order.
      return rows[number].map { UInt64(clamping: $0.sequence) | 1 << 63 } ?? UInt64(clamping: number)
    }
    func place(of reference: FileReference, _ index: UInt32) -> NodePlace {
      NodePlace(
        numbers: [UInt64(node.kind), graph(reference.graph)], path: outerPaths(of: reference).entry, index: index,
        bundle: UInt64(clamping: reference.bundle), spelling: reference.path)
    }
    let kind = ObjectKind(rawValue: node.kind)
    switch kind?.home {
    case .document where Int(node.owner) < documents.count:
      let document = documents[Int(node.owner)]
      let reference = FileReference(graph: document.graph, bundle: document.bundle, path: document.file ?? "")
      return NodePlace(
        numbers: [UInt64(node.kind), graph(document.graph), document.form.rawValue, document.part],
        path: outerPaths(of: reference).content, index: node.index, bundle: UInt64(clamping: document.bundle),
        spelling: reference.path)
    case .file:
      if let file = file(node) { return place(of: file, 0) }
    case .inFile where Int(node.owner) < files.count: return place(of: files[Int(node.owner)], node.index)
    case .name:
      if kind == .key, let key = key(node) { return NodePlace(numbers: [UInt64(node.kind)], path: key) }
      if kind == .version, let version = version(node) {
        return NodePlace(numbers: [UInt64(node.kind)], path: version.dialect.rawValue + " " + version.text)
      }
    default: break
    }
    return NodePlace(numbers: [UInt64(node.kind), graph(Int(node.owner))], index: node.index)
  }

  func file(_ node: LuaNode) -> FileReference? { Int(node.index) < files.count ? files[Int(node.index)] : nil }

  func key(_ node: LuaNode) -> String? { Int(node.index) < keys.count ? keys[Int(node.index)] : nil }

  func version(_ node: LuaNode) -> Version? { Int(node.index) < versions.count ? versions[Int(node.index)] : nil }

  private func outerPaths(of reference: FileReference) -> (entry: String, content: String) {
    if let known = places[reference] { return known }
    let bundle = graphs[reference.graph].bundles[reference.bundle]
    let whole = BundlePath.join(bundle.path, reference.path)
    let content = (try? bundle.files.destination(reference.path)) ?? whole
    var entry = content
    if let status = try? bundle.files.status(reference.path), status.type == .symbolicLink {
      // Links in the folders are resolved, but not the link itself.
      let slash = reference.path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = slash.map { String(reference.path[..<$0]) } ?? ""
      let name = slash.map { String(reference.path[reference.path.utf8.index(after: $0)...]) } ?? reference.path
      entry = (try? bundle.files.destination(folder)).map { BundlePath.join($0, name) } ?? whole
    }
    places[reference] = (entry, content)
    return (entry, content)
  }

  package func bundle(_ node: LuaNode) -> Bundle? {
    guard
      [ObjectKind.bundle, .files, .history, .measures].contains(where: { $0.rawValue == node.kind }),
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

  package func infoDocument(graph: Int, bundle: Int) -> Int {
    if let known = infoDocuments[graph][bundle] { return known }
    let subject = graphs[graph].bundles[bundle]
    documents.append(Document(subject.info, file: subject.infoPath, of: subject, graph: graph))
    infoDocuments[graph][bundle] = documents.count - 1
    return documents.count - 1
  }

  /// The document of a bundle's information property list, which exists before anything is read.
  package func info(graph: Int, bundle: Int) -> Document {
    // The first access adds it, so the number must be computed before the array is accessed.
    return documents[infoDocument(graph: graph, bundle: bundle)]
  }

  func document(_ reference: FileReference, isJSON: Bool = false) -> Int? {
    if isJSON { return jsonNumbers[reference] }
    let bundle = graphs[reference.graph].bundles[reference.bundle]
    // The file has been read as the bundle's `info`.
    if bundle.infoPath?.hasSameBytes(as: reference.path) == true, !graphs[reference.graph].isRecord {
      return infoDocument(graph: reference.graph, bundle: reference.bundle)
    }
    return documentNumbers[reference]
  }

  func add(_ list: PropertyList, _ reference: FileReference, isJSON: Bool = false) -> Int {
    let number = add(list, reference, as: isJSON ? .json : .file)
    if isJSON { jsonNumbers[reference] = number } else { documentNumbers[reference] = number }
    return number
  }

  func add(_ list: PropertyList, _ reference: FileReference, as form: Document.Form, part: UInt64 = 0) -> Int {
    let bundle = graphs[reference.graph].bundles[reference.bundle]
    documents.append(Document(list, file: reference.path, of: bundle, graph: reference.graph, form: form, part: part))
    readBytes += list.byteSize
    return documents.count - 1
  }

  /// Prepares for the next rule: invalidates old handles, and drops cached documents if they are large.
  package func beginRule() {
    forgetWhatRulesMade()
    if readBytes > Self.keptBytes || files.count > Self.keptFiles { forgetWhatRulesRead(keepingCapacity: false) }
  }

  package func node(file reference: FileReference) -> LuaNode { LuaNode(.file, index: number(of: reference)) }

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
    if let known = keys.firstIndex(where: { $0.hasSameBytes(as: name) }) { return LuaNode(.key, index: known) }
    keys.append(name)
    return LuaNode(.key, index: keys.count - 1)
  }

  func node(version: Version) -> LuaNode {
    // A rule with a loop parses the same text repeatedly.
    let known = versionNumbers[version]
    if known == nil {
      versionNumbers[version] = versions.count
      versions.append(version)
    }
    return LuaNode(.version, index: known ?? versions.count - 1)
  }

  /// A separate handle for each version, so that two handles do not reveal whether their texts are the same.
  func node(separateVersion version: Version) -> LuaNode {
    versions.append(version)
    return LuaNode(.version, index: versions.count - 1)
  }
}
