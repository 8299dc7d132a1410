import CheckerPlugIns
import GitRepositories

struct SignatureCheck {
  let requirement: PackRequest.RequiredSignature
  let signers: String
  let pack: String

  /// Returns the signature. Throws if the object is not signed, not by an allowed signer, or not the requested object.
  func signature(
    in repository: GitRepository, commit: String, tag: (name: String, id: String?)?
  ) throws(PackError) -> LockedPack.Signature {
    let (id, bytes): (String, [UInt8])
    if requirement.object == .tag {
      guard let tag, let object = tag.id else {
        throw refusal(
          tag == nil
            ? "the manifest requires a signed tag, but the ref is not a tag"
            : "the tag is a lightweight tag, which cannot be signed",
          "name a tag created with 'git tag --sign'")
      }
      (id, bytes) = (object, try repository.object(object, "tag"))
      try checkHead(of: bytes, commit, tag.name)
    } else {
      (id, bytes) = (commit, try repository.object(commit, "commit"))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.firstRange(of: "-----BEGIN SSH SIGNATURE-----") == nil {
      let isOther =
        text.firstRange(of: "-----BEGIN PGP SIGNATURE-----") != nil
        || text.firstRange(of: "-----BEGIN SIGNED MESSAGE-----") != nil
      throw refusal(
        isOther
          ? "the \(requirement.object.rawValue) \(id) is signed with OpenPGP or X.509, but only SSH signatures can be verified"
          : "the \(requirement.object.rawValue) \(id) is not signed",
        "sign it with SSH (git config gpg.format ssh)")
    }
    let outcome = try repository.verify(requirement.object, id, signers: signers)
    // Git reads a copy of the file; messages name the original.
    let message = GitMessage.shortened(outcome.errors + outcome.output).replacing(signers, with: requirement.signers)
    guard outcome.status == 0, let (principal, key) = Self.signer(in: message) else {
      throw refusal(
        "the signature of the \(requirement.object.rawValue) \(id) is not from a signer in \(requirement.signers): \(message)",
        "if the key is right, add it to \(requirement.signers) in a reviewed change")
    }
    return LockedPack.Signature(object: requirement.object, principal: principal, key: key)
  }

  private func refusal(_ message: String, _ hint: String) -> PackError {
    PackError(.signature, "pack '\(pack)': \(message)", hint: hint)
  }

  /// Throws unless the signed tag names this commit and this tag, so that the signed tag of another version is not accepted.
  private func checkHead(of tag: [UInt8], _ commit: String, _ name: String) throws(PackError) {
    let lines = String(decoding: tag, as: UTF8.self).split(
      separator: "\n", maxSplits: 4, omittingEmptySubsequences: false)
    let expected = ["object \(commit)", "type commit", "tag \(name.dropFirst("refs/tags/".count))"]
    guard lines.count > 3, zip(lines, expected).allSatisfy({ $0 == $1 }) else {
      throw refusal(
        "the signed tag belongs to another object: it says \(lines.prefix(3).joined(separator: ", "))",
        "a tag was stored under the name of another; ask the repository's maintainers")
    }
  }

  /// Parses `Good "git" signature for PRINCIPAL with ED25519 key SHA256:…`, which git copies from ssh-keygen (gpg-interface.c).
  static func signer(in text: String) -> (principal: String, key: String)? {
    let beginning = "Good \"git\" signature for "
    guard let start = text.firstRange(of: beginning) else { return nil }
    let words = text[start.upperBound...].prefix { $0 != ";" }.split(separator: " ")
    guard words.count >= 5, let with = words.lastIndex(of: "with"), with > 0, let key = words.last,
      words.count == with + 4
    else { return nil }
    return (words[..<with].joined(separator: " "), String(key))
  }
}
