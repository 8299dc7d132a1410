import Basics
package import Bundles
import FileFacts
import PropertyLists

/// What changed about one bundle; those nested in it are told of apart.
package struct BundleDifference: Sendable {
  /// Something the graph says of a bundle in a word.
  package struct Fact: Hashable, Sendable {
    /// What it is: `identifier`, `version`, `build`, `kind`, `platform`, `minimumSystem`, `layout`, `path`.
    package let name: String
    /// Nil where there is none.
    package let before: String?
    /// Nil where there is none.
    package let after: String?
  }

  /// A property list or strings file whose values changed.
  package struct Document: Sendable {
    /// Relative to the later bundle, to the earlier one where they differ only by the bundle's layout.
    package let path: String
    /// What changed, in the order of the keys' bytes. Never empty.
    package let changes: [ValueChange]
  }

  package let old: Bundle
  package let new: Bundle
  /// What the graph says of it otherwise.
  package let facts: [Fact]
  /// What changed in the information property list, in the order of the keys' bytes.
  package let info: [ValueChange]
  /// Localizations that only the later side has, by bytes.
  package let addedLocalizations: [String]
  /// Localizations that only the earlier side has, by bytes.
  package let removedLocalizations: [String]
  /// What changed in the entitlements that the executable is signed with.
  package let entitlements: [ValueChange]
  /// Strings files, tables and other property lists whose values changed, by path.
  package let documents: [Document]
  /// Files, links and directories that are new, gone or changed, by path. Documents are left out.
  package let files: [FileChange]
  /// Files that hold the same values, written in another form or otherwise, by path: no difference.
  package let rewritten: [String]

  /// Whether anything differs.
  package var isDifferent: Bool { changeCount > 0 }

  /// How many things differ. What a fact says is counted where it was read.
  package var changeCount: Int {
    // Facts that are read from the information property list are changes there already.
    facts.count { ["kind", "platform", "layout", "path"].contains($0.name) } + info.count
      + addedLocalizations.count + removedLocalizations.count + entitlements.count
      + documents.reduce(0) { $0 + $1.changes.count } + files.count
  }

  init(
    old: Bundle, new: Bundle, _ changes: FileComparison.Changes, isOfListsOnly: Bool,
    _ errors: inout [ComparisonError]
  ) {
    self.old = old
    self.new = new
    info = ValueComparison.changes(from: old.info, to: new.info)
    var facts = Self.facts(old, new, isOfListsOnly: isOfListsOnly)
    if old.path != new.path { facts.insert(Fact(name: "path", before: old.path, after: new.path), at: 0) }
    self.facts = facts
    documents = changes.documents
    files = changes.files
    rewritten = changes.rewritten
    guard !isOfListsOnly else {
      (addedLocalizations, removedLocalizations, entitlements) = ([], [], [])
      return
    }
    let before = Self.localizations(of: old, &errors)
    let after = Self.localizations(of: new, &errors)
    addedLocalizations = Self.sorted(after.subtracting(before))
    removedLocalizations = Self.sorted(before.subtracting(after))
    entitlements = Self.compareEntitlements(old, new, &errors)
  }

  private static func sorted(_ names: Set<ExactText>) -> [String] {
    names.map(\.text).sortedByBytes()
  }

  private static func localizations(of bundle: Bundle, _ errors: inout [ComparisonError]) -> Set<ExactText> {
    do throws(StorageError) {
      return Set(try bundle.localizations().map(ExactText.init))
    } catch {
      errors.append(ComparisonError(file: bundle.displayPath, message: error.description))
      return []
    }
  }

  // MARK: Facts

  /// Keys that say from which system on a bundle runs: of macOS, and of the others
  /// (https://developer.apple.com/documentation/bundleresources/information-property-list/lsminimumsystemversion).
  private static let minimumSystemKeys = ["LSMinimumSystemVersion", "MinimumOSVersion"]

  private static func facts(_ old: Bundle, _ new: Bundle, isOfListsOnly: Bool) -> [Fact] {
    func minimumSystem(_ bundle: Bundle) -> String? {
      minimumSystemKeys.lazy.compactMap { bundle.string($0) }.first
    }
    var facts = [
      Fact(name: "identifier", before: old.identifier, after: new.identifier),
      Fact(
        name: "version", before: old.string("CFBundleShortVersionString"),
        after: new.string("CFBundleShortVersionString")),
      Fact(name: "build", before: old.string("CFBundleVersion"), after: new.string("CFBundleVersion")),
      Fact(name: "minimumSystem", before: minimumSystem(old), after: minimumSystem(new)),
    ]
    // A bare list is of no kind that could be compared with a bundle's.
    if !isOfListsOnly {
      facts += [
        Fact(name: "kind", before: old.kind.rawValue, after: new.kind.rawValue),
        Fact(name: "platform", before: old.platform?.rawValue, after: new.platform?.rawValue),
        Fact(name: "layout", before: old.layout.rawValue, after: new.layout.rawValue),
      ]
    }
    return facts.filter { $0.before != $0.after }
  }

  // MARK: Entitlements

  private static func compareEntitlements(
    _ old: Bundle, _ new: Bundle, _ errors: inout [ComparisonError]
  ) -> [ValueChange] {
    let before = entitlements(of: old, &errors)
    let after = entitlements(of: new, &errors)
    switch (before, after) {
    case (nil, nil): return []
    case (let before?, let after?): return ValueComparison.changes(from: before, to: after)
    case (let before?, nil):
      return [ValueChange(keyPath: "", before: ValueChange.Value(list: before, node: before.root), after: nil)]
    case (nil, let after?):
      return [ValueChange(keyPath: "", before: nil, after: ValueChange.Value(list: after, node: after.root))]
    }
  }

  /// Nil when there is no executable, when it is no Mach-O file, and when it is signed without any or not at all.
  private static func entitlements(of bundle: Bundle, _ errors: inout [ComparisonError]) -> PropertyList? {
    guard let executable = bundle.executable else { return nil }
    let file = "\(bundle.displayPath)/\(executable)"
    let source: any ByteSource
    do throws(StorageError) {
      source = try bundle.files.source(of: executable)
    } catch {
      // That it is not there, or a directory, the files tell.
      if error.code != .notFound, error.code != .notAFile {
        errors.append(ComparisonError(file: file, message: error.description))
      }
      return nil
    }
    do throws(FileFactError) {
      return try MachOFile.read(source, file: file)?.entitlements(in: source, file: file)
    } catch {
      errors.append(ComparisonError(file: file, message: "the entitlements cannot be read: \(error.message)"))
      return nil
    }
  }
}

/// Which bundle of one graph is which of another: the outer one the outer one, others by path, then by identifier, kind and name.
struct BundleMatching {
  /// Positions in the graphs, in the order of the later one.
  private(set) var pairs: [(old: Int, new: Int)] = []
  /// Positions in the later graph.
  private(set) var added: [Int] = []
  /// Positions in the earlier graph.
  private(set) var removed: [Int] = []

  init(_ old: BundleGraph, _ new: BundleGraph, outerOnly: Bool) {
    pairs = [(0, 0)]
    if outerOnly { return }
    // By bytes: paths that Swift holds for equal may be two.
    var byPath: [[UInt8]: Int] = [:]
    for bundle in old.bundles where bundle.index != 0 { byPath[Array(bundle.path.utf8)] = bundle.index }
    var partners = [Int?](repeating: nil, count: new.bundles.count)
    for bundle in new.bundles where bundle.index != 0 {
      partners[bundle.index] = byPath.removeValue(forKey: Array(bundle.path.utf8))
    }
    // What is left may have moved. Of several alike none can be told from the others.
    var leftOver: [Identity: [Int]] = [:]
    for index in byPath.values { leftOver[Identity(old.bundles[index]), default: []].append(index) }
    var wanted: [Identity: [Int]] = [:]
    for bundle in new.bundles where bundle.index != 0 && partners[bundle.index] == nil {
      wanted[Identity(bundle), default: []].append(bundle.index)
    }
    for (identity, positions) in wanted {
      guard identity.identifier != nil, positions.count == 1, let position = positions.first,
        let candidates = leftOver[identity], candidates.count == 1, let candidate = candidates.first
      else { continue }
      partners[position] = candidate
    }
    var taken: Set<Int> = [0]
    for bundle in new.bundles where bundle.index != 0 {
      if let partner = partners[bundle.index] {
        pairs.append((partner, bundle.index))
        taken.insert(partner)
      } else {
        added.append(bundle.index)
      }
    }
    removed = old.bundles.map(\.index).filter { !taken.contains($0) }
  }

  /// What a bundle keeps when it is moved.
  private struct Identity: Hashable {
    let identifier: String?
    let kind: Bundle.Kind
    let name: String

    init(_ bundle: Bundle) {
      identifier = bundle.identifier
      kind = bundle.kind
      name = bundle.name
    }
  }
}
