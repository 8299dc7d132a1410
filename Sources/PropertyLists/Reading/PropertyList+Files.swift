public import Basics

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
