import Bundles
import LuaRuntime

// `files`: what must and must not lie in a bundle.
extension ClauseJudge {
  mutating func files(_ clause: FilesClause, _ collector: inout FindingCollector) throws(LuaFailure) {
    let all: [FileTree.Entry]
    do throws(StorageError) {
      all = try bundle.files.all()
    } catch {
      throw LuaFailure(
        kind: .error, message: "the files cannot be listed: \(error.description)", file: nil, line: nil)
    }
    try spend(UInt64(all.count))
    let above = bundle.path.isEmpty ? 0 : bundle.path.utf8.count + 1
    let nested = Set(graph.children(of: bundle).map { Array($0.path.utf8.dropFirst(above)) })
    for (pattern, glob) in clause.require {
      // A framework's file is not the application's.
      var found: FileTree.Entry?
      for entry in all where try isMatch(glob, entry) && !isNested(entry.path, in: nested) {
        guard try isFile(entry) else { continue }
        found = entry
        break
      }
      if let found {
        reads?.file(found.path, isPresent: true, of: bundle)
        continue
      }
      reads?.files(pattern, count: 0, of: bundle)
      collector.add(
        "there is no file \(pattern)", file: pattern, isMissing: true,
        details: .init(expected: "a file \(pattern)", fix: "add it to the target that builds \(bundle.name)"))
    }
    var forbidden: Set<[UInt8]> = []
    for (pattern, glob) in clause.forbid {
      // What lies in a nested bundle ships with this one, whether or not the rule is for that as well.
      var matches = 0
      defer { reads?.files(pattern, count: matches, of: bundle) }
      for entry in all where try isMatch(glob, entry) {
        matches += 1
        // What a further pattern says of the file is another finding.
        let isFirst = forbidden.insert(Array(entry.path.utf8)).inserted
        collector.add(
          "\(entry.path) must not ship", file: entry.path,
          details: .init(
            expected: "nothing that matches \(pattern)", fix: "leave it out of the build's resources",
            discriminator: isFirst ? nil : pattern, forbiddenBy: pattern))
      }
    }
  }

  private mutating func isMatch(_ glob: Glob, _ entry: FileTree.Entry) throws(LuaFailure) -> Bool {
    let isMatch = glob.matches(entry.path, steps: &fuel, limit: limit)
    try spend(0)
    return isMatch
  }

  /// A regular file, or a link inside the bundle to one.
  private mutating func isFile(_ entry: FileTree.Entry) throws(LuaFailure) -> Bool {
    switch entry.type {
    case .file: return true
    case .symbolicLink:
      try spend(500 + PolicyHost.price(ofSteps: bundle.files.steps(to: entry.path)))
      do throws(StorageError) {
        _ = try bundle.files.source(of: entry.path)
        return true
      } catch {
        guard error.code != .tooManySteps else {
          throw LuaFailure(kind: .error, message: error.description, file: nil, line: nil)
        }
        return false
      }
    case .directory, .other: return false
    }
  }

  /// Whether a path is in a nested bundle.
  private func isNested(_ path: String, in nested: Set<[UInt8]>) -> Bool {
    if nested.isEmpty { return false }
    let bytes = Array(path.utf8)
    return bytes.indices.contains { bytes[$0] == 0x2F && nested.contains(Array(bytes[..<$0])) }
  }
}
