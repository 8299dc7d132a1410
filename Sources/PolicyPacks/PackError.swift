package import Basics

/// An error in fetching, locking or using a pack. Exit status 2.
package typealias PackError = Diagnostic<PackCode>

package enum PackCode: String, DiagnosticCode, CaseIterable {
  /// `bundlepolicy.json` cannot be read or is not valid.
  case manifest = "pack.manifest"
  /// `bundlepolicy.lock` can't be read or written.
  case lock = "pack.lock"
  /// The address, ref, path or name of a pack is not valid or does not exist.
  case source = "pack.source"
  /// `git` cannot be run or failed.
  case git = "pack.git"
  /// A server cannot be reached or refuses the request.
  case network = "pack.network"
  /// `git` or a server exceeded the time limit.
  case time = "pack.time"
  /// A pack exceeds a size limit.
  case limit = "pack.limit"
  /// A pack contains something it must not: a link, a submodule, an unsafe name.
  case content = "pack.content"
  /// A required signature is missing, not valid, or not by an allowed signer.
  case signature = "pack.signature"
  /// The cache cannot be read or written, or was altered.
  case cache = "pack.cache"
  /// A pack is not in the cache.
  case missing = "pack.missing"
  /// Manifest and lock disagree.
  case drift = "pack.drift"
  /// A tag points to another commit, or an archive was replaced.
  case moved = "pack.moved"
  /// Two packs, or the project and a pack, require incompatible versions of another.
  case conflict = "pack.conflict"
  /// There is no pack with this name.
  case unknown = "pack.unknown"
  /// A name is ambiguous.
  case ambiguous = "pack.ambiguous"
}

extension PackError {
  static func symbolicLink(_ path: String) -> PackError {
    PackError(
      .content, "the pack has a symbolic link: \(path)",
      hint: "a pack can contain only regular files; replace the link with a copy of its target")
  }
}
