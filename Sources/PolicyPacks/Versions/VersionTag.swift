package import Basics

/// A tag that is a version: `v1.2.3` or `1.2.3` (Semantic Versioning 2.0.0).
package struct VersionTag: Hashable, Sendable {
  /// The tag.
  package let name: String
  /// The version.
  package let version: Version
  /// What the tag names, as far as that is known.
  package var revision: String?

  /// Nil for a tag that is not a version.
  package init?(_ name: String) {
    let text = name.hasPrefix("v") ? String(name.dropFirst()) : name
    guard text.utf8.count <= VersionRange.limit, let version = Version(text, dialect: .semver) else { return nil }
    self.name = name
    self.version = version
  }

  /// Whether it comes after another in the order of Semantic Versioning.
  package func isNewer(than other: VersionTag) -> Bool { (version.compare(to: other.version) ?? 0) > 0 }

  /// Whether it is a pre-release.
  package var isPrerelease: Bool { version.stage != nil }
}

/// The versions that a source has.
package struct VersionTags: Sendable {
  /// In ascending order.
  package let all: [VersionTag]

  /// Takes the tags that are versions.
  package init(_ tags: [VersionTag]) {
    all = tags.sorted { left, right in
      let order = left.version.compare(to: right.version) ?? 0
      return order == 0 ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8) : order < 0
    }
  }

  /// The highest version that all of these accept; nil for none.
  ///
  /// Throws when two tags are that version and name different things.
  package func highest(_ isAccepted: (VersionTag) -> Bool) throws(PackError) -> VersionTag? {
    guard let best = all.last(where: isAccepted) else { return nil }
    let same = all.filter { $0.version.compare(to: best.version) == 0 && isAccepted($0) }
    if let other = same.first(where: { $0.name != best.name && ($0.revision == nil || $0.revision != best.revision) }) {
      throw PackError(
        .source, "the tags '\(other.name)' and '\(best.name)' are the same version, but name different things",
        hint: "name one of them with 'ref', or ask the maintainers to remove the other")
    }
    return best
  }

  /// The newest release; the newest pre-release where there is no release.
  package func newest() throws(PackError) -> VersionTag? {
    if let release = try highest({ !$0.isPrerelease }) { return release }
    return try highest { _ in true }
  }

  /// What there is, for messages: `1.0.0 to 2.4.1`.
  var phrase: String {
    guard let first = all.first, let last = all.last else { return "none" }
    return all.count == 1 ? first.name : "\(all.count), from \(first.name) to \(last.name)"
  }
}
