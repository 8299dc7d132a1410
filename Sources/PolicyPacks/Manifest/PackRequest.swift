import Basics
import Bundles
package import CheckerPlugIns

package struct PackRequest: Hashable, Sendable {
  package struct RequiredSignature: Hashable, Sendable {
    package let object: LockedPack.Kind
    /// The path of the allowed-signers file (ssh-keygen(1)), relative to the manifest.
    package let signers: String

    package init(object: LockedPack.Kind, signers: String) { (self.object, self.signers) = (object, signers) }
  }

  package var source: PackSource
  /// The tag, branch, commit or digest; nil for the remote's `HEAD` or if there is a range.
  package var ref: String?
  package var range: VersionRange?
  package var path: String?
  package var requiredSignature: RequiredSignature?

  func signers(of pack: String, in root: String) throws(PackError) -> [UInt8]? {
    guard let requirement = requiredSignature else { return nil }
    func refuse(_ what: String) -> PackError {
      PackError(
        .signature, "the allowed signers of pack '\(pack)' \(what)",
        file: root.isEmpty ? requirement.signers : "\(root)/\(requirement.signers)",
        hint: "it has lines such as: release@example.com ssh-ed25519 AAAA… (ssh-keygen(1), ALLOWED SIGNERS)")
    }
    if PackPath.problem(in: requirement.signers) != nil {
      throw refuse("must be in a file of the project, named relative to its manifest")
    }
    return try mapError(try DirectoryStorage(path: root.isEmpty ? "." : root).read(requirement.signers, limit: 1 << 20))
    { (error: StorageError) in
      refuse("cannot be read: \(error.description)")
    }
  }

  func difference(from locked: LockedPack) -> String? {
    func phrase(_ text: String?) -> String { text.map { "'\($0)'" } ?? "none" }
    // Canonically equivalent strings may have different bytes, and git identifies folders by bytes.
    func differ(_ one: String?, _ other: String?) -> Bool { one.map { Array($0.utf8) } != other.map { Array($0.utf8) } }
    if differ(locked.source, source.text) { return "the source is '\(source.text)', but '\(locked.source)' is locked" }
    if differ(locked.range, range?.text) {
      return "the version is \(phrase(range?.text)), but \(phrase(locked.range)) is locked"
    }
    if let range {
      guard let tag = locked.ref.flatMap(VersionTag.init(_:)), locked.kind == .tag, range.contains(tag.version) else {
        return "the version is '\(range.text)', but the locked tag \(phrase(locked.ref)) does not satisfy it"
      }
    } else if differ(locked.ref, ref) {
      return "the ref is \(phrase(ref)), but \(phrase(locked.ref)) is locked"
    }
    if differ(locked.path, path) { return "the path is \(phrase(path)), but \(phrase(locked.path)) is locked" }
    if locked.signature?.object != requiredSignature?.object {
      return
        (requiredSignature.map { "the manifest requires a signed \($0.object.rawValue)" }
        ?? "the manifest requires no signature")
        + ", but "
        + (locked.signature.map { "the signature of a \($0.object.rawValue) is locked" } ?? "no signature is locked")
    }
    return nil
  }
}
