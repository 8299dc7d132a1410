package import Basics
package import PropertyLists

package enum SignedState: String, Hashable, Sendable, CaseIterable {
  case same
  case changed
  /// The part exists, but the signature has no hash of it.
  case unsigned
  /// The signature has a hash, but the part does not exist.
  case missing
  case unknown
}

extension CodeSignature {
  /// Compares a part outside the signature, such as Info.plist, with the hash in its slot. `contents` is nil if the part does not exist.
  ///
  /// Checks every directory. Returns nil if there is neither a hash nor the part. Throws if it cannot be read.
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

  /// Compares the parts of the signature itself with the hashes in their slots. Returns a state for each slot that has a part or a hash,
  /// without parts outside the signature.
  package func stateOfParts(
    in source: any ByteSource, file: String
  ) throws(FileFactError) -> [(slot: UInt32, state: SignedState)] {
    let outside: Set<UInt32> = [
      SignedPart.infoPlist.rawValue, SignedPart.resources.rawValue, SignedPart.application.rawValue,
      SignedPart.diskImage.rawValue,
    ]
    // Slots from 64 on contain parts without hashes.
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
  /// Returns the hash of a whole file.
  ///
  /// Throws if the file cannot be read, becomes shorter while reading, or is too large to hash.
  package func hash(of source: any ByteSource, file: String) throws(FileFactError) -> [UInt8] {
    var hasher = Hasher(self)
    try source.hash(file: file) { hasher.update($0) }
    return hasher.hash
  }
}

package struct CodePages: Hashable, Sendable {
  package let count: Int
  package let changedCount: Int
  package let firstChanged: Int?
}

extension MachOSlice {
  /// Compares all code with the hashes of a directory. Reads the whole slice.
  ///
  /// Returns nil if the directory has no page hashes, only hashes of some pages, or hashes of an unknown type. `source` and `file` must be
  /// the source of the slice. Throws if the hashes do not fit the pages of this slice, and if it cannot be read.
  package func compare(
    pagesWith directory: CodeDirectory, in source: any ByteSource, file: String
  ) throws(FileFactError) -> CodePages? {
    guard let kind = directory.hash, !directory.isScattered, directory.pageCount > 0 else { return nil }
    let place = BytePlace(file: file, offset: directory.pageHashes.lowerBound)
    guard directory.codeLimit <= size else {
      throw .incomplete(
        place, "the signature covers \(directory.codeLimit) bytes of code, but the slice has only \(size)")
    }
    let limit = Int(directory.codeLimit)
    let pageSize = directory.pageSize == 0 ? max(limit, 1) : directory.pageSize
    let expected = limit / pageSize + (limit % pageSize == 0 ? 0 : 1)
    guard directory.pageCount == expected else {
      throw .badSignature(
        place, "the code directory has hashes of \(counted(directory.pageCount, "page")), but the code has \(expected)")
    }
    // The hashes first: they are after the code, but few, and the code should be read in ascending order from a compressed source.
    let reader = FieldReader(source, file: file)
    let hashes = try reader.fields(
      at: directory.pageHashes.lowerBound, count: directory.pageHashes.count, end: directory.pageHashes.upperBound,
      of: "the hashes of the code")
    var (changed, first) = (0, Int?.none)
    // As many pages as fit into a large read.
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
