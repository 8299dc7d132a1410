package import Bundles
import StructuredText

package struct GraphComparisonJSON {
  package let toolVersion: String

  package init(toolVersion: String) { self.toolVersion = toolVersion }

  package func render(_ comparison: GraphComparison) -> [UInt8] {
    let outcome = comparison.errors.isEmpty ? (comparison.isDifferent ? "different" : "same") : "error"
    return document(outcome, old: comparison.old.displayPath, new: comparison.new.displayPath) { json in
      json.member("differences", comparison.changeCount)
      json.member("listsOnly", comparison.comparesListsOnly)
      json.strings("ignored", comparison.ignored.map(\.rawValue).sorted())
      json.array("added", of: comparison.added, write)
      json.array("removed", of: comparison.removed, write)
      json.array("bundles") { json in
        for pair in comparison.pairs where pair.isDifferent || !pair.rewritten.isEmpty { write(pair, &json) }
      }
      write(comparison.errors.map { ($0.file, $0.message) }, &json)
    }
  }

  package func render(_ errors: [BundleError], old: String, new: String) -> [UInt8] {
    document("error", old: old, new: new) { json in
      json.member("differences", 0)
      json.member("listsOnly", false)
      for name in ["ignored", "added", "removed", "bundles"] { json.array(name) { _ in } }
      write(errors.map { ($0.file, $0.message) }, &json)
    }
  }

  private func document(
    _ outcome: String, old: String, new: String, _ members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    JSONWriter.document { json in
      json.member("format", "bundlepolicy-bundle-comparison")
      json.member("version", 1)
      json.object("tool", ["name": "bundlepolicy", "version": toolVersion])
      json.members(["outcome": outcome, "old": old, "new": new])
      members(&json)
    }
  }

  private func write(_ errors: [(file: String?, message: String)], _ json: inout JSONWriter) {
    json.objects("errors", errors) { ["file": $0.file, "message": $0.message] }
  }

  private func write(_ bundle: Bundle, _ json: inout JSONWriter) {
    json.object([
      "path": bundle.path, "identifier": bundle.identifier, "kind": bundle.kind.rawValue,
      "platform": bundle.platform?.rawValue,
    ])
  }

  private func write(_ pair: BundleDifference, _ json: inout JSONWriter) {
    json.object { json in
      json.member("path", pair.new.path)
      json.member("oldPath", pair.old.path)
      json.member("identifier", pair.new.identifier)
      json.member("kind", pair.new.kind.rawValue)
      json.objects("facts", pair.facts) { ["name": $0.name, "before": $0.before, "after": $0.after] }
      write("info", pair.info, &json)
      json.object("localizations") { json in
        json.strings("added", pair.addedLocalizations)
        json.strings("removed", pair.removedLocalizations)
      }
      write("entitlements", pair.entitlements, &json)
      json.objects("documents", pair.documents) { document, json in
        json.member("path", document.path)
        write("changes", document.changes, &json)
      }
      json.objects("files", pair.files) { file, json in
        json.member("path", file.path)
        json.member("before", file.before, write)
        json.member("after", file.after, write)
      }
      json.strings("rewritten", pair.rewritten)
    }
  }

  private func write(_ name: String, _ changes: [ValueChange], _ json: inout JSONWriter) {
    json.objects(name, changes) { change, json in
      json.member("keyPath", change.keyPath)
      json.member("before", change.before, write)
      json.member("after", change.after, write)
    }
  }

  private func write(_ value: ValueChange.Value, _ json: inout JSONWriter) {
    json.object { json in
      json.member("type", value.kind.name)
      json.member("line", value.place.line.map { Int($0) })
      json.member("column", value.place.column.map { Int($0) })
      json.member("value", value.node) { PropertyListJSON.write($0, of: value.list, to: &$1) }
    }
  }

  private func write(_ state: FileChange.State, _ json: inout JSONWriter) {
    json.object([
      "type": state.type.rawValue, "size": state.size, "executable": state.isExecutable, "linkTarget": state.linkTarget,
      "sha256": state.digest, "image": state.image,
    ])
  }
}
