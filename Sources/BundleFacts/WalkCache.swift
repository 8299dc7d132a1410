package import Basics
package import Bundles

/// The files that patterns match in the bundles under test: several rules ask for the same ones.
///
/// A rule pays the full price of a search, even if another rule has done it.
package struct WalkCache {
  private static var limits: (walks: Int, files: Int, globs: Int, pattern: Int) { (256, 50_000, 512, 256) }

  private struct Question: Hashable {
    /// Its number among the bundles under test, as the caller counts them.
    let bundle: UInt64
    let pattern: ExactText
  }

  package struct Walk {
    package let files: [FileTree.Entry]
    package let fuel: UInt64

    package init(files: [FileTree.Entry], fuel: UInt64) { (self.files, self.fuel) = (files, fuel) }
  }

  package init() {}

  private var walks: [Question: Walk] = [:]
  private var fileCount = 0
  private var globs: [ExactText: Glob] = [:]

  package mutating func forget() {
    walks.removeAll(keepingCapacity: true)
    fileCount = 0
  }

  package func walk(_ pattern: String, of bundle: UInt64) -> Walk? {
    walks[Question(bundle: bundle, pattern: ExactText(pattern))]
  }

  package mutating func keep(_ pattern: String, of bundle: UInt64, _ files: [FileTree.Entry], fuel: UInt64) {
    guard pattern.utf8.count <= Self.limits.pattern, walks.count < Self.limits.walks,
      fileCount + files.count <= Self.limits.files
    else { return }
    fileCount += files.count
    walks[Question(bundle: bundle, pattern: ExactText(pattern))] = Walk(files: files, fuel: fuel)
  }

  package mutating func glob(_ pattern: String) -> Glob? {
    if let known = globs[ExactText(pattern)] { return known }
    guard let glob = Glob(pattern) else { return nil }
    if pattern.utf8.count <= Self.limits.pattern, globs.count < Self.limits.globs { globs[ExactText(pattern)] = glob }
    return glob
  }
}

/// The tables of strings that rules read: several rules use the same few, and parsing a table's files takes a while.
package struct StringsCache {
  /// The maximum number of tables, including missing ones, and of bytes of their files.
  private static var limits: (tables: Int, bytes: Int) { (1024, 16 << 20) }

  package struct Question: Hashable {
    let bundle: UInt64
    let table: ExactText
    let language: ExactText?

    package init(bundle: UInt64, table: ExactText, language: ExactText?) {
      (self.bundle, self.table, self.language) = (bundle, table, language)
    }
  }

  package struct Answer {
    /// Nil if the table does not exist.
    package let table: StringsTable?
    /// The number of bytes of each file that was read for it, for which every rule pays.
    package let read: [Int]

    package init(table: StringsTable?, read: [Int]) { (self.table, self.read) = (table, read) }
  }

  package init() {}

  private var known: [Question: Answer] = [:]
  private var bytes = 0

  package mutating func forget() {
    known.removeAll(keepingCapacity: true)
    bytes = 0
  }

  package subscript(question: Question) -> Answer? { known[question] }

  package mutating func keep(_ answer: Answer, of question: Question) {
    let size = answer.read.reduce(0, +)
    guard known.count < Self.limits.tables, size <= Self.limits.bytes - bytes else { return }
    bytes += size
    known[question] = answer
  }
}
