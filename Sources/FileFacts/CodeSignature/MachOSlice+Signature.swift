import Basics
package import PropertyLists

extension MachOSlice {
  /// Reads the code signature; returns nil if no load command refers to one.
  ///
  /// `source` and `file` must be the source of the slice. Throws if the signature is outside the slice, malformed, or cannot be read.
  package func codeSignature(in source: any ByteSource, file: String) throws(FileFactError) -> CodeSignature? {
    try signatureReader(source, file)?.read()
  }

  /// Returns the entitlements in the code signature, or nil if there is no signature or it contains no entitlements.
  ///
  /// Reads the entitlements in XML (slot 5 of the signature), which `codesign` always writes; nothing is verified. `source` and `file` must
  /// be the source of the slice. Positions in the property list refer to its own text.
  ///
  /// Throws if the signature is malformed; if the entitlements have more than 1 MiB, are not a dictionary, or are ambiguous, for example
  /// because of a duplicate key; if there are entitlements only in DER form (slot 7); and if the file cannot be read.
  package func entitlements(in source: any ByteSource, file: String) throws(FileFactError) -> PropertyList? {
    guard let fields = try signatureReader(source, file)?.entitlements() else { return nil }
    let list = try mapError(try PropertyList.parse(fields.bytes, file: file)) { (error: PropertyListError) in
      FileFactError.entitlementsMalformed(error, fields.place())
    }
    // The kernel accepts no other format.
    guard list.format == .xml else {
      throw .badSignature(fields.place(), "the entitlements are not an XML property list")
    }
    if let diagnostic = list.diagnostics.first {
      throw FileFactError(
        fields.place(), "tools read these entitlements differently: \(diagnostic.message)",
        hint: "correct the entitlements and sign the code again")
    }
    guard list.kind(of: list.root) == .dictionary else {
      throw .entitlementsNoDictionary(list.kind(of: list.root).name, fields.place())
    }
    return list
  }
}

extension MachOSlice {
  /// Returns the entitlements in the binary format and without positions, which would be mistaken for positions in the file.
  package func entitlementsWithoutPlaces(
    in source: any ByteSource, file: String
  ) throws(FileFactError) -> PropertyList? {
    try MachOFile(isFat: false, slices: [self]).entitlements(in: source, file: file)
  }
}

extension MachOFile {
  /// Returns the entitlements of all slices if they are equal; nil if no slice has any.
  ///
  /// See `MachOSlice.entitlements`. Also throws if an entitlement has different values in two slices, or is missing from one of them,
  /// because a single list cannot represent both. The list is in the binary format and has no positions.
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
        let (one, other) = (slicesWithList[one], slicesWithList[other])
        throw FileFactError(
          BytePlace(file: file, offset: other.offset),
          "the entitlement '\(key)' has different values in the slices \(one.architecture) and \(other.architecture)",
          hint: "sign all slices with the same entitlements")
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
      let key = union.key(of: union.root, at: position)
      throw FileFactError(
        BytePlace(file: file, offset: slice.offset),
        "the slice \(owner?.slice.architecture ?? "") has the entitlement '\(key)', but the slice "
          + "\(slice.architecture) \(slice.hasCodeSignature ? "does not" : "is not signed")",
        hint: "sign all slices with the same entitlements")
    }
    return union
  }

  private static func keys(of list: PropertyList) -> [[UInt8]] {
    (0..<list.count(of: list.root)).map { Array(list.keyUTF8(of: list.root, at: $0)) }
  }
}

/// The code signature of a slice, as stored in the file. Nothing is verified: neither hashes nor certificates.
///
/// Names and numbers are from Apple's `osfmk/kern/cs_blobs.h` (xnu). All numbers are big-endian.
package struct CodeSignature: Hashable, Sendable {
  /// The code directory and its alternatives with other types of hashes; at least one, ordered by slot.
  package let directories: [CodeDirectory]
  /// The parts of the signature, in table order; empty for a code directory alone.
  package let parts: [Part]
  /// The size of the signature made with a certificate (CMS), in bytes; 0 if there is none.
  package let certificateSize: Int

  package struct Part: Hashable, Sendable {
    package let slot: UInt32
    /// The position in the file, including the head.
    let range: Range<Int>
  }

  /// The directory that the system uses: the one with the best type of hash.
  package var best: CodeDirectory? { directories.max { ($0.hash?.rank ?? -1) < ($1.hash?.rank ?? -1) } }
  package var identifier: String { directories.first?.identifier ?? "" }
  package var team: String? { directories.first?.team }
  package var flags: CodeSignatureFlags { directories.first?.flags ?? [] }
  /// Whether there is a signature made with a certificate (CMS), rather than only the hashes of an ad hoc signature.
  package var hasCertificate: Bool { certificateSize > 0 }
}
