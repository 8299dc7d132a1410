import PolicyConsole
import Basics
import Bundles
import KeyRegistry
import PolicyEngine

// What a line may go on with.
extension Repl {
  func completions(of line: String) -> InteractiveSession.Completions {
    guard line.utf8.first == UInt8(ascii: ":"), !line.hasPrefix("::") else { return session.completions(of: line) }
    guard let blank = line.utf8.firstIndex(of: UInt8(ascii: " ")) else {
      return matching(Self.commands.map { ":" + $0.name + ($0.operand.isEmpty ? "" : " ") }, line, from: 0)
    }
    let start = line.utf8.distance(from: line.utf8.startIndex, to: blank) + 1
    let typed = String(decoding: line.utf8.dropFirst(start), as: UTF8.self)
    switch line.utf8.prefix(start - 1).elementsEqual(":type".utf8)
      ? "type" : String(line.utf8.prefix(start - 1).dropFirst())
    {
    case "type":
      let found = session.completions(of: typed)
      return .init(start: found.start + start, words: found.words)
    case "rule": return matching(ruleNames, typed, from: start)
    case "doc": return matching(ruleNames + KeyRegistry.allKeys, typed, from: start)
    case "bundle": return matching(graph?.bundles.map { $0.path.isEmpty ? "." : $0.path } ?? [], typed, from: start)
    case "load": return matching(DirectoryListing.paths(typed), typed, from: start)
    default: return .init(start: line.utf8.count, words: [])
    }
  }

  /// Every rule's id, whole and without its policy's.
  var ruleNames: [String] {
    (program?.ruleIDs ?? []).flatMap { id in [id, String(id.split(separator: "/").last ?? "")] }
  }

  private func matching(_ words: [String], _ typed: String, from start: Int) -> InteractiveSession.Completions {
    let found = Set(words.filter { $0.utf8.starts(with: typed.utf8) })
    return .init(start: start, words: found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }
}
