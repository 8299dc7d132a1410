public import Basics

extension PropertyList {
  /// Reads a property list of any format.
  /// - Throws: `PropertyListError` with code `file.*` if the bytes cannot be read, otherwise like `parse`.
  package static func open(
    _ source: any ByteSource, file: String, hint: Hint = .automatic, limits: Limits = .default
  ) throws(PropertyListError) -> PropertyList {
    let largest = min(limits.maximumFileSize, Limits.hardFileSize)
    guard source.count <= largest else { throw PropertyListError.tooLarge(source.count, limit: largest).of(file: file) }
    let text: SourceText
    do throws(ByteSourceError) {
      text = try SourceText(reading: source)
    } catch {
      throw .unreadable(error).of(file: file)
    }
    return try parse(text, file: file, as: hint, limits: limits)
  }

  /// Opens a regular file, following symbolic links. Parameters and errors as for `open` and `read(path:)`.
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
}

extension SourceText {
  /// Reads all bytes of a source.
  init(reading source: any ByteSource) throws(ByteSourceError) {
    self.init(capacity: source.count)
    let got = try source.read(at: 0, into: UnsafeMutableRawBufferPointer(start: base, count: source.count))
    guard got == source.count else { throw ByteSourceError("it became shorter while it was being read") }
    setCount(got)
  }
}

extension PropertyList {
  /// Reads a property list from a regular file, following symbolic links.
  ///
  /// Other files such as a FIFO or a device are rejected without blocking.
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - file: the name in messages; by default the path.
  ///   - hint: additional information about the file.
  ///   - limits: limits on the property list.
  /// - Throws: `PropertyListError` with code `file.*` if the file cannot be read, otherwise like `parse`.
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

enum FileBytes {
  static func read(_ path: String, limit: Int) throws(PropertyListError) -> SourceText {
    let file = try OpenFile(path)
    guard file.count <= limit else { throw PropertyListError.tooLarge(file.count, limit: limit) }
    var text = SourceText(capacity: file.count)
    // If the file shrank while it was read, use the bytes that were read.
    text.setCount(try file.available(at: 0, UnsafeMutableRawBufferPointer(start: text.base, count: file.count)))
    return text
  }
}
