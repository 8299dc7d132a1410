package import Basics

/// A git or registry tag that is a version: `v1.2.3` or `1.2.3` (Semantic Versioning 2.0.0).
package struct VersionTag: Hashable, Sendable {
  package let name: String
  package let version: Version
  package var revision: String?

  package init?(_ name: String) {
    let text = name.hasPrefix("v") ? String(name.dropFirst()) : name
    guard text.utf8.count <= VersionRange.limit, let version = Version(text, dialect: .semver) else { return nil }
    (self.name, self.version) = (name, version)
  }

  package func isNewer(than other: VersionTag) -> Bool { (version.compare(to: other.version) ?? 0) > 0 }

  package var isPrerelease: Bool { version.stage != nil }
}

package struct VersionTags: Sendable {
  package let all: [VersionTag]

  package init(_ tags: [VersionTag]) {
    all = tags.sorted { left, right in
      let order = left.version.compare(to: right.version) ?? 0
      return order == 0 ? left.name.precedesInBytes(right.name) : order < 0
    }
  }

  /// Returns the highest accepted version, or nil if there is none.
  ///
  /// Throws if two accepted tags are that version but name different revisions.
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

  package func newest() throws(PackError) -> VersionTag? {
    if let release = try highest({ !$0.isPrerelease }) { return release }
    return try highest { _ in true }
  }

  /// The available versions for messages: `2, from 1.0.0 to 2.4.1`.
  var phrase: String {
    guard let first = all.first, let last = all.last else { return "none" }
    return all.count == 1 ? first.name : "\(all.count), from \(first.name) to \(last.name)"
  }
}
