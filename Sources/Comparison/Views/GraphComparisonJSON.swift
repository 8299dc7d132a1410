package import Bundles
import StructuredText

/// Writes the changes between two bundles as a JSON document, format version 1. Values are complete, in the form of `inspect`.
package struct GraphComparisonJSON {
  /// The version of the program, for `tool.version`.
  package let toolVersion: String

  package init(toolVersion: String) { self.toolVersion = toolVersion }

  /// Returns the document, which ends with a newline. The same comparison gives the same bytes.
  package func render(_ comparison: GraphComparison) -> [UInt8] {
    let outcome = comparison.errors.isEmpty ? (comparison.isDifferent ? "different" : "same") : "error"
    return document(outcome, old: comparison.old.displayPath, new: comparison.new.displayPath) { json in
      json.member("differences", comparison.changeCount)
      json.member("listsOnly", comparison.comparesListsOnly)
      json.name("ignored")
      json.array { for ignored in comparison.ignored.map(\.rawValue).sorted() { $0.string(ignored) } }
      json.name("added")
      json.array { for bundle in comparison.added { write(bundle, &$0) } }
      json.name("removed")
      json.array { for bundle in comparison.removed { write(bundle, &$0) } }
      json.name("bundles")
      json.array { json in
        for pair in comparison.pairs where pair.isDifferent || !pair.rewritten.isEmpty { write(pair, &json) }
      }
      write(comparison.errors.map { ($0.file, $0.message) }, &json)
    }
  }

  /// Returns the document about bundles that cannot be compared because of these errors.
  package func render(_ errors: [BundleError], old: String, new: String) -> [UInt8] {
    document("error", old: old, new: new) { json in
      json.member("differences", 0)
      json.member("listsOnly", false)
      for name in ["ignored", "added", "removed", "bundles"] {
        json.name(name)
        json.array { _ in }
      }
      write(errors.map { ($0.file, $0.message) }, &json)
    }
  }

  private func document(
    _ outcome: String, old: String, new: String, _ members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("format", "bundlepolicy-bundle-comparison")
      json.member("version", 1)
      json.name("tool")
      json.object {
        $0.member("name", "bundlepolicy")
        $0.member("version", toolVersion)
      }
      json.member("outcome", outcome)
      json.member("old", old)
      json.member("new", new)
      members(&json)
    }
    return json.bytes + [0x0A]
  }

  private func write(_ errors: [(file: String?, message: String)], _ json: inout JSONWriter) {
    json.name("errors")
    json.array { json in
      for error in errors {
        json.object {
          $0.member("file", error.file)
          $0.member("message", error.message)
        }
      }
    }
  }

  private func write(_ bundle: Bundle, _ json: inout JSONWriter) {
    json.object {
      $0.member("path", bundle.path)
      $0.member("identifier", bundle.identifier)
      $0.member("kind", bundle.kind.rawValue)
      $0.member("platform", bundle.platform?.rawValue)
    }
  }

  private func write(_ pair: BundleDifference, _ json: inout JSONWriter) {
    json.object { json in
      json.member("path", pair.new.path)
      json.member("oldPath", pair.old.path)
      json.member("identifier", pair.new.identifier)
      json.member("kind", pair.new.kind.rawValue)
      json.name("facts")
      json.array { json in
        for fact in pair.facts {
          json.object {
            $0.member("name", fact.name)
            $0.member("before", fact.before)
            $0.member("after", fact.after)
          }
        }
      }
      json.name("info")
      write(pair.info, &json)
      json.name("localizations")
      json.object { json in
        json.name("added")
        json.array { for name in pair.addedLocalizations { $0.string(name) } }
        json.name("removed")
        json.array { for name in pair.removedLocalizations { $0.string(name) } }
      }
      json.name("entitlements")
      write(pair.entitlements, &json)
      json.name("documents")
      json.array { json in
        for document in pair.documents {
          json.object {
            $0.member("path", document.path)
            $0.name("changes")
            write(document.changes, &$0)
          }
        }
      }
      json.name("files")
      json.array { json in
        for file in pair.files {
          json.object {
            $0.member("path", file.path)
            $0.name("before")
            write(file.before, &$0)
            $0.name("after")
            write(file.after, &$0)
          }
        }
      }
      json.name("rewritten")
      json.array { for path in pair.rewritten { $0.string(path) } }
    }
  }

  private func write(_ changes: [ValueChange], _ json: inout JSONWriter) {
    json.array { json in
      for change in changes {
        json.object { json in
          json.member("keyPath", change.keyPath)
          json.name("before")
          write(change.before, &json)
          json.name("after")
          write(change.after, &json)
        }
      }
    }
  }

  private func write(_ value: ValueChange.Value?, _ json: inout JSONWriter) {
    guard let value else { return json.null() }
    json.object { json in
      json.member("type", value.kind.name)
      json.member("line", value.place.line.map { Int($0) })
      json.member("column", value.place.column.map { Int($0) })
      json.name("value")
      PropertyListJSON.write(value.node, of: value.list, to: &json)
    }
  }

  private func write(_ state: FileChange.State?, _ json: inout JSONWriter) {
    guard let state else { return json.null() }
    json.object {
      $0.member("type", state.type.rawValue)
      $0.member("size", state.size)
      $0.member("executable", state.isExecutable)
      $0.member("linkTarget", state.linkTarget)
      $0.member("sha256", state.digest)
      $0.member("image", state.image)
    }
  }
}
