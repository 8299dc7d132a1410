package import Basics
package import Bundles
package import PropertyLists

/// What changed from one bundle to another, with all that is nested in them.
package struct GraphComparison: Sendable {
  /// The outer bundles are compared whatever they are called.
  package let old: BundleGraph
  package let new: BundleGraph
  /// Every bundle that is there on both sides, the outer one first, then by path of the later side.
  package let pairs: [BundleDifference]
  /// Bundles that only the later side has, in the order of the graph.
  package let added: [Bundle]
  /// Bundles that only the earlier side has, in the order of the graph.
  package let removed: [Bundle]
  /// What kept something from being compared: while there is any, what differs isn't wholly known.
  package let errors: [ComparisonError]
  /// Whether one side is a bare property list, so that only information property lists were compared.
  package let isOfListsOnly: Bool

  /// Whether anything differs, as far as is known.
  package var isDifferent: Bool { !added.isEmpty || !removed.isEmpty || pairs.contains(where: \.isDifferent) }

  /// How many things differ, a bundle that is new or gone as one.
  package var changeCount: Int { added.count + removed.count + pairs.reduce(0) { $0 + $1.changeCount } }

  /// Compares two bundles. Each file is read once at most, and a second time where it is a property list that changed.
  ///
  /// What can't be read is in `errors`, and the rest is compared.
  package init(from old: BundleGraph, to new: BundleGraph, limits: ComparisonLimits = ComparisonLimits()) {
    self.old = old
    self.new = new
    let isOfListsOnly = old.outer.kind == .plist || new.outer.kind == .plist
    self.isOfListsOnly = isOfListsOnly
    let matching = BundleMatching(old, new, outerOnly: isOfListsOnly)
    var errors = (old.errors + new.errors).map { ComparisonError(file: $0.file, message: $0.message) }
    var files: [FileComparison.Changes] = []
    if !isOfListsOnly {
      var comparison = FileComparison(old, new, matching, limits)
      files = comparison.changes()
      errors += comparison.errors
    }
    var pairs: [BundleDifference] = []
    for (number, pair) in matching.pairs.enumerated() {
      let own = files.indices.contains(number) ? files[number] : FileComparison.Changes()
      pairs.append(
        BundleDifference(
          old: old.bundles[pair.old], new: new.bundles[pair.new], own, isOfListsOnly: isOfListsOnly, &errors))
    }
    self.pairs = pairs
    added = matching.added.map { new.bundles[$0] }
    removed = matching.removed.map { old.bundles[$0] }
    self.errors = errors
  }
}

/// A file, link or directory that is there on one side only, or is another.
package struct FileChange: Hashable, Sendable {
  package struct State: Hashable, Sendable {
    /// A link is a link.
    package let type: FileType
    /// In bytes; of a file alone.
    package let size: Int?
    /// Whether anybody may execute it; false for what is no file.
    package let isExecutable: Bool
    /// What the link says.
    package let linkTarget: String?
    /// SHA-256 of its contents, 64 hexadecimal digits; nil for what is no file, and for a file that only one side has.
    package internal(set) var digest: String?
    /// What an icon or another image holds, `512×512` or `ic07, ic08`; nil for every other file.
    package internal(set) var image: String?

    init(_ status: FileStatus) {
      type = status.type
      size = status.type == .file ? status.size : nil
      isExecutable = status.type == .file && status.isExecutable
      linkTarget = status.linkTarget
    }

    /// By the bytes of what a link says: texts that Swift holds for equal may name two files.
    package static func == (left: State, right: State) -> Bool {
      left.type == right.type && left.size == right.size && left.isExecutable == right.isExecutable
        && Array((left.linkTarget ?? "").utf8) == Array((right.linkTarget ?? "").utf8)
        && left.digest == right.digest && left.image == right.image
    }
  }

  /// Relative to the bundle.
  package let path: String
  /// Nil where it is new.
  package internal(set) var before: State?
  /// Nil where it is gone.
  package internal(set) var after: State?
}

/// A value of a property list that is there on one side only, or is another.
package struct ValueChange: Sendable {
  package struct Value: Sendable {
    package let list: PropertyList
    package let node: PropertyList.Node

    /// Where the value stands in its file.
    package var place: Place { list.place(of: node) }
    package var kind: PropertyList.Kind { list.kind(of: node) }
  }

  /// RFC 6901 pointer to the value: on the later side, on the earlier one where it is gone.
  package let keyPath: String
  /// Nil where the value was added.
  package let before: Value?
  /// Nil where the value is gone.
  package let after: Value?
}

/// How much is read to compare two bundles.
package struct ComparisonLimits: Hashable, Sendable {
  /// Bytes of all files of one side together, as the file system states them.
  package var bytes = 128 << 30
  /// Bytes of one property list or strings file that is compared value by value; of a larger one, only that it differs is told.
  package var listBytes = 64 << 20
}

/// Why something could not be compared. Its file is what it is about, as the user finds it.
package typealias ComparisonError = Diagnostic<ComparisonCode>

package enum ComparisonCode: String, DiagnosticCode {
  /// It can't be read, on one side or both.
  case unreadable = "diff.unreadable"
}

extension ComparisonError {
  init(file: String?, message: String) { self.init(.unreadable, message, file: file) }
}
