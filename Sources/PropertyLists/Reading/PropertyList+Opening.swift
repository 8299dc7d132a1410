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

extension PropertyList {
  /// Reads a property list from a regular file; symbolic links are followed.
  ///
  /// Nothing but a regular file is read: a FIFO or a device is refused without waiting for it.
  /// - Parameters:
  ///   - path: where the file is.
  ///   - file: name shown in messages; the path without one.
  /// - Throws: `PropertyListError` with code `file.*` when the file can't be read, else as `parse`.
  public static func read(
    path: String, file: String? = nil, hint: Hint = .automatic, limits: Limits = .default
  ) throws(PropertyListError) -> PropertyList {
    let name = file ?? path
    let source: SourceText
    do { source = try FileBytes.read(path, limit: min(limits.maximumFileSize, Limits.hardFileSize)) } catch {
      throw error.of(file: name)
    }
    return try parse(source, file: name, as: hint, limits: limits)
  }
}

/// Reading of whole files through POSIX.
enum FileBytes {
  static func read(_ path: String, limit: Int) throws(PropertyListError) -> SourceText {
    let file = try OpenFile(path)
    guard file.count <= limit else { throw PropertyListError.tooLarge(file.count, limit: limit) }
    var text = SourceText(capacity: file.count)
    // A file that shrank while it was read is what was read of it.
    text.setCount(try file.available(at: 0, UnsafeMutableRawBufferPointer(start: text.base, count: file.count)))
    return text
  }
}

// Lists that `open` reads piece by piece. What can't be read of one reads as null or empty, and is told here.
extension PropertyList {
  /// Whether values are decoded and checked when they are first asked for, and not all beforehand.
  public var isLazy: Bool { lazy != nil }

  /// The first defect that was found since the list was opened; nil for one that was read as a whole.
  ///
  /// Values are no more than a guess once there is one: whoever draws conclusions from a lazily read list looks here
  /// after reading and before concluding.
  public var failure: PropertyListError? {
    lazy?.failure?.of(file: file)
  }

  /// The first defect that was come upon since the last call, again by those who ask for the same value again.
  ///
  /// So that several who read one list after the other each learn of what spoiled their own reading, and of no other.
  package func takeFailure() -> PropertyListError? {
    lazy?.takeFailure()?.of(file: file)
  }

  /// Decodes and checks everything, as `parse` does: the same errors, the same diagnostics. Done once; a list that was
  /// read as a whole has been validated.
  ///
  /// Takes the time and, while it lasts, the memory that reading the whole list takes.
  public func validate() throws(PropertyListError) {
    guard let lazy else { return }
    do throws(PropertyListError) {
      _ = try lazy.validate()
    } catch {
      throw error.of(file: file)
    }
  }
}
