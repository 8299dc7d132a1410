public import Basics

extension PropertyList {
  /// Information about a file in addition to its contents.
  public enum Hint: Hashable, Sendable {
    /// None: the contents determine the format.
    case automatic
    /// A strings file, for which a file with only comments is an ordinary, empty table. The contents determine the format.
    case strings
  }

  /// Parses a property list of any format from memory; the bytes are copied.
  ///
  /// The contents determine the format: `bplist` begins a binary one; a `<` that is not old-style data begins XML; anything else is
  /// old-style, with or without braces.
  /// - Parameters:
  ///   - bytes: the contents of the file.
  ///   - file: the name in messages.
  ///   - hint: additional information about the file.
  ///   - limits: limits on the property list.
  /// - Throws: `PropertyListError` with the position of the first error, or of the limit that was exceeded.
  public static func parse(
    _ bytes: UnsafeRawBufferPointer, file: String, as hint: Hint = .automatic, limits: Limits = .default
  ) throws(PropertyListError) -> PropertyList {
    let largest = min(limits.maximumFileSize, Limits.hardFileSize)
    guard bytes.count <= largest else { throw .tooLarge(bytes.count, limit: largest).of(file: file) }
    return try parse(SourceText(copying: bytes), file: file, as: hint, limits: limits)
  }

  /// Parses a property list of any format from memory. Parameters and errors as for the buffer variant.
  public static func parse(
    _ bytes: [UInt8], file: String, as hint: Hint = .automatic, limits: Limits = .default
  ) throws(PropertyListError) -> PropertyList {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(PropertyListError) in try parse(buffer, file: file, as: hint, limits: limits) }
    }
    return try result.get()
  }

  /// Parses a property list from memory that it takes ownership of.
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
