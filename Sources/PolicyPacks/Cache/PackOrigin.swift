internal import Basics
internal import PolicyLock

/// The name that a pack's entry in the cache keeps for one line of a lock file that it was held against.
///
/// A digest says what a pack's files are, and not whose: what was got from one repository must not be taken for a version of
/// another because somebody wrote its digest beside that version. So an entry counts for those locks alone that were made, or
/// held against the repository, when it was got.
enum PackOrigin {
  /// How such names begin.
  static let beginning = "origin-"

  /// The name: the SHA-256 over all of the lock but the checkers, which are the project's own choice; and over the signers who
  /// were allowed, for one who is taken off the list must not count any more.
  static func name(of locked: LockedPack, signers: [UInt8]?) -> String {
    let fields = [
      locked.source, locked.ref, locked.path, locked.kind.rawValue, locked.commit, locked.tree, locked.digest,
      locked.tag,
      locked.signature?.object.rawValue, locked.signature?.principal, locked.signature?.key,
      signers.map { SHA256Digest(of: $0).hexadecimal },
    ]
    // With their lengths no two locks have one text.
    let text = fields.map { field in field.map { "\($0.utf8.count) \($0)\n" } ?? "-\n" }.joined()
    return beginning + SHA256Digest(of: Array(("bundlepolicy-pack-origin 2\n" + text).utf8)).hexadecimal
  }
}
