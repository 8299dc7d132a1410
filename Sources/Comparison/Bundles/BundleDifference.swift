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

  /// The earlier bundle.
  package let old: Bundle
  /// The later bundle.
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

  private static func sorted(_ names: Set<String>) -> [String] {
    names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func localizations(of bundle: Bundle, _ errors: inout [ComparisonError]) -> Set<String> {
    do throws(StorageError) {
      return Set(try bundle.localizations())
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
      errors.append(ComparisonError(file: file, message: "the entitlements can't be read: \(error.message)"))
      return nil
    }
  }
}
