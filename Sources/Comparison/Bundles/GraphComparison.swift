package import Basics
package import Bundles
package import PropertyLists

package struct GraphComparison: Sendable {
  /// The outer bundles are always paired.
  package let old: BundleGraph
  package let new: BundleGraph
  /// The bundles on both sides: the outer one first, then nested ones in the order of the new graph.
  package let pairs: [BundleDifference]
  package let added: [Bundle]
  package let removed: [Bundle]
  /// Errors for parts that could not be compared. If there are any, there may be more differences.
  package let errors: [ComparisonError]
  package let ignored: Set<Ignored>
  /// Whether one side is a bare property list, so that only Info.plist files were compared.
  package let comparesListsOnly: Bool

  package var isDifferent: Bool { !added.isEmpty || !removed.isEmpty || pairs.contains(where: \.isDifferent) }

  /// The number of differences. An added or removed bundle counts as one.
  package var changeCount: Int { added.count + removed.count + pairs.reduce(0) { $0 + $1.changeCount } }

  /// Compares two bundles. Reads each file at most once, and changed property lists twice.
  ///
  /// Parts that cannot be read are reported in `errors`.
  package init(
    from old: BundleGraph, to new: BundleGraph, ignoring ignored: Set<Ignored> = [],
    limits: ComparisonLimits = ComparisonLimits()
  ) {
    (self.old, self.new, self.ignored) = (old, new, ignored)
    let comparesListsOnly = old.outer.kind == .plist || new.outer.kind == .plist
    self.comparesListsOnly = comparesListsOnly
    let matching = BundleMatching(old, new, outerOnly: comparesListsOnly)
    var errors = (old.errors + new.errors).map { ComparisonError(file: $0.file, message: $0.message) }
    var files: [FileComparison.Changes] = []
    if !comparesListsOnly {
      var comparison = FileComparison(old, new, matching, ignored, limits)
      files = comparison.changes()
      errors += comparison.errors
    }
    var pairs: [BundleDifference] = []
    for (number, pair) in matching.pairs.enumerated() {
      let own = files.indices.contains(number) ? files[number] : FileComparison.Changes()
      pairs.append(
        BundleDifference(
          old: old.bundles[pair.old], new: new.bundles[pair.new], own, ignored, comparesListsOnly: comparesListsOnly,
          &errors))
    }
    self.pairs = pairs
    added = matching.added.map { new.bundles[$0] }
    removed = matching.removed.map { old.bundles[$0] }
    self.errors = errors
  }
}

package enum Ignored: String, Hashable, Sendable, CaseIterable {
  /// Code signatures with their entitlements, seals, notarization tickets and provisioning profiles.
  case signature

  /// Whether a file belongs to it, by its path in the innermost bundle.
  func contains(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    guard let name = parts.last else { return false }
    if parts.contains(where: { $0.elementsEqual("_CodeSignature".utf8) }) { return true }
    // A ticket is stapled, and old seals are linked, to the folder of the signed contents; profiles are in the same place.
    let folders: [[UInt8]] = [[], Array("Contents".utf8)]
    let isTop =
      folders.contains(Array(path.utf8.dropLast(name.count + 1)))
      || parts.count == 3 && parts[0].elementsEqual("Versions".utf8)
    let names = [
      "CodeResources", "embedded.mobileprovision", "embedded.provisionprofile", "archived-expanded-entitlements.xcent",
    ]
    return isTop && names.contains { name.elementsEqual($0.utf8) }
  }
}

package struct FileChange: Hashable, Sendable {
  package struct State: Hashable, Sendable {
    /// Links are not followed.
    package let type: FileType
    /// The size in bytes; nil unless it is a file.
    package let size: Int?
    /// Whether anyone may execute it; false unless it is a file.
    package let isExecutable: Bool
    package let linkTarget: String?
    /// The SHA-256 of the contents in 64 hexadecimal digits; nil for files on one side only and anything else.
    package internal(set) var digest: String?
    /// The hash of code without its signatures, if these are not compared.
    var unsignedDigest: String?
    /// A description of an icon or image, such as `512×512` or `ic07 128×128`; nil for other files.
    package internal(set) var image: String?

    init(_ status: FileStatus) {
      type = status.type
      size = status.type == .file ? status.size : nil
      isExecutable = status.type == .file && status.isExecutable
      linkTarget = status.linkTarget
    }

    /// Compares link targets by bytes: canonically equivalent texts may name different files.
    package static func == (left: State, right: State) -> Bool {
      left.type == right.type && left.size == right.size && left.isExecutable == right.isExecutable
        && Array((left.linkTarget ?? "").utf8) == Array((right.linkTarget ?? "").utf8)
        && left.digest == right.digest && left.image == right.image
    }
  }

  package let path: String
  package internal(set) var before: State?
  package internal(set) var after: State?
}

package struct ValueChange: Sendable {
  package struct Value: Sendable {
    package let list: PropertyList
    package let node: PropertyList.Node

    package var place: Place { list.place(of: node) }
    package var kind: PropertyList.Kind { list.kind(of: node) }
  }

  /// An RFC 6901 pointer to the value in the new list, or in the old one if it was removed.
  package let keyPath: String
  package let before: Value?
  package let after: Value?
}

package struct ComparisonLimits: Hashable, Sendable {
  package var bytes = 128 << 30
  /// The largest property list or strings file in bytes that is compared by value; larger ones are compared by digest.
  package var listBytes = 64 << 20
}

package typealias ComparisonError = Diagnostic<ComparisonCode>

package enum ComparisonCode: String, DiagnosticCode {
  case unreadable = "diff.unreadable"
}

extension ComparisonError {
  init(file: String?, message: String) { self.init(.unreadable, message, file: file) }
}
