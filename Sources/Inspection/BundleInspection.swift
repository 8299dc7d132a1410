import Basics
package import Bundles
import Presentation
import PropertyLists
import StructuredText

package enum BundleInspection {
  /// Returns a JSON object with the facts and Info.plist of the outer bundle, and the nested bundles.
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
      json.member("path", bundle.displayPath)
      json.member("name", bundle.name)
      json.member("kind", bundle.kind.rawValue)
      json.member("platform", bundle.platform?.rawValue)
      json.member("layout", bundle.layout.rawValue)
      json.member("identifier", bundle.identifier)
      json.member("executable", bundle.executable)
      json.member("infoPath", bundle.infoPath)
      json.name("localizations")
      json.array { for name in localizations[bundle.index] { $0.string(name) } }
      json.name("diagnostics")
      json.array { json in
        for diagnostic in bundle.diagnostics {
          json.object {
            $0.member("code", diagnostic.code)
            $0.member("path", diagnostic.path)
            $0.member("message", diagnostic.message)
          }
        }
      }
      json.name("info")
      PropertyListJSON.write(bundle.info.root, of: bundle.info, to: &json)
      json.name("bundles")
      json.array { for child in bundle.children { write(graph.bundles[child], graph, localizations, &$0) } }
    }
  }

  /// Returns the graph as an indented tree, which ends with a newline.
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
      out.add(" " + text)
      out.newLine()
    }
    out.add(String(repeating: "  ", count: indent))
    out.add(bundle.path.isEmpty ? bundle.displayPath : bundle.path, .bold)
    let facts = [bundle.kind.rawValue, bundle.platform?.rawValue, "\(bundle.layout.rawValue) layout"].compactMap { $0 }
    out.add("  " + facts.joined(separator: ", "), .dim)
    out.newLine()
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
