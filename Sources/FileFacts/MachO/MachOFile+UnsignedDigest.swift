import Basics
package import PropertyLists

extension MachOFile {
  /// Returns a hash of the code without its signatures, in hexadecimal digits: files that differ only in how they are signed have the same
  /// one, and so has the file before it was signed.
  ///
  /// It does not contain the signature, its load command, the size of the segment `__LINKEDIT`, which contains it, and the padding before it.
  /// `source` and `file` must be the source of the code. Throws if a signature is outside its slice, or if the file cannot be read.
  package func unsignedDigest(in source: any ByteSource, file: String) throws(FileFactError) -> String {
    var digest = DigestWithoutPadding()
    for slice in slices {
      digest.digest.update("\(slice.architecture)\0")
      try slice.hashUnsigned(source, file: file, &digest)
    }
    // Between and after the slices of a universal file is only padding, unless something is hidden there.
    var next = slices.map(\.offset).min() ?? 0
    for slice in slices.sorted(by: { $0.offset < $1.offset }) {
      if next < slice.offset { try source.forEachPiece(of: next..<slice.offset, file: file) { digest.update($0) } }
      digest.finish()
      next = max(next, slice.offset + slice.size)
    }
    if !slices.isEmpty, next < source.count {
      try source.forEachPiece(of: next..<source.count, file: file) { digest.update($0) }
    }
    return digest.digest.hexadecimal
  }
}

/// A hash that ignores zeros at the end of each part.
private struct DigestWithoutPadding {
  var digest = SHA256Digest()
  private var zeros = 0

  mutating func update(_ bytes: [UInt8]) {
    let count = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    if count > 0 {
      add(zeros: zeros)
      digest.update(Array(bytes.prefix(count)))
      zeros = 0
    }
    zeros += bytes.count - count
  }

  mutating func update(zeros count: Int) { zeros += count }

  mutating func finish() { zeros = 0 }

  private mutating func add(zeros count: Int) {
    let piece = [UInt8](repeating: 0, count: min(count, 1 << 16))
    var left = count
    while left > 0 {
      digest.update(left >= piece.count ? piece : Array(piece.prefix(left)))
      left -= piece.count
    }
  }
}

extension MachOSlice {
  fileprivate func hashUnsigned(
    _ source: any ByteSource, file: String, _ digest: inout DigestWithoutPadding
  ) throws(FileFactError) {
    let end = offset + size
    var next = offset
    if let part = commandPart {
      next = part.offset + part.size
      let commands = try unsignedCommands(part, FieldReader(source, file: file), &digest)
      digest.update(commands)
      // Where the command of the signature was, or has room to be.
      digest.update(zeros: part.size - commands.count)
    }
    if let signature = try signaturePart?.range(in: self, file: file), signature.lowerBound >= next {
      try source.forEachPiece(of: next..<signature.lowerBound, file: file) { digest.update($0) }
      next = signature.upperBound
      // A signature is the last part of its slice. If something follows, it must not be confused with what comes before.
      digest.finish()
    }
    try source.forEachPiece(of: next..<end, file: file) { digest.update($0) }
    digest.finish()
  }

  /// The load commands except the signature's, without the sizes that depend on it. Adds the header, without them, to the digest.
  private func unsignedCommands(
    _ part: MachOCommandPart, _ reader: FieldReader, _ digest: inout DigestWithoutPadding
  ) throws(FileFactError) -> [UInt8] {
    let end = offset + size
    let header = try reader.fields(at: offset, count: part.offset - offset, end: end, of: "the Mach-O header")
    var bytes = header.bytes
    // The number of commands, and their size.
    bytes.replaceSubrange(16..<24, with: repeatElement(0, count: 8))
    digest.digest.update(bytes)
    var commands = try reader.fields(at: part.offset, count: part.size, end: end, of: "the load commands")
    commands.isBigEndian = isBigEndian
    var kept: [UInt8] = []
    try commands.forEachCommand(count: part.count) { (command) throws(FileFactError) in
      let number = try command.uint32(0)
      if number == LoadCommand.codeSignature { return }
      var bytes = command.bytes
      let isSegment = number == LoadCommand.segment || number == LoadCommand.segment64
      if isSegment, command.count >= 72 || !is64Bit && command.count >= 56,
        try command.text(8, upTo: 16) == "__LINKEDIT"
      {
        // The sizes in memory and in the file.
        for range in number == LoadCommand.segment64 ? [32..<40, 48..<56] : [28..<32, 36..<40] {
          bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
        }
      }
      kept += bytes
    }
    return kept
  }
}
