package import Basics
package import PropertyLists

/// How what a signature covers compares with its hashes.
package enum SignedState: String, Hashable, Sendable, CaseIterable {
  /// As it was when the code was signed.
  case same
  /// It is not what was signed.
  case changed
  /// It is there, but the signature has no hash of it.
  case unsigned
  /// The signature has a hash of it, but it is not there.
  case missing
  /// The kind of hash is unknown.
  case unknown
}

extension CodeSignature {
  /// How something outside the signature, such as Info.plist, compares with the hash in its slot. `contents` is nil if it
  /// is not there.
  ///
  /// Every directory counts. Nil if there is neither a hash nor the thing itself. Throws when it cannot be read.
  package func state(
    of part: SignedPart, contents: (any ByteSource)?, file: String
  ) throws(FileFactError) -> SignedState? {
    let hashes = directories.map { $0.partHashes[part.rawValue] }
    if hashes.allSatisfy({ $0 == nil }) { return contents == nil ? nil : .unsigned }
    guard let contents else { return .missing }
    for (directory, hash) in zip(directories, hashes) {
      guard let hash else { continue }
      guard let kind = directory.hash else { return .unknown }
      if try kind.hash(of: contents, file: file) != hash { return .changed }
    }
    return .same
  }

  /// How the parts of the signature itself compare with the hashes in their slots, by slot; without those that are neither
  /// there nor have a hash, and those outside the signature.
  package func stateOfParts(
    in source: any ByteSource, file: String
  ) throws(FileFactError) -> [(slot: UInt32, state: SignedState)] {
    let outside: Set<UInt32> = [
      SignedPart.infoPlist.rawValue, SignedPart.resources.rawValue, SignedPart.application.rawValue,
      SignedPart.diskImage.rawValue,
    ]
    // Slots from 64 on are not for parts that have hashes.
    var slots = Set(parts.map(\.slot).filter { (1..<64).contains($0) })
    for directory in directories { slots.formUnion(directory.partHashes.keys) }
    let reader = SignatureReader(reader: FieldReader(source, file: file), range: 0..<0)
    var states: [(slot: UInt32, state: SignedState)] = []
    for slot in slots.subtracting(outside).sorted() {
      states.append((slot, try state(ofSlot: slot, reader)))
    }
    return states
  }

  private func state(ofSlot slot: UInt32, _ reader: SignatureReader) throws(FileFactError) -> SignedState {
    guard let part = parts.first(where: { $0.slot == slot }) else { return .missing }
    var state = SignedState.unsigned
    for directory in directories {
      guard let hash = directory.partHashes[slot] else { continue }
      guard let kind = directory.hash else { return .unknown }
      let name = SignedPart.name(slot)
      if try reader.hash(of: part.range, kind, "the part \(name) of the code signature") != hash { return .changed }
      state = .same
    }
    return state
  }
}

extension SignatureHash {
  /// The hash of a whole file.
  ///
  /// Throws when it can't be read, becomes shorter meanwhile, or is too large to hash.
  package func hash(of source: any ByteSource, file: String) throws(FileFactError) -> [UInt8] {
    let count = source.count
    guard count <= SHA256Digest.sizeLimit else {
      throw .tooLargeToHash(file: file, size: count, limit: SHA256Digest.sizeLimit)
    }
    var hasher = Hasher(self)
    let read: Int
    do throws(ByteSourceError) {
      read = try source.forEachPiece { hasher.update($0) }
    } catch {
      throw FileFactError(unreadable: file, error.description)
    }
    guard read == count else { throw .shrank(BytePlace(file: file, offset: read)) }
    return hasher.hash
  }
}

/// How the pages of code compare with their hashes in the signature.
package struct CodePages: Hashable, Sendable {
  /// How many were compared.
  package let count: Int
  /// How many are not what was signed.
  package let changedCount: Int
  /// Where the first of these starts in the slice.
  package let firstChanged: Int?
}

extension MachOSlice {
  /// Compares all code with the hashes of a directory. Reads the whole slice.
  ///
  /// Nil when the directory has no hashes of pages or those of some only, or when their kind is unknown. `source` and
  /// `file` are what the slice was read from. Throws when the hashes are not of the pages of this slice, and when it
  /// cannot be read.
  package func compare(
    pagesWith directory: CodeDirectory, in source: any ByteSource, file: String
  ) throws(FileFactError) -> CodePages? {
    guard let kind = directory.hash, !directory.isScattered, directory.pageCount > 0 else { return nil }
    let place = BytePlace(file: file, offset: directory.pageHashes.lowerBound)
    guard directory.codeLimit <= size else {
      throw .signatureCodeLimit(directory.codeLimit, slice: size, place)
    }
    let limit = Int(directory.codeLimit)
    let pageSize = directory.pageSize == 0 ? max(limit, 1) : directory.pageSize
    let expected = limit / pageSize + (limit % pageSize == 0 ? 0 : 1)
    guard directory.pageCount == expected else {
      throw .signaturePages(directory.pageCount, expected: UInt64(expected), place)
    }
    // The hashes first: a compressed source is best read upwards, and they are behind the code but few.
    let reader = FieldReader(source, file: file)
    let hashes = try reader.fields(
      at: directory.pageHashes.lowerBound, count: directory.pageHashes.count, end: directory.pageHashes.upperBound,
      of: "the hashes of the code")
    var (changed, first) = (0, Int?.none)
    // As many pages at once as make a large read.
    let pieceSize = pageSize >= 1 << 20 ? 1 << 20 : (1 << 20) / pageSize * pageSize
    var next = 0
    var hasher = SignatureHash.Hasher(kind)
    while next < limit {
      let piece = min(pieceSize, limit - next)
      let fields = try reader.fields(at: offset + next, count: piece, end: offset + limit, of: "the code")
      let bytes = try fields.part(0, piece, of: "the code")
      var done = 0
      while done < piece {
        let left = pageSize - (next + done) % pageSize
        let part = min(left, piece - done)
        bytes.withUnsafeBytes { hasher.update(UnsafeRawBufferPointer(rebasing: $0[done..<(done + part)])) }
        done += part
        let end = next + done
        guard end % pageSize == 0 || end == limit else { continue }
        let page = (end - 1) / pageSize
        let hash = try hashes.part(page * directory.hashSize, directory.hashSize, of: "a hash of the code")
        if !hash.elementsEqual(hasher.hash) {
          changed += 1
          first = first ?? page * pageSize
        }
        hasher = SignatureHash.Hasher(kind)
      }
      next += piece
    }
    return CodePages(count: directory.pageCount, changedCount: changed, firstChanged: first)
  }
}
