package import Basics

/// An error in fetching, locking or using a pack. Exit status 2.
package typealias PackError = Diagnostic<PackCode>

package enum PackCode: String, DiagnosticCode, CaseIterable {
  case manifest = "pack.manifest"
  case lock = "pack.lock"
  case source = "pack.source"
  case git = "pack.git"
  case network = "pack.network"
  case time = "pack.time"
  case limit = "pack.limit"
  /// A pack contains something it must not: a link, a submodule, an unsafe name.
  case content = "pack.content"
  case signature = "pack.signature"
  case cache = "pack.cache"
  case missing = "pack.missing"
  /// Manifest and lock disagree.
  case drift = "pack.drift"
  /// A tag points to another commit, or an archive was replaced.
  case moved = "pack.moved"
  /// Two packs, or the project and a pack, require incompatible versions of another.
  case conflict = "pack.conflict"
  case unknown = "pack.unknown"
  case ambiguous = "pack.ambiguous"
}

extension PackError {
  static func symbolicLink(_ path: String) -> PackError {
    PackError(
      .content, "the pack has a symbolic link: \(path)",
      hint: "a pack can contain only regular files; replace the link with a copy of its target")
  }
}
