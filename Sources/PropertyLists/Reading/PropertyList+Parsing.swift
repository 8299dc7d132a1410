import Basics

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
      throw error(.tooLarge(bytes.count, limit: largest), file: file, isBinary: false, text: nil, 0)
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
        throw PropertyList.error(error, file: file, isBinary: true, text: nil, 0)
      }
    }
    let decoded: DecodedText
    do { decoded = try DecodedText(source) } catch {
      throw PropertyList.error(error.failure, file: file, place: error.place)
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
      throw PropertyList.error(error, file: file, isBinary: false, text: source.base, source.count)
    }
  }

  static func error(
    _ failure: Failure, file: String, isBinary: Bool, text: UnsafePointer<UInt8>?, _ count: Int
  ) -> PropertyListError {
    guard let offset = failure.offset else { return error(failure, file: file, place: Place()) }
    if isBinary { return error(failure, file: file, place: Place(byteOffset: UInt64(clamping: offset))) }
    guard let text else { return error(failure, file: file, place: Place()) }
    return error(failure, file: file, place: TextPosition.place(text, count, offset: offset))
  }

  static func error(_ failure: Failure, file: String, place: Place) -> PropertyListError {
    PropertyListError(file: file, place: place, message: failure.message, hint: failure.hint, code: failure.code)
  }
}
