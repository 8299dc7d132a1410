import Basics
package import Bundles
import Presentation
import PropertyLists
import StructuredText

package enum BundleInspection {
  package static func json(_ graph: BundleGraph) throws(StorageError) -> [UInt8] {
    var localizations: [[String]] = []
    for bundle in graph.bundles { localizations.append(try bundle.localizations()) }
    var json = JSONWriter()
    write(graph.outer, graph, localizations, &json)
    return json.bytes + [0x0A]
  }

  private static func write(
    _ bundle: Bundle, _ graph: BundleGraph, _ localizations: [[String]], _ json: inout JSONWriter
  ) {
    json.object { json in
      json.members([
        "path": bundle.displayPath, "name": bundle.name, "kind": bundle.kind.rawValue,
        "platform": bundle.platform?.rawValue, "layout": bundle.layout.rawValue, "identifier": bundle.identifier,
        "executable": bundle.executable, "infoPath": bundle.infoPath,
      ])
      json.strings("localizations", localizations[bundle.index])
      json.objects("diagnostics", bundle.diagnostics) { ["code": $0.code, "path": $0.path, "message": $0.message] }
      json.member("info", bundle.info) { PropertyListJSON.write($0.root, of: $0, to: &$1) }
      json.array("bundles", of: bundle.children) { write(graph.bundles[$0], graph, localizations, &$1) }
    }
  }

  package static func tree(_ graph: BundleGraph, isColored: Bool) throws(StorageError) -> String {
    var out = TerminalText(isColored: isColored)
    try write(graph.outer, graph, indent: 0, &out)
    return out.text
  }

  private static func write(
    _ bundle: Bundle, _ graph: BundleGraph, indent: Int, _ out: inout TerminalText
  ) throws(StorageError) {
    func line(_ name: String, _ text: String) {
      out.add(String(repeating: "  ", count: indent + 1))
      out.add(name, .dim)
      out.addLine(" " + text)
    }
    out.add(String(repeating: "  ", count: indent))
    out.add(bundle.path.isEmpty ? bundle.displayPath : bundle.path, .bold)
    let facts = [bundle.kind.rawValue, bundle.platform?.rawValue, "\(bundle.layout.rawValue) layout"].compactMap { $0 }
    out.addLine("  " + facts.joined(separator: ", "), .dim)
    line("identifier", bundle.identifier ?? "none")
    if let executable = bundle.executable { line("executable", executable) }
    let localizations = try bundle.localizations()
    if !localizations.isEmpty { line("localizations", localizations.joined(separator: ", ")) }
    for diagnostic in bundle.diagnostics { line("irregular", diagnostic.description) }
    let count = bundle.info.count(of: bundle.info.root)
    let format = "\(bundle.info.format.rawValue), \(counted(count, "key"))"
    line("info", (bundle.infoPath ?? bundle.name) + " (\(format))")
    InfoTree.write(bundle.info, indent: indent + 2, to: &out)
    for child in bundle.children { try write(graph.bundles[child], graph, indent: indent + 1, &out) }
  }
}
