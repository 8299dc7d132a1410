import PolicyLock
import PolicyPacks

/// Which native checkers of a pack are locked.
enum PackCheckerReview {
  /// All, where they were reviewed; else those that are what they were. And what is to be said about it.
  static func review(
    _ name: String, _ locked: LockedPack, before: [String: String], isReviewed: Bool, _ fetcher: PackFetcher
  ) throws(PackError) -> (checkers: [String: String], remarks: [String]) {
    let found = try fetcher.checkers(name, locked).sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var checkers: [String: String] = [:]
    var remarks: [String] = []
    for (path, digest) in found {
      if isReviewed || before[path] == digest {
        checkers[path] = digest
        if before[path] != digest { remarks.append("  locked    \(path), native code: \(digest)") }
      } else {
        let what = before[path] == nil ? "native code" : "native code, which was changed"
        remarks.append(
          "  left out  \(path), \(what); after a review run 'bundlepolicy pack update \(name) --with-checkers'")
      }
    }
    for path in before.keys.sorted() where !found.contains(where: { $0.key == path }) {
      remarks.append("  gone      \(path), native code")
    }
    return (checkers, remarks)
  }
}
