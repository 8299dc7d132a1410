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
