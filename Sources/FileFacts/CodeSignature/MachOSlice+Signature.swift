package import PropertyLists

extension MachOSlice {
  /// What its code signature says; nil when no load command names one.
  ///
  /// `source` and `file` are what the slice was read from. Throws when the signature lies outside the slice, when it is malformed, and
  /// when it can't be read.
  package func codeSignature(in source: any ByteSource, file: String) throws(FileFactError) -> CodeSignature? {
    guard let part = signaturePart else { return nil }
    let range = try part.range(in: self, file: file)
    return try SignatureReader(reader: FieldReader(source, file: file), range: range).read()
  }

  /// The entitlements that its code signature holds; nil when no load command names one, or when it holds none.
  ///
  /// Those in XML are read (slot 5 of the signature), which `codesign` always writes; nothing is verified. `source` and `file`
  /// are what the slice was read from. Places in the property list are those in its own text.
  ///
  /// Throws when the signature is malformed; when the entitlements have more than 1 MiB, are no dictionary, or leave it to the
  /// reader what they mean, as by a key that is there twice; when there are some in the DER form alone (slot 7); and when the
  /// file can't be read.
  package func entitlements(in source: any ByteSource, file: String) throws(FileFactError) -> PropertyList? {
    guard let part = signaturePart else { return nil }
    let range = try part.range(in: self, file: file)
    guard let fields = try SignatureReader(reader: FieldReader(source, file: file), range: range).entitlements() else {
      return nil
    }
    let bytes = Array(try fields.part(0, fields.count, of: "the entitlements"))
    let list: PropertyList
    do throws(PropertyListError) {
      list = try PropertyList.parse(bytes, file: file)
    } catch {
      throw .entitlementsMalformed(error, fields.place())
    }
    // The kernel reads nothing else, whatever there may be.
    guard list.format == .xml else { throw .entitlementsForm(fields.place()) }
    if let diagnostic = list.diagnostics.first { throw .entitlementsAmbiguous(diagnostic, fields.place()) }
    guard list.kind(of: list.root) == .dictionary else {
      throw .entitlementsNoDictionary(list.kind(of: list.root).name, fields.place())
    }
    return list
  }
}

extension MachOSlice {
  /// The same list, in the binary format and without places: those in its own text would be taken for places of the file.
  package func entitlementsWithoutPlaces(
    in source: any ByteSource, file: String
  ) throws(FileFactError) -> PropertyList? {
    try MachOFile(isFat: false, slices: [self]).entitlements(in: source, file: file)
  }
}

extension MachOFile {
  /// The entitlements of all its slices, if they are the same; nil when no slice has any.
  ///
  /// See `MachOSlice.entitlements`; throws besides when an entitlement has different values in two slices, or is not in one of them,
  /// because any one list would hide what another slice lacks or has. The list is in the binary format and has no places in the file.
  package func entitlements(in source: any ByteSource, file: String) throws(FileFactError) -> PropertyList? {
    var lists: [(slice: MachOSlice, list: PropertyList?)] = []
    for slice in slices { lists.append((slice, try slice.entitlements(in: source, file: file))) }
    let known = lists.compactMap(\.list)
    if known.isEmpty { return nil }
    let slicesWithList = lists.filter { $0.list != nil }.map(\.slice)
    let union: PropertyList
    do throws(PropertyList.UnionError) {
      union = try PropertyList.union(of: known, file: file)
    } catch {
      switch error {
      case .disagreement(let key, let one, let other):
        throw .entitlementsDisagree(
          key, slicesWithList[one].architecture, slicesWithList[other].architecture,
          BytePlace(file: file, offset: slicesWithList[other].offset))
      case .notADictionary(let number):
        throw .entitlementsNoDictionary("something else", BytePlace(file: file, offset: slicesWithList[number].offset))
      case .failed(let error): throw .entitlementsMalformed(error, BytePlace(file: file, offset: 0))
      }
    }
    let keys = Self.keys(of: union)
    for (slice, list) in lists {
      let own = Set(list.map(Self.keys) ?? [])
      guard let position = keys.firstIndex(where: { !own.contains($0) }) else { continue }
      let owner = lists.first { $0.list.map { Self.keys(of: $0).contains(keys[position]) } ?? false }
      throw .entitlementsLack(
        union.key(of: union.root, at: position), slice.architecture, isSigned: slice.hasCodeSignature,
        butIn: owner?.slice.architecture ?? "", BytePlace(file: file, offset: slice.offset))
    }
    return union
  }

  private static func keys(of list: PropertyList) -> [[UInt8]] {
    (0..<list.count(of: list.root)).map { Array(list.keyUTF8(of: list.root, at: $0)) }
  }
}

/// The code signature of a slice, as it is in the file. Nothing is verified: no hash is compared, no certificate looked at.
///
/// Names and numbers are those of Apple's `osfmk/kern/cs_blobs.h` (xnu). All numbers have their most significant byte first.
package struct CodeSignature: Hashable, Sendable {
  /// The code directory, and those that say the same with another kind of hash; at least one, in the order of their slots.
  package let directories: [CodeDirectory]
  /// The parts of the signature, in the order of its table; empty for a code directory alone.
  package let parts: [Part]
  /// The bytes of the signature made with a certificate (CMS); 0 for none.
  package let certificateSize: Int

  /// A part of a signature.
  package struct Part: Hashable, Sendable {
    /// `CSSLOT_…`
    package let slot: UInt32
    /// Where it is in the file, with its head.
    let range: Range<Int>
  }

  /// The directory that the system goes by: the one with the best kind of hash.
  package var best: CodeDirectory? {
    directories.max { ($0.hash?.rank ?? -1) < ($1.hash?.rank ?? -1) }
  }
  /// See `CodeDirectory`.
  package var identifier: String { directories.first?.identifier ?? "" }
  /// See `CodeDirectory`.
  package var team: String? { directories.first?.team }
  /// See `CodeDirectory`.
  package var flags: CodeSignatureFlags { directories.first?.flags ?? [] }
  /// Whether there is a signature made with a certificate (CMS), not only the hashes of an ad hoc one.
  package var hasCertificate: Bool { certificateSize > 0 }
}
