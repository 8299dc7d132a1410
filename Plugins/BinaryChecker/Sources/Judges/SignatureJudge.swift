import CheckerKit
import FileFacts

/// Code is signed as the rule demands, the executable as the bundle it is in, and all slices of a file alike. Nothing is
/// verified: neither hashes nor certificates.
struct SignatureJudge {
  private let bundle: any JudgedBundle
  private let options: BinaryOptions

  init(_ bundle: any JudgedBundle, _ options: BinaryOptions) {
    self.bundle = bundle
    self.options = options
  }

  func judge(_ binary: Binary, _ found: inout CodeFindings) throws(CheckerError) {
    var slices: [(slice: MachOSlice, signature: CodeSignature?)] = []
    for slice in binary.slices {
      do throws(FileFactError) {
        slices.append((slice, try slice.codeSignature(in: binary.source, file: binary.path)))
      } catch {
        if let failure = binary.source.failure { throw failure }
        found.add(
          .init(
            place: .file(binary.path),
            predicate: "has a code signature that cannot be read: \(Excerpt.of(error.message))",
            expected: "a code signature with a code directory", fix: error.hint, topic: "signature-malformed"),
          slice.architecture)
      }
    }
    for (slice, signature) in slices {
      demand(binary, slice, signature, &found)
      hardenedRuntime(binary, slice, signature, &found)
      if binary.isMain, let signature { identifier(binary, slice, signature, &found) }
    }
    compare(binary, slices, &found)
  }

  private func demand(
    _ binary: Binary, _ slice: MachOSlice, _ signature: CodeSignature?, _ found: inout CodeFindings
  ) {
    let state: String? =
      switch signature {
      case nil: "is not signed"
      case let signature? where signature.isByLinker: "is signed only by the linker"
      case let signature? where !signature.isIdentified: "is signed ad hoc"
      default: nil
      }
    let isDemanded = options.team != nil || options.signature == .identified
    if let state, isDemanded || options.signature == .present && signature == nil {
      found.add(
        .init(
          place: .file(binary.path), predicate: state,
          expected: isDemanded ? "a signature made with a certificate" : "a code signature",
          fix: isDemanded
            ? "sign it with codesign --sign IDENTITY" : "sign it with codesign --sign IDENTITY, or - for ad hoc",
          topic: "unsigned"), slice.architecture)
    } else if let team = options.team, signature?.team != team {
      found.add(
        .init(
          place: .file(binary.path),
          predicate: signature?.team.map { "is signed by the team \(Excerpt.of($0))" } ?? "is signed without a team",
          expected: "a signature of the team \(Excerpt.of(team))", fix: "sign it with a certificate of that team",
          topic: "team"), slice.architecture)
    }
  }

  /// Notarization demands it of programs; libraries run under what the program has.
  private func hardenedRuntime(
    _ binary: Binary, _ slice: MachOSlice, _ signature: CodeSignature?, _ found: inout CodeFindings
  ) {
    guard options.hardenedRuntime, slice.isProgram, bundle.platform == "macos" || bundle.platform == "catalyst",
      !(signature?.flags.contains(.hardenedRuntime) ?? false)
    else { return }
    found.add(
      .init(
        place: .file(binary.path), predicate: "is not signed for the hardened runtime",
        expected: "the flag runtime in its code signature",
        fix: "sign with codesign --options runtime, or set ENABLE_HARDENED_RUNTIME", topic: "hardened-runtime"),
      slice.architecture)
  }

  /// `codesign` names the code of a bundle by its identifier; the linker knows of none.
  private func identifier(
    _ binary: Binary, _ slice: MachOSlice, _ signature: CodeSignature, _ found: inout CodeFindings
  ) {
    guard !signature.isByLinker, let identifier = bundle.info("CFBundleIdentifier")?.text,
      signature.identifier != identifier
    else { return }
    found.add(
      .init(
        place: .file(binary.path),
        predicate:
          "is signed as \(Excerpt.of(signature.identifier)), but CFBundleIdentifier is \(Excerpt.of(identifier))",
        expected: "the same identifier in both", fix: "sign the whole bundle again after the last change",
        topic: "signature-identifier"), slice.architecture)
  }

  /// Compares slices with the first that `codesign` signed. Where it signed none, the linker has signed for Apple's processors
  /// and not for Intel's, and that is as builds are.
  private func compare(
    _ binary: Binary, _ slices: [(slice: MachOSlice, signature: CodeSignature?)], _ found: inout CodeFindings
  ) {
    guard let (first, signature) = slices.first(where: { $0.signature.map { !$0.isByLinker } ?? false }),
      let model = signature
    else { return }
    for (slice, signature) in slices {
      let difference: String
      if let signature, !signature.isByLinker {
        if signature.says(theSameAs: model) { continue }
        difference =
          "is signed differently (\(signature.summary)) from the code for \(first.architecture) (\(model.summary))"
      } else {
        difference =
          "is \(signature == nil ? "not signed" : "signed only by the linker"), but the code for \(first.architecture) is signed by codesign"
      }
      found.add(
        .init(
          place: .file(binary.path), predicate: difference, expected: "the same signature for all slices",
          fix: "combine the slices with lipo first, then sign the whole file", topic: "signatures-differ"),
        slice.architecture)
    }
  }
}

extension CodeSignature {
  /// Whether nobody but the linker signed it.
  fileprivate var isByLinker: Bool { flags.contains(.linkerSigned) }

  /// Whether a certificate says who signed it.
  fileprivate var isIdentified: Bool { hasCertificate && !flags.contains(.adHoc) }

  /// Whether it says the same; its hashes are of other code.
  fileprivate func says(theSameAs other: CodeSignature) -> Bool {
    (identifier, team, flags, hasCertificate) == (other.identifier, other.team, other.flags, other.hasCertificate)
  }

  fileprivate var summary: String {
    let parts = [
      Excerpt.of(identifier), team.map { "team \(Excerpt.of($0))" }, isIdentified ? nil : "ad hoc",
      "flags 0x\(String(flags.rawValue, radix: 16))",
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
