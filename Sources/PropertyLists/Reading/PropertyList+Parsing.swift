public import Basics

extension PropertyList {
  /// What is known about a file besides its contents.
  public enum Hint: Hashable, Sendable {
    /// Nothing: the contents decide.
    case automatic
    /// A strings file, in which comments alone are an ordinary, empty table. The contents decide about the format.
    case strings
  }

  /// Reads a property list of any format from memory; the bytes are copied.
  ///
  /// The contents decide about the format: `bplist` begins a binary one; a `<` that isn't old-style data begins XML; anything
  /// else is old-style, with or without braces.
  /// - Throws: `PropertyListError` with the place of the first defect, or of the limit that was exceeded.
  public static func parse(
    _ bytes: UnsafeRawBufferPointer, file: String, as hint: Hint = .automatic, limits: Limits = .default
  ) throws(PropertyListError) -> PropertyList {
    let largest = min(limits.maximumFileSize, Limits.hardFileSize)
    guard bytes.count <= largest else {
      throw .tooLarge(bytes.count, limit: largest).of(file: file)
    }
    return try parse(SourceText(copying: bytes), file: file, as: hint, limits: limits)
  }

  /// Reads a property list of any format from memory; the bytes are copied.
  public static func parse(
    _ bytes: [UInt8], file: String, as hint: Hint = .automatic, limits: Limits = .default
  ) throws(PropertyListError) -> PropertyList {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(PropertyListError) in try parse(buffer, file: file, as: hint, limits: limits) }
    }
    return try result.get()
  }

  /// Reads a property list from memory that is already its own.
  static func parse(
    _ source: consuming SourceText, file: String, as hint: Hint, limits: Limits
  ) throws(PropertyListError) -> PropertyList {
    let isBinary = BinaryReader.recognises(source.base, source.count)
    if isBinary {
      do {
        let builder = try BinaryReader.read(source.base, source.count, limits: limits)
        return PropertyList(format: .binary, file: file, text: source, builder: builder)
      } catch {
        throw error.of(file: file)
      }
    }
    let decoded: DecodedText
    do { decoded = try DecodedText(source) } catch {
      throw error.of(file: file)
    }
    return try parseText(decoded, file: file, as: hint, limits: limits)
  }

  private static func parseText(
    _ decoded: consuming DecodedText, file: String, as hint: Hint, limits: Limits
  ) throws(PropertyListError) -> PropertyList {
    let remarks = decoded.remarks
    let start = decoded.start
    let source = decoded.takeText()
    do {
      if DecodedText.looksLikeXML(source.base, source.count, from: start) {
        var builder = try XMLReader.read(source.base, source.count, from: start, limits: limits)
        builder.remarks.insert(remarks)
        return PropertyList(format: .xml, file: file, text: source, builder: builder)
      }
      var format = Format.oldStyle
      var builder = try OldStyleReader.read(
        source.base, source.count, from: start, hint: hint, limits: limits, format: &format)
      builder.remarks.insert(remarks)
      return PropertyList(format: format, file: file, text: source, builder: builder)
    } catch {
      throw error.of(file: file, text: source.base, source.count)
    }
  }
}
