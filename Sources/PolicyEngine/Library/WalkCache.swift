import Basics
import Bundles
import LuaRuntime
import PropertyLists

/// The files that patterns match in the bundles under test: several rules ask for the same ones.
///
/// What a rule pays for them is what finding them took, whoever asked first.
struct WalkCache {
  /// What is kept at a time, and the longest pattern that is.
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

  /// Forgets what was found in the bundles before.
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

  /// Nil when the pattern is not one.
  mutating func glob(_ pattern: String) -> Glob? {
    if let known = globs[ExactText(pattern)] { return known }
    guard let glob = Glob(pattern) else { return nil }
    if pattern.utf8.count <= Self.limits.pattern, globs.count < Self.limits.globs { globs[ExactText(pattern)] = glob }
    return glob
  }
}

extension PolicyHost {
  /// Finds the files that a pattern matches in a bundle, once for all rules. The fuel it returns is what the search took, whoever searched
  /// first; nil if that is more than `HostLibrary.workLimit`.
  func search(
    _ glob: Glob, _ pattern: String, of bundle: Bundle, _ node: LuaNode
  ) throws(StorageError) -> WalkCache.Walk? {
    if let known = walks.walk(pattern, of: node) { return known }
    var fuel = UInt64(try bundle.files.all().count)
    let found = try bundle.files.entries(matching: glob, steps: &fuel, limit: HostLibrary.workLimit)
    guard fuel <= HostLibrary.workLimit else { return nil }
    walks.keep(pattern, of: node, found, fuel: fuel)
    return WalkCache.Walk(files: found, fuel: fuel)
  }

  /// The number of files and folders of a bundle under test that a pattern matches. Adds what the search costs to `fuel`.
  ///
  /// - Throws: If the files cannot be listed, or the search takes more than one call may.
  func countFiles(
    matching glob: Glob, _ pattern: String, in bundle: Bundle, fuel: inout UInt64
  ) throws(LuaFailure) -> Int {
    let walk: WalkCache.Walk?
    do throws(StorageError) {
      walk = try search(glob, pattern, of: bundle, objects.node(bundle: bundle.index))
    } catch {
      throw LuaFailure(kind: .error, message: "the files cannot be listed: \(error.description)", file: nil, line: nil)
    }
    guard let walk else { throw LuaFailure(kind: .fuel, message: "", file: nil, line: nil) }
    let sum = fuel.addingReportingOverflow(walk.fuel)
    fuel = sum.overflow ? .max : sum.partialValue
    return walk.files.count
  }

  /// Whether the Info.plist of a bundle under test has a key, with or without a qualifier, or a value at a JSON Pointer.
  func hasKey(_ key: String, of bundle: Bundle) -> Bool {
    let info = bundle.info
    var node: PropertyList.Node? = info.root
    for step in ClauseContext.steps(key) {
      guard let container = node else { break }
      if reads != nil { reads?.step(step, of: container, in: objects.info(graph: 0, bundle: bundle.index)) }
      node = ClauseContext.child(of: container, step, in: info)
    }
    if node != nil { return true }
    let qualified: Set<ExactText>
    if let known = qualifiedKeys[bundle.index] {
      qualified = known
    } else {
      qualified = Set(QualifiedKey.all(in: info).map { ExactText($0.parts.base) })
      qualifiedKeys[bundle.index] = qualified
    }
    return qualified.contains(ExactText(key))
  }
}

/// The tables of strings that rules asked for: several rules look at the same few, and a table's files are parsed each time they are read.
struct StringsCache {
  /// Tables that are kept, those that are not there among them, and bytes of their files.
  private static let limits = (tables: 1024, bytes: 16 << 20)

  struct Question: Hashable {
    let bundle: LuaNode
    let table: ExactText
    let language: ExactText?
  }

  struct Answer {
    /// Nil when there is no such table.
    let table: StringsTable?
    /// The bytes of each file that was read for it, as whoever asks pays for them.
    let read: [Int]
  }

  private var known: [Question: Answer] = [:]
  private var bytes = 0

  /// Forgets what was read in the bundles before.
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
