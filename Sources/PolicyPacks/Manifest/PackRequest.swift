import Bundles
package import CheckerPlugIns

/// What a manifest says of a pack.
package struct PackRequest: Hashable, Sendable {
  /// A signature that must be there.
  package struct Demand: Hashable, Sendable {
    /// What must bear it: `tag` or `commit`.
    package let object: LockedPack.Kind
    /// The file of allowed signers (ssh-keygen(1)), relative to the manifest.
    package let signers: String

    /// Makes a demand.
    package init(object: LockedPack.Kind, signers: String) {
      self.object = object
      self.signers = signers
    }
  }

  /// Where it comes from.
  package var source: PackSource
  /// The tag, branch, commit or digest; nil for the remote's `HEAD`, and where a range is asked for.
  package var ref: String?
  /// The range of versions; nil where one ref is asked for.
  package var range: VersionRange?
  /// The folder of the repository or archive; nil for the whole.
  package var path: String?
  /// The signature that is demanded.
  package var demand: Demand?

  /// Makes a request.
  package init(
    source: PackSource, ref: String? = nil, range: VersionRange? = nil, path: String? = nil, demand: Demand? = nil
  ) {
    self.source = source
    self.ref = ref
    self.range = range
    self.path = path
    self.demand = demand
  }

  /// The file of allowed signers as it is now; nil where no signature is demanded. `root` is the project's folder.
  func signers(of pack: String, in root: String) throws(PackError) -> [UInt8]? {
    guard let demand else { return nil }
    func refuse(_ what: String) -> PackError {
      PackError(
        .signature, "the allowed signers of pack '\(pack)' \(what)",
        file: root.isEmpty ? demand.signers : "\(root)/\(demand.signers)",
        hint: "it has lines such as: release@example.com ssh-ed25519 AAAA… (ssh-keygen(1), ALLOWED SIGNERS)")
    }
    if PackPath.problem(in: demand.signers) != nil {
      throw refuse("must be in a file of the project, named relative to its manifest")
    }
    do throws(StorageError) {
      return try DirectoryStorage(path: root.isEmpty ? "." : root).read(demand.signers, limit: 1 << 20)
    } catch {
      throw refuse("cannot be read: \(error.description)")
    }
  }

  /// In what a lock differs from it, in words; nil when it is of this request.
  func difference(from locked: LockedPack) -> String? {
    func phrase(_ text: String?) -> String { text.map { "'\($0)'" } ?? "none" }
    // Equal strings may have different bytes, and git knows folders by their bytes.
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
    if locked.signature?.object != demand?.object {
      return
        (demand.map { "the manifest requires a signed \($0.object.rawValue)" } ?? "the manifest requires no signature")
        + ", but "
        + (locked.signature.map { "the signature of a \($0.object.rawValue) is locked" } ?? "no signature is locked")
    }
    return nil
  }
}
