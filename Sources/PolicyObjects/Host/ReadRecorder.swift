import Basics
package import Bundles
package import LuaRuntime
package import PropertyLists
package import Reports

/// Records what a rule reads while it is evaluated on one bundle. It only exists if reads are recorded, so that other checks only pay
/// for a nil check.
package final class ReadRecorder {
  /// The maximum number of distinct reads of one rule on one bundle; of further ones only the existence is known.
  static let limit = 2_000

  package private(set) var infoKeys: Set<String> = []
  package private(set) var isCut = false

  private struct Container: Hashable {
    let build: String?
    let bundle: String
    let file: String?
    let pointer: String
  }

  private var graphs: [BundleGraph]
  private var reads: Set<Read> = []
  /// How many elements of each container were read, and how many it has.
  private var passages: [Container: (seen: Int, count: Int)] = [:]

  /// `graphs`: the graph under test, then the earlier builds.
  package init(_ graphs: [BundleGraph]) { self.graphs = graphs }

  func add(_ graph: BundleGraph) { graphs.append(graph) }

  package var all: [Read] {
    let passed = passages.map { container, passage in
      Read(
        kind: .entries, build: container.build, bundle: container.bundle, file: container.file, name: container.pointer,
        type: nil, value: passage.seen < passage.count ? "\(passage.seen) of \(passage.count)" : "\(passage.count)",
        isPresent: true, line: nil)
    }
    return (Array(reads) + passed).sorted(by: Read.precedes)
  }

  private func add(_ read: Read) {
    if reads.count + passages.count < Self.limit || reads.contains(read) {
      reads.insert(read)
    } else {
      isCut = true
    }
  }

  // MARK: Property lists

  package func key(_ key: String, of container: PropertyList.Node, in document: Document) {
    let position = document.list.position(of: container, forKey: key)
    let pointer = document.list.pointer(to: container) + "/" + JSONPointer.escape(key)
    add(pointer, position: position, of: container, in: document)
  }

  package func element(_ position: Int, of container: PropertyList.Node, in document: Document) {
    // A loop ends by asking for the entry after the last.
    guard position != document.list.count(of: container) else { return passage(of: container, in: document) }
    let isThere = document.list.element(of: container, at: position) != nil
    add(
      "\(document.list.pointer(to: container))/\(position)", position: isThere ? position : nil, of: container,
      in: document)
  }

  /// Records a read of the entry at a position in document order, by any name.
  func entry(at position: Int, of container: PropertyList.Node, in document: Document) {
    if document.list.kind(of: container) == .dictionary {
      key(document.list.key(of: container, at: position), of: container, in: document)
    } else {
      element(position, of: container, in: document)
    }
  }

  package func step(_ token: String, of container: PropertyList.Node, in document: Document) {
    if document.list.kind(of: container) == .dictionary {
      key(token, of: container, in: document)
    } else if let position = JSONPointer.position(token) {
      element(position, of: container, in: document)
    } else {
      nothing(at: document.list.pointer(to: container) + "/" + JSONPointer.escape(token), in: document)
    }
  }

  package func nothing(at pointer: String, in document: Document) {
    add(pointer, position: nil, of: document.list.root, in: document)
  }

  private func add(_ pointer: String, position: Int?, of container: PropertyList.Node, in document: Document) {
    let list = document.list
    let child = position.flatMap { list.element(of: container, at: $0) }
    if let bundle = bundle(document), bundle.infoPath == document.file, let key = JSONPointer.tokens(pointer)?.first,
      infoKeys.count < Self.limit
    {
      infoKeys.insert(key)
    }
    let isEntry = list.kind(of: container) == .dictionary
    let place = position.map { isEntry ? list.keyPlace(of: container, at: $0) : child.map(list.place) ?? Place() }
    add(
      Read(
        kind: .key, build: build(document.graph), bundle: path(document), file: document.file, name: pointer,
        type: child.map { list.kind(of: $0).name }, value: child.flatMap { Self.text(of: $0, in: list) },
        isPresent: child != nil, line: document.bundlePath == nil ? nil : place?.line.map(Int.init)))
  }

  /// Records an iteration over entries: the first `seen` of the fixed order, or all.
  package func passage(of container: PropertyList.Node, in document: Document, upTo seen: Int? = nil) {
    let count = document.list.count(of: container)
    let place = Container(
      build: build(document.graph), bundle: path(document), file: document.file,
      pointer: document.list.pointer(to: container))
    guard passages[place] != nil || reads.count + passages.count < Self.limit else { return isCut = true }
    let reached = min(seen ?? count, count)
    passages[place] = (max(reached, passages[place]?.seen ?? 0), count)
  }

  func diagnostics(of document: Document) {
    add(
      Read(
        kind: .diagnostics, build: build(document.graph), bundle: path(document), file: document.file, name: "",
        type: nil, value: nil, isPresent: true, line: nil))
  }

  // MARK: Bundles and files

  /// Records a read of a bundle's field. `value` is nil if the bundle has none.
  package func field(_ name: String, _ value: String?, of bundle: Bundle, graph: Int = 0) {
    add(
      .bundle, name, value.map { $0.shortened(to: ValueText.limit) }, isPresent: value != nil, build(graph),
      bundle.path)
  }

  package func strings(_ table: String, language: String?, isPresent: Bool, of bundle: Bundle, graph: Int = 0) {
    add(.strings, "\(table) (\(language ?? "no language"))", nil, isPresent: isPresent, build(graph), bundle.path)
  }

  package func string(_ key: String, in source: StringsTable.Source, of bundle: Bundle, graph: Int = 0) {
    self.key(key, of: source.node, in: Document(source.list, file: source.path, of: bundle, graph: graph))
  }

  package func file(_ path: String, isPresent: Bool, fact: String? = nil, of bundle: Bundle, graph: Int = 0) {
    add(.file, path, fact, isPresent: isPresent, build(graph), bundle.path)
  }

  package func files(_ pattern: String?, count: Int, of bundle: Bundle, graph: Int = 0) {
    add(.files, pattern ?? "**", "\(count)", isPresent: count > 0, build(graph), bundle.path)
  }

  func day(_ day: CalendarDate) { add(.day, "as_of", day.text, isPresent: true, nil, "") }

  private func add(
    _ kind: Read.Kind, _ name: String, _ value: String?, isPresent: Bool, _ build: String?, _ bundle: String
  ) {
    add(
      Read(
        kind: kind, build: build, bundle: bundle, file: nil, name: name, type: nil, value: value, isPresent: isPresent,
        line: nil))
  }

  // MARK: Names

  private func build(_ graph: Int) -> String? { graph > 0 && graph < graphs.count ? graphs[graph].displayPath : nil }

  private func bundle(_ document: Document) -> Bundle? {
    guard document.graph < graphs.count, document.bundle < graphs[document.graph].bundles.count else { return nil }
    return graphs[document.graph].bundles[document.bundle]
  }

  private func path(_ document: Document) -> String { bundle(document)?.path ?? "" }

  /// A scalar as findings show it; nil for containers, whose contents have not been read.
  private static func text(of node: PropertyList.Node, in list: PropertyList) -> String? {
    switch list.kind(of: node) {
    case .dictionary, .array, .set: nil
    default: ValueText.describe(node, in: list)
    }
  }
}

extension PolicyHost {
  package func note(key: String, of bundle: Bundle, graph: Int) {
    reads?.key(key, of: bundle.info.root, in: Document(bundle.info, file: bundle.infoPath, of: bundle, graph: graph))
  }

  package func note(entitlements count: Int?, of bundle: Bundle, graph: Int) {
    guard let reads else { return }
    note(key: "CFBundleExecutable", of: bundle, graph: graph)
    if let executable = bundle.executable {
      reads.file(executable, isPresent: true, fact: "entitlements", of: bundle, graph: graph)
    }
    reads.field("entitlements", count.map { counted($0, "entry", "entries") }, of: bundle, graph: graph)
  }

  package func note(file path: String, of node: LuaNode, isPresent: Bool) {
    guard let reads, let bundle = objects.bundle(node) else { return }
    reads.file(path, isPresent: isPresent, of: bundle, graph: Int(node.owner))
  }

  package func note(fact: String, of reference: GraphObjects.FileReference) {
    guard let reads, fact != "path" else { return }
    reads.file(
      reference.path, isPresent: true, fact: fact, of: objects.graphs[reference.graph].bundles[reference.bundle],
      graph: reference.graph)
  }

  package func note(files pattern: String?, count: Int, of node: LuaNode) {
    guard let reads, let bundle = objects.bundle(node) else { return }
    reads.files(pattern, count: count, of: bundle, graph: Int(node.owner))
  }

  package func note(strings table: String, language: String?, isPresent: Bool, of node: LuaNode) {
    guard let reads, let bundle = objects.bundle(node) else { return }
    reads.strings(table, language: language, isPresent: isPresent, of: bundle, graph: Int(node.owner))
  }

  /// Records a read of Info.plist with localizations: the localized values, and everything else as a whole.
  package func note(localized info: LocalizedInfo, languages: [String], of node: LuaNode) {
    guard let reads, let bundle = objects.bundle(node) else { return }
    let document = Document(bundle.info, file: bundle.infoPath, of: bundle, graph: Int(node.owner))
    reads.passage(of: bundle.info.root, in: document)
    reads.strings(
      "InfoPlist", language: languages.joined(separator: ", "), isPresent: info.strings != nil, of: bundle,
      graph: Int(node.owner))
    for value in info.values where value.isLocalized {
      reads.key(value.name, of: bundle.info.root, in: document)
      reads.string(value.key, in: value.source, of: bundle, graph: Int(node.owner))
    }
  }
}
