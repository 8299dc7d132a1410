import Basics
import Bundles
import LuaRuntime
import PropertyLists

/// The files that patterns match in the bundles under test: several rules ask for the same ones.
///
/// A rule pays the full price of a search, even if another rule has done it.
struct WalkCache {
  /// The limits of the cache, and of a pattern's length.
  private static let limits = (walks: 256, files: 50_000, globs: 512, pattern: 256)

  private struct Question: Hashable {
    let bundle: LuaNode
    let pattern: ExactText
  }

  struct Walk {
    let files: [FileTree.Entry]
    let fuel: UInt64
  }

  private var walks: [Question: Walk] = [:]
  private var fileCount = 0
  private var globs: [ExactText: Glob] = [:]

  mutating func forget() {
    walks.removeAll(keepingCapacity: true)
    fileCount = 0
  }

  func walk(_ pattern: String, of bundle: LuaNode) -> Walk? {
    walks[Question(bundle: bundle, pattern: ExactText(pattern))]
  }

  mutating func keep(_ pattern: String, of bundle: LuaNode, _ files: [FileTree.Entry], fuel: UInt64) {
    guard pattern.utf8.count <= Self.limits.pattern, walks.count < Self.limits.walks,
      fileCount + files.count <= Self.limits.files
    else { return }
    fileCount += files.count
    walks[Question(bundle: bundle, pattern: ExactText(pattern))] = Walk(files: files, fuel: fuel)
  }

  /// Nil if the pattern is not one.
  mutating func glob(_ pattern: String) -> Glob? {
    if let known = globs[ExactText(pattern)] { return known }
    guard let glob = Glob(pattern) else { return nil }
    if pattern.utf8.count <= Self.limits.pattern, globs.count < Self.limits.globs { globs[ExactText(pattern)] = glob }
    return glob
  }
}

/// The tables of strings that rules read: several rules use the same few, and parsing a table's files takes a while.
struct StringsCache {
  /// The maximum number of tables, including missing ones, and of bytes of their files.
  private static let limits = (tables: 1024, bytes: 16 << 20)

  struct Question: Hashable {
    let bundle: LuaNode
    let table: ExactText
    let language: ExactText?
  }

  struct Answer {
    /// Nil if the table does not exist.
    let table: StringsTable?
    /// The number of bytes of each file that was read for it, for which every rule pays.
    let read: [Int]
  }

  private var known: [Question: Answer] = [:]
  private var bytes = 0

  mutating func forget() {
    known.removeAll(keepingCapacity: true)
    bytes = 0
  }

  subscript(question: Question) -> Answer? { known[question] }

  mutating func keep(_ answer: Answer, of question: Question) {
    let size = answer.read.reduce(0, +)
    guard known.count < Self.limits.tables, size <= Self.limits.bytes - bytes else { return }
    bytes += size
    known[question] = answer
  }
}
