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
    fuel += UInt64(all.count)
    for (pattern, glob) in clause.require where !all.contains(where: { glob.matches($0.path, steps: &fuel) }) {
      collector.add(
        "there is no file \(pattern)", file: pattern, isMissing: true,
        details: .init(expected: "a file \(pattern)", fix: "add it to the target that builds \(bundle.name)"))
    }
    let above = bundle.path.isEmpty ? 0 : bundle.path.utf8.count + 1
    let nested = graph.children(of: bundle).map { String(decoding: $0.path.utf8.dropFirst(above), as: UTF8.self) }
    for (pattern, glob) in clause.forbid {
      // The files of a nested bundle are judged when the rule runs on that.
      for entry in all where !isNested(entry.path, in: nested) && glob.matches(entry.path, steps: &fuel) {
        collector.add(
          "\(entry.path) must not ship", file: entry.path,
          details: .init(expected: "nothing that matches \(pattern)", fix: "leave it out of the build's resources"))
      }
    }
  }

  private func isNested(_ path: String, in nested: [String]) -> Bool {
    nested.contains { path.utf8.starts(with: $0.utf8) && path.utf8.dropFirst($0.utf8.count).first == 0x2F }
  }
}
