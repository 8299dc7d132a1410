public import PropertyLists

extension MachOSlice {
  /// What its code signature says; nil when no load command names one.
  ///
  /// Of several code directories the first is read, which `codesign` makes the same but for the kind of hash. `source` and
  /// `file` are what the slice was read from. Throws when the signature lies outside the slice, when it is malformed, and
  /// when it can't be read.
  public func codeSignature(in source: any ByteSource, file: String) throws(FileFactError) -> CodeSignature? {
    guard let part = signaturePart else { return nil }
    let range = try part.range(in: self, file: file)
    return try SignatureReader(reader: FieldReader(source, file: file), range: range).read()
  }
}
