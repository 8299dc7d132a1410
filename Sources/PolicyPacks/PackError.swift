package import Basics

/// Why a pack can't be used, got or locked. Each makes the exit status 2.
package typealias PackError = Diagnostic<PackCode>

/// What kind of trouble it is.
package enum PackCode: String, DiagnosticCode, CaseIterable {
  /// `bundlepolicy.json` can't be read, or says what can't be taken.
  case manifest = "pack.manifest"
  /// `bundlepolicy.lock` can't be read or written.
  case lock = "pack.lock"
  /// Where a pack is said to come from can't be taken: its address, ref, path or name.
  case source = "pack.source"
  /// `git` can't be run, or failed.
  case git = "pack.git"
  /// What is on the network can't be reached, or its server refuses.
  case network = "pack.network"
  /// `git` or a server took longer than it may.
  case time = "pack.time"
  /// A pack is larger than it may be.
  case limit = "pack.limit"
  /// A pack holds what none may: a link, a submodule, a hostile name.
  case content = "pack.content"
  /// A signature that the manifest demands is not there, or not by whom it must be.
  case signature = "pack.signature"
  /// The cache can't be read or written, or holds what it must not.
  case cache = "pack.cache"
  /// A pack is not in the cache.
  case missing = "pack.missing"
  /// Manifest and lock do not say the same.
  case drift = "pack.drift"
  /// A tag is not where it was, or an archive is not what it was.
  case moved = "pack.moved"
  /// Two packs, or the project and a pack, need versions of another that don't go together.
  case conflict = "pack.conflict"
  /// There is no pack of that name.
  case unknown = "pack.unknown"
  /// A name may mean two things.
  case ambiguous = "pack.ambiguous"
}
