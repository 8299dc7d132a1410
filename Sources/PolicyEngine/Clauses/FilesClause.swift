import PolicyObjects
import Basics
import BundleFacts
package import Bundles
package import PolicySchema
package import LuaRuntime

package struct FilesClause: Clause {
  package static let definition = APIField("files?", "Files", "Files that must exist, and files that must not.")
  package static let table: APIClass? = APIClass(
    "Files", .declaration,
    "Path patterns: `*` matches within a path component, `**` across components, `[a-z]` one of a set.",
    fields: [
      APIField("require?", "string|string[]", "Patterns that must each match a file."),
      APIField("forbid?", "string|string[]", "Patterns that must not match any file."),
    ])

  package typealias Pattern = (pattern: String, glob: Glob)

  package var required: [Pattern] = []
  package var forbidden: [Pattern] = []

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    guard let options = try rule.table(of: Self.self) else { return nil }
    let clause = Self(required: try options.pathPatterns("require"), forbidden: try options.pathPatterns("forbid"))
    if clause.required.isEmpty, clause.forbidden.isEmpty {
      throw DeclarationError("\(options.place): it is empty; give 'require' or 'forbid'")
    }
    return clause
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let bundle = context.bundle
    let above = bundle.path.isEmpty ? 0 : bundle.path.utf8.count + 1
    let nested = Set(context.graph.children(of: bundle).map { Array($0.path.utf8.dropFirst(above)) })
    for (pattern, glob) in required {
      // A framework's file does not count as the application's.
      var found: FileTree.Entry?
      for entry in try Self.matches(glob, &context) where !BundlePath.isInside(nested, entry.path.utf8) {
        guard try Self.isFile(entry, &context) else { continue }
        found = entry
        break
      }
      if let found {
        context.reads?.file(found.path, isPresent: true, of: bundle)
        continue
      }
      context.reads?.files(pattern, count: 0, of: bundle)
      context.collector.add(
        "there is no file \(pattern)", file: pattern, isMissing: true,
        details: .init(expected: "a file \(pattern)", fix: "add it to the target that builds \(bundle.name)"))
    }
    var seen: Set<[UInt8]> = []
    for (pattern, glob) in forbidden {
      // Files in a nested bundle ship with this one, even if the rule applies to the nested bundle too.
      var matches = 0
      defer { context.reads?.files(pattern, count: matches, of: bundle) }
      for entry in try Self.matches(glob, &context) {
        matches += 1
        // A second pattern that matches the file reports another finding.
        let isFirst = seen.insert(Array(entry.path.utf8)).inserted
        context.collector.add(
          "\(entry.path) must not ship", file: entry.path,
          details: .init(
            expected: "nothing that matches \(pattern)", fix: "leave it out of the build's resources",
            discriminator: isFirst ? nil : pattern, forbiddenBy: pattern))
      }
    }
    return .evaluated
  }

  private static func matches(_ glob: Glob, _ context: inout ClauseContext) throws(LuaFailure) -> [FileTree.Entry] {
    let (files, limit) = (context.bundle.files, context.allowance.fuel)
    let (count, found): (Int, [FileTree.Entry])
    do throws(StorageError) {
      count = try files.all().count
      found = try files.entries(matching: glob, steps: &context.fuel, limit: limit)
    } catch {
      throw LuaFailure(kind: .error, message: "the files cannot be listed: \(error.description)")
    }
    try context.spend(UInt64(count))
    return found
  }

  /// A regular file, or a link inside the bundle to one.
  private static func isFile(_ entry: FileTree.Entry, _ context: inout ClauseContext) throws(LuaFailure) -> Bool {
    let files = context.bundle.files
    switch entry.type {
    case .file: return true
    case .symbolicLink:
      try context.spend(500 + files.price(to: entry.path))
      do throws(StorageError) {
        _ = try files.source(of: entry.path)
        return true
      } catch {
        guard error.code != .tooManySteps else { throw LuaFailure(kind: .error, message: error.description) }
        return false
      }
    case .directory, .other: return false
    }
  }

  package var summary: String {
    [
      required.isEmpty ? nil : "requires files: \(required.map(\.pattern).joined(separator: ", "))",
      forbidden.isEmpty ? nil : "forbids files: \(forbidden.map(\.pattern).joined(separator: ", "))",
    ].compactMap { $0 }.joined(separator: "; ")
  }

  package func satisfaction(in context: ClauseContext) -> String {
    let there = required.isEmpty ? nil : "there is a file for \(counted(required.count, "pattern"))"
    let gone = forbidden.isEmpty ? nil : "no file matches \(counted(forbidden.count, "forbidden pattern"))"
    return [there, gone].compactMap { $0 }.joined(separator: "; ")
  }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    "\(counted(findings, "file")) missing or forbidden"
  }

  package func mayReport(at steps: [String]) -> Bool { false }
}
