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
    let above = bundle.path.isEmpty ? 0 : bundle.path.utf8.count + 1
    let nested = graph.children(of: bundle).map { String(decoding: $0.path.utf8.dropFirst(above), as: UTF8.self) }
    for (pattern, glob) in clause.require {
      // A framework's file is not the application's.
      let found = all.first { entry in
        !isNested(entry.path, in: nested) && glob.matches(entry.path, steps: &fuel) && isFile(entry)
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
      for entry in all where glob.matches(entry.path, steps: &fuel) {
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

  /// A regular file, or a link inside the bundle to one.
  private func isFile(_ entry: FileTree.Entry) -> Bool {
    switch entry.type {
    case .file: return true
    case .symbolicLink: return (try? bundle.files.source(of: entry.path)) != nil
    case .directory, .other: return false
    }
  }

  private func isNested(_ path: String, in nested: [String]) -> Bool {
    nested.contains { path.utf8.starts(with: $0.utf8) && path.utf8.dropFirst($0.utf8.count).first == 0x2F }
  }
}
