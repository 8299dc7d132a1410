public import Basics

extension PropertyList {
  /// Opens a property list of any format. A binary one longer than `limits.lazyThreshold` is read lazily: what opening it
  /// and looking at a few values costs doesn't depend on its length. Everything else is read as a whole, as is what has to be
  /// read from its start anyway.
  ///
  /// Of a lazily read list only the trailer and the root have been checked; see `failure` and `validate`.
  /// - Throws: `PropertyListError` with code `file.*` when the bytes can't be read, else as `parse`.
  package static func open(
    _ source: any ByteSource, file: String, hint: Hint = .automatic, limits: Limits = .default
  ) throws(PropertyListError) -> PropertyList {
    do throws(PropertyListError) {
      let largest = min(limits.maximumFileSize, Limits.hardFileSize)
      guard source.count <= largest else { throw .tooLarge(source.count, limit: largest) }
      if !source.isSequential, source.count > limits.lazyThreshold,
        let list = try openLazily(source, file: file, limits: limits)
      {
        return list
      }
    } catch {
      throw error.of(file: file)
    }
    let text: SourceText
    do throws(ByteSourceError) {
      text = try SourceText(reading: source)
    } catch {
      throw .unreadable(error).of(file: file)
    }
    return try parse(text, file: file, as: hint, limits: limits)
  }

  /// Opens a regular file; symbolic links are followed. As `open` and `read(path:)`.
  public static func open(
    path: String, file: String? = nil, hint: Hint = .automatic, limits: Limits = .default
  ) throws(PropertyListError) -> PropertyList {
    let name = file ?? path
    let source: OpenFile
    do throws(PropertyListError) {
      source = try OpenFile(path)
    } catch {
      throw error.of(file: name)
    }
    return try open(source, file: name, hint: hint, limits: limits)
  }

  /// Nil when this is no binary list, or when the process may not have as many addresses as the file has bytes.
  private static func openLazily(
    _ source: any ByteSource, file: String, limits: Limits
  ) throws(PropertyListError) -> PropertyList? {
    guard source.count > 0, let pages = PagedFile(source) else { return nil }
    try pages.load(0, min(pages.count, BinaryTrailer.headerSize))
    guard BinaryReader.recognises(pages.base, pages.count) else { return nil }
    return PropertyList(file: file, lazy: try LazyTree(pages, limits: limits))
  }
}

extension SourceText {
  /// All bytes of a source.
  init(reading source: any ByteSource) throws(ByteSourceError) {
    self.init(capacity: source.count)
    let got = try source.read(at: 0, into: UnsafeMutableRawBufferPointer(start: base, count: source.count))
    guard got == source.count else { throw ByteSourceError("it has become shorter while it was read") }
    setCount(got)
  }
}
