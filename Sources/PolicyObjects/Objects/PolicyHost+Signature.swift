import Basics
import BundleFacts
import Bundles
import FileFacts
import LuaRuntime
import PropertyLists

struct SignatureObject {
  let signature: CodeSignature
  let slice: MachOSlice
  let node: LuaNode

  /// The file, as an entry of `GraphObjects.files`.
  var file: Int { Int(node.owner) }
}

// `slice.signature`: the contents of a code signature, and the parts that it covers.
extension PolicyHost {
  func readSignature(of slice: LuaNode, _ answer: LuaAnswer) {
    guard let code = self.slice(slice) else { return answer.fail("this object is no longer valid") }
    let node = slice.with(.signature)
    if facts(behind: node, \.signatures, bytesPerUnit: 16, answer, code.codeSignature(in:file:)) != nil {
      answer.set(node)
    }
  }

  func signature(_ node: LuaNode) -> SignatureObject? {
    guard let signature = objects.facts.signatures[node]?.facts, let slice = slice(node.with(.machOSlice)) else {
      return nil
    }
    return SignatureObject(signature: signature, slice: slice, node: node)
  }

  static let signature = ObjectSchema<SignatureObject>(
    "Signature", "a signature", "The code signature of a slice. Certificates are not verified.",
    [
      .text("identifier", "The identifier that it was signed with.") { $0.signature.identifier },
      .text("team?", "The identifier of the team that signed it; nil if the signature names none.") {
        $0.signature.team
      },
      .texts("flags", "The names of its flags, as codesign prints them: `adhoc`, `runtime`, …") {
        $0.signature.flags.names
      },
      .boolean("is_ad_hoc", "Whether it was signed without an identity.") { $0.signature.flags.contains(.adHoc) },
      .boolean("is_linker_signed", "Whether the linker made it, and codesign has not replaced it.") {
        $0.signature.flags.contains(.linkerSigned)
      },
      .boolean("has_hardened_runtime", "Whether it asks for the hardened runtime.") {
        $0.signature.flags.contains(.hardenedRuntime)
      },
      .boolean("has_certificate", "Whether it was made with a certificate; the certificate is not verified.") {
        $0.signature.hasCertificate
      },
      .integer("certificate_size", "The bytes of the signature made with a certificate (CMS); 0 without one.") {
        $0.signature.certificateSize
      },
      .text("cdhash", "The hash by which the system identifies the code, in 40 hexadecimal digits.") {
        Hexadecimal.text(of: $0.signature.best?.cdhash ?? [])
      },
      .text("hash", as: "SignatureHash", "The kind of hash that the system uses.") {
        $0.signature.best.map(hashName) ?? ""
      },
      .integer("page_size", "The bytes of a page of code; 0 if all code has a single hash.") {
        $0.signature.best?.pageSize ?? 0
      },
      .integer("code_limit", "The number of bytes of the slice that it covers.") { $0.signature.best?.codeLimit ?? 0 },
      .boolean(
        "is_main_executable?",
        "Whether it says that the code is the main executable of a process; nil if it is too old to say so."
      ) { $0.signature.best?.executableSegment?.isMain },
      .text("runtime_version?", "The version of the SDK whose hardened runtime it asks for.") {
        $0.signature.best?.runtimeVersion
      },
      .value("directories", "CodeDirectory[]", "Its code directories, one per kind of hash.") {
        .list($0.signature.directories.map(codeDirectory.record))
      },
      .answer("parts", "SignedPart[]", "What it covers besides the code, in the order of the slots.") {
        host, this, answer in host.readParts(this, answer)
      },
      .answer("requirements", "Requirement[]", "The requirements in it.") { host, this, answer in
        if let all = host.requirements(of: this, answer) { answer.set(.list(all.map(requirement.record))) }
      },
      .answer(
        "designated_requirement?", "string",
        "The requirement that identifies later versions of the code, as codesign prints it; nil if it states none."
      ) { host, this, answer in
        let designated = host.requirements(of: this, answer)?.first { $0.kind == "designated" }
        if let text = designated?.expression { answer.set(text) }
      },
      .answer(
        "entitlements_difference?", "string",
        "The path of the first entitlement that differs between the DER and XML forms; nil if both forms agree, or one of them is missing."
      ) { host, this, answer in host.readEntitlementsDifference(this, answer) },
      .answer(
        "changed_pages?", "integer",
        "The number of pages of code that have changed since it was signed; nil if it has no hashes of them. This reads the whole slice."
      ) { host, this, answer in if let pages = host.pages(of: this, answer) { answer.set(Int64(pages.changedCount)) } },
      .answer("first_changed_page?", "integer", "The offset of the first such page in the slice, in bytes.") {
        host, this, answer in
        if let first = host.pages(of: this, answer)?.firstChanged { answer.set(Int64(first)) }
      },
    ] + signerFields)

  static let codeDirectory = ObjectSchema<CodeDirectory>(
    record: "CodeDirectory", "The hashes of code, and what is said about it.",
    [
      .text("identifier", "The identifier that the code was signed with.") { $0.identifier },
      .text("team?", "The identifier of the team.") { $0.team },
      .integer("version", "The version of its form: 0x20400.") { $0.version },
      .text("hash", as: "SignatureHash", "The kind of its hashes.") { hashName($0) },
      .text("cdhash", "The hash of the directory itself, in 40 hexadecimal digits.") {
        Hexadecimal.text(of: $0.cdhash)
      },
      .integer("page_count", "The number of pages that have hashes.") { $0.pageCount },
      .texts("flags", "The names of its flags.") { $0.flags.names },
    ])

  static let signedPart = ObjectSchema<(slot: UInt32, state: SignedState)>(
    record: "SignedPart", "Something that a signature covers besides the code.",
    [
      .text(
        "name",
        "The part: `info_plist`, `requirements`, `resources` (the list of sealed files), `entitlements`, `der_entitlements`, …"
      ) { SignedPart.name($0.slot) },
      .text("state", as: "SignedState", "How it compares with its hash in the signature.") { $0.state.rawValue },
    ])

  static let requirement = ObjectSchema<CodeRequirement>(
    record: "Requirement", "A requirement in a code signature.",
    [
      .text("kind", "The purpose: `designated`, `host`, `guest`, `library` or `plugin`.") { $0.kind },
      .text("expression?", "The requirement as codesign prints it; nil if its form is unknown.") { $0.expression },
    ])

  private static func hashName(_ directory: CodeDirectory) -> String {
    directory.hash?.name ?? "hash-\(directory.hashNumber)"
  }

  // MARK: Expensive facts

  private func requirements(of this: SignatureObject, _ answer: LuaAnswer) -> [CodeRequirement]? {
    fact(of: this, 16, answer, this.slice.codeRequirements(in:file:))
  }

  private func readEntitlementsDifference(_ this: SignatureObject, _ answer: LuaAnswer) {
    let difference = fact(of: this, 4, answer) { (source, file) throws(FileFactError) -> String? in
      guard let encoded = try this.slice.encodedEntitlements(in: source, file: file),
        this.signature.parts.contains(where: { $0.slot == SignedPart.entitlements.rawValue }),
        let list = try this.slice.entitlements(in: source, file: file)
      else { return nil }
      return encoded.difference(from: list, at: list.root)
    }
    if let difference { answer.set(difference) }
  }

  private func pages(of this: SignatureObject, _ answer: LuaAnswer) -> CodePages? {
    guard let directory = this.signature.best else { return nil }
    return facts(behind: this.node, \.codePages, bytesPerUnit: 128, answer) { (source, file) throws(FileFactError) in
      try this.slice.compare(pagesWith: directory, in: source, file: file)
    }
  }

  /// Not cached, since few rules ask for it twice.
  private func fact<Facts>(
    of this: SignatureObject, _ bytesPerUnit: UInt64, _ answer: LuaAnswer,
    _ read: (any ByteSource, String) throws(FileFactError) -> Facts?
  ) -> Facts? {
    given(reading(objects.files[this.file], bytesPerUnit, read), answer)
  }

  // MARK: Signed parts other than the code

  private func readParts(_ this: SignatureObject, _ answer: LuaAnswer) {
    guard var parts = fact(of: this, 16, answer, this.signature.stateOfParts(in:file:)) else { return }
    let place = objects.files[this.file]
    let bundle = bundle(ofExecutable: place)
    for part in [SignedPart.infoPlist, .resources] {
      var state: SignedState?
      do throws(ReadFailure) {
        var fuel: UInt64 = 0
        state = try self.state(of: part, this, bundle, place, &fuel)
        answer.charge(fuel)
      } catch {
        return fail(error, answer)
      }
      if let state { parts.append((part.rawValue, state)) }
    }
    parts.sort { $0.slot < $1.slot }
    answer.set(.list(parts.map(Self.signedPart.record)))
  }

  private func bundle(ofExecutable place: GraphObjects.FileReference) -> Bundle? {
    let graph = objects.graphs[place.graph]
    let outer = graph.bundles[place.bundle]
    let path = BundlePath.join(outer.path, place.path)
    return graph.bundles.first { bundle in
      bundle.executable.map { BundlePath.join(bundle.path, $0).hasSameBytes(as: path) } ?? false
    }
  }

  private func state(
    of part: SignedPart, _ this: SignatureObject, _ bundle: Bundle?, _ place: GraphObjects.FileReference,
    _ fuel: inout UInt64
  ) throws(ReadFailure) -> SignedState? {
    let path = part == .infoPlist ? bundle?.infoPath : bundle?.sealPath
    var contents: (any ByteSource)?
    do throws(StorageError) {
      let files = (bundle ?? objects.graphs[place.graph].bundles[place.bundle]).files
      if path != nil || bundle == nil && part == .infoPlist { contents = try files.source(of: path ?? place.path) }
    } catch {
      guard error.code == .notFound || error.code == .notADirectory else { throw ReadFailure(error) }
    }
    do throws(FileFactError) {
      if bundle == nil, let source = contents {
        contents = try this.slice.embeddedInfo(in: source, file: place.path).map { ByteArray($0) }
      }
      fuel += 500 + UInt64(max(0, contents?.count ?? 0)) / 32
      return try this.signature.state(of: part, contents: contents, file: path ?? place.path)
    } catch {
      throw ReadFailure(error)
    }
  }
}
