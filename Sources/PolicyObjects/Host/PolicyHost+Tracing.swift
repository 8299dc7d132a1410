import Basics
package import Bundles
package import LuaRuntime
import PropertyLists

extension PolicyHost {
  /// Records that a key of Info.plist is read for a field of a bundle.
  package func note(key: String, of bundle: Bundle, graph: Int) {
    reads?.key(key, of: bundle.info.root, in: document(of: bundle, graph))
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
    let document = document(of: bundle, Int(node.owner))
    reads.passage(of: bundle.info.root, in: document)
    reads.strings(
      "InfoPlist", language: languages.joined(separator: ", "), isPresent: info.strings != nil, of: bundle,
      graph: Int(node.owner))
    for value in info.values where value.isLocalized {
      reads.key(value.name, of: bundle.info.root, in: document)
      reads.string(value.key, in: value.source, of: bundle, graph: Int(node.owner))
    }
  }

  private func document(of bundle: Bundle, _ graph: Int) -> Document {
    Document(
      list: bundle.info, graph: graph, bundle: bundle.index, file: bundle.infoPath,
      bundlePath: graph == 0 ? bundle.path : nil)
  }
}
