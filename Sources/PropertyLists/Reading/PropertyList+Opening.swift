public import Basics

extension PropertyList {
  /// Reads a property list of any format.
  /// - Throws: `PropertyListError` with code `file.*` if the bytes cannot be read, otherwise like `parse`.
  package static func open(
    _ source: any ByteSource, file: String, hint: Hint = .automatic, limits: Limits = .default
  ) throws(PropertyListError) -> PropertyList {
    let largest = min(limits.maximumFileSize, Limits.hardFileSize)
    guard source.count <= largest else { throw PropertyListError.tooLarge(source.count, limit: largest).of(file: file) }
    var text = SourceText(capacity: source.count)
    do throws(ByteSourceError) {
      let got = try source.read(at: 0, into: UnsafeMutableRawBufferPointer(start: text.base, count: source.count))
      guard got == source.count else { throw ByteSourceError("it became shorter while it was being read") }
      text.setCount(got)
    } catch {
      throw PropertyListError("file.unreadable", "the file cannot be read: \(error.message)").of(file: file)
    }
    return try parse(text, file: file, as: hint, limits: limits)
  }

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
    do { source = try SourceText.read(path, limit: min(limits.maximumFileSize, Limits.hardFileSize)) } catch {
      throw error.of(file: name)
    }
    return try parse(source, file: name, as: hint, limits: limits)
  }
}

extension SourceText {
  /// Reads a regular file, following symbolic links. Throws for other files such as a FIFO or a device, without blocking.
  fileprivate static func read(_ path: String, limit: Int) throws(PropertyListError) -> SourceText {
    guard !path.utf8.contains(0) else {
      throw PropertyListError("file.unreadable", "the path contains a null character")
    }
    let file: OpenedFile
    do { file = try OpenedFile(path) } catch { throw unreadable("cannot be opened", error) }
    guard file.type == S_IFREG else {
      throw PropertyListError("file.not-regular", "this is \(kind(file.type)); expected a regular file")
    }
    guard file.size <= limit else { throw PropertyListError.tooLarge(file.size, limit: limit) }
    var text = SourceText(capacity: file.size)
    do throws(SystemError) {
      // If the file shrank while it was read, use the bytes that were read.
      text.setCount(try file.read(at: 0, into: UnsafeMutableRawBufferPointer(start: text.base, count: file.size)))
    } catch {
      throw unreadable("cannot be read", error)
    }
    return text
  }

  private static func unreadable(_ what: String, _ error: SystemError) -> PropertyListError {
    PropertyListError("file.unreadable", "the file \(what): \(error.text)")
  }

  private static func kind(_ format: mode_t) -> String {
    switch format {
    case S_IFDIR: "a directory"
    case S_IFIFO: "a FIFO"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "not a file"
    }
  }
}
