import Basics
package import Bundles
import Presentation
import PropertyLists
import StructuredText

package struct BundleStatistics: Sendable {
  package let path: String
  package let bundles: [(kind: Bundle.Kind, count: Int)]
  package let localizations: Int
  package let files: Int
  package let directories: Int
  package let links: Int
  package let others: Int
  package let bytes: Int
  package let largest: (bytes: Int, path: String)?
  /// Bundles at places where the platform does not look for any.
  package let unrecognized: [String]
  package let info: PropertyListStatistics

  package init(_ graph: BundleGraph) throws(StorageError) {
    let outer = graph.outer
    var counts: [FileType: Int] = [:]
    var bytes = 0
    var largest: (bytes: Int, path: String)?
    for entry in try outer.files.all() {
      counts[entry.type, default: 0] += 1
      guard entry.type == .file, entry.isNameValid else { continue }
      let size = try outer.files.status(entry.path).size
      let (sum, overflow) = bytes.addingReportingOverflow(size)
      bytes = overflow ? Int.max : sum
      if size > largest?.bytes ?? -1 { largest = (size, entry.path) }
    }
    path = graph.displayPath
    bundles = Bundle.Kind.allCases.map { kind in (kind, graph.bundles.count { $0.kind == kind }) }.filter { $0.1 > 0 }
    localizations = try outer.localizations().count
    files = counts[.file] ?? 0
    directories = counts[.directory] ?? 0
    links = counts[.symbolicLink] ?? 0
    others = counts[.other] ?? 0
    self.bytes = bytes
    self.largest = largest
    unrecognized = try graph.unrecognizedBundles()
    info = PropertyListStatistics(outer.info)
  }

  package func tree(isColored: Bool) -> String {
    var out = TerminalText(isColored: isColored)
    out.addLine(path, .bold)
    out.addFact("bundles", bundles.map { "\($0.kind.rawValue) \($0.count)" }.joined(separator: ", "))
    out.addFact("localizations", "\(localizations)")
    var kinds = [
      counted(files, "file"), counted(directories, "directory", "directories"),
    ]
    if links > 0 { kinds.append(counted(links, "symbolic link")) }
    if others > 0 { kinds.append(counted(others, "pipe, socket or device", "pipes, sockets or devices")) }
    out.addFact("tree", kinds.joined(separator: ", "))
    out.addFact("bytes", "\(bytes)")
    if let largest { out.addFact("largest", "\(counted(largest.bytes, "byte")) at \(largest.path)") }
    for path in unrecognized {
      out.addFact("unrecognized bundle", "\(path) is not in a location that is searched for bundles; it is not checked")
    }
    for line in info.lines { out.addFact("info \(line.name)", line.text) }
    return out.text
  }

  package func json() -> [UInt8] {
    JSONWriter.document { json in
      json.member("path", path)
      json.object("bundles") { json in
        for (kind, count) in bundles { json.member(kind.rawValue, count) }
      }
      json.members([
        "localizations": localizations, "files": files, "directories": directories, "links": links, "others": others,
        "bytes": bytes,
      ])
      json.member("largest", largest) { $1.object(["bytes": $0.bytes, "path": $0.path]) }
      json.strings("strayBundles", unrecognized)
      json.object("info") { info.write(to: &$0) }
    }
  }
}
