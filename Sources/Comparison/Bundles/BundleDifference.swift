import Basics
package import Bundles
import FileFacts
import PropertyLists

/// The differences between two versions of a bundle, without the differences of nested bundles.
package struct BundleDifference: Sendable {
  package struct Fact: Hashable, Sendable {
    /// The property: `identifier`, `version`, `build`, `kind`, `platform`, `minimumSystem`, `layout` or `path`.
    package let name: String
    package let before: String?
    package let after: String?
  }

  package struct Document: Sendable {
    package let path: String
    /// The changes in the order of the keys' bytes; not empty.
    package let changes: [ValueChange]
  }

  package let old: Bundle
  package let new: Bundle
  package let facts: [Fact]
  package let info: [ValueChange]
  package let addedLocalizations: [String]
  package let removedLocalizations: [String]
  package let entitlements: [ValueChange]
  /// Strings files, tables and other property lists with changed values, by path.
  package let documents: [Document]
  /// Added, removed or changed files, links and directories except documents, by path.
  package let files: [FileChange]
  /// Files with the same values in another encoding or format, by path. They do not count as differences.
  package let rewritten: [String]

  package var isDifferent: Bool { changeCount > 0 }

  /// The number of differences, each counted once.
  package var changeCount: Int {
    // The other facts come from Info.plist, where they are counted already.
    facts.count { ["kind", "platform", "layout", "path"].contains($0.name) } + info.count
      + addedLocalizations.count + removedLocalizations.count + entitlements.count
      + documents.reduce(0) { $0 + $1.changes.count } + files.count
  }

  init(
    old: Bundle, new: Bundle, _ changes: FileComparison.Changes, _ ignored: Set<Ignored>, comparesListsOnly: Bool,
    _ errors: inout [ComparisonError]
  ) {
    self.old = old
    self.new = new
    info = ValueComparison.changes(from: old.info, to: new.info)
    var facts = Self.facts(old, new, comparesListsOnly: comparesListsOnly)
    if old.path != new.path { facts.insert(Fact(name: "path", before: old.path, after: new.path), at: 0) }
    self.facts = facts
    documents = changes.documents
    files = changes.files
    rewritten = changes.rewritten
    guard !comparesListsOnly else {
      (addedLocalizations, removedLocalizations, entitlements) = ([], [], [])
      return
    }
    let before = Self.localizations(of: old, &errors)
    let after = Self.localizations(of: new, &errors)
    addedLocalizations = Self.sorted(after.subtracting(before))
    removedLocalizations = Self.sorted(before.subtracting(after))
    entitlements = ignored.contains(.signature) ? [] : Self.compareEntitlements(old, new, &errors)
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

  /// The keys for the minimum system version on macOS and on other platforms
  /// (https://developer.apple.com/documentation/bundleresources/information-property-list/lsminimumsystemversion).
  private static let minimumSystemKeys = ["LSMinimumSystemVersion", "MinimumOSVersion"]

  private static func facts(_ old: Bundle, _ new: Bundle, comparesListsOnly: Bool) -> [Fact] {
    func minimumSystem(_ bundle: Bundle) -> String? {
      minimumSystemKeys.lazy.compactMap { bundle.string($0) }.first
    }
    func fact(_ name: String, _ value: (Bundle) -> String?) -> Fact {
      Fact(name: name, before: value(old), after: value(new))
    }
    var facts = [
      fact("identifier", \.identifier), fact("version") { $0.string("CFBundleShortVersionString") },
      fact("build") { $0.string("CFBundleVersion") }, fact("minimumSystem", minimumSystem),
    ]
    // The kind of a bare property list cannot be compared with the kind of a bundle.
    if !comparesListsOnly {
      facts += [
        fact("kind", \.kind.rawValue), fact("platform", \.platform?.rawValue), fact("layout", \.layout.rawValue),
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
    if let before, let after { return ValueComparison.changes(from: before, to: after) }
    if before == nil && after == nil { return [] }
    func value(_ list: PropertyList) -> ValueChange.Value { ValueChange.Value(list: list, node: list.root) }
    return [ValueChange(keyPath: "", before: before.map(value), after: after.map(value))]
  }

  private static func entitlements(of bundle: Bundle, _ errors: inout [ComparisonError]) -> PropertyList? {
    guard let executable = bundle.executable else { return nil }
    let file = "\(bundle.displayPath)/\(executable)"
    let source: any ByteSource
    do throws(StorageError) {
      source = try bundle.files.source(of: executable)
    } catch {
      // A missing executable shows up in the comparison of files.
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

/// Pairs the bundles of two graphs: the outer bundles with each other, nested ones by path, then by identifier, kind and name.
struct BundleMatching {
  private(set) var pairs: [(old: Int, new: Int)] = []
  private(set) var added: [Int] = []
  private(set) var removed: [Int] = []

  init(_ old: BundleGraph, _ new: BundleGraph, outerOnly: Bool) {
    pairs = [(0, 0)]
    if outerOnly { return }
    // Compared by bytes: canonically equivalent paths may be different files.
    var byPath: [[UInt8]: Int] = [:]
    for bundle in old.bundles where bundle.index != 0 { byPath[Array(bundle.path.utf8)] = bundle.index }
    var partners = [Int?](repeating: nil, count: new.bundles.count)
    for bundle in new.bundles where bundle.index != 0 {
      partners[bundle.index] = byPath.removeValue(forKey: Array(bundle.path.utf8))
    }
    // The remaining bundles may have moved. Ambiguous ones are not paired.
    let leftOver = Dictionary(grouping: byPath.values) { Identity(old.bundles[$0]) }
    let unpaired = new.bundles.filter { $0.index != 0 && partners[$0.index] == nil }
    for (identity, bundles) in Dictionary(grouping: unpaired, by: Identity.init)
    where identity.identifier != nil && bundles.count == 1 {
      if let candidates = leftOver[identity], candidates.count == 1 { partners[bundles[0].index] = candidates[0] }
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
