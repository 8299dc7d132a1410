import Basics

final class OpenFile: ByteSource {
  let count: Int
  private let file: OpenedFile

  /// Opens a regular file, following symbolic links. Throws for other files such as a FIFO or a device, without blocking.
  init(_ path: String) throws(PropertyListError) {
    guard !path.utf8.contains(0) else {
      throw PropertyListError("file.unreadable", "the path contains a null character")
    }
    do throws(SystemError) {
      file = try OpenedFile(path)
    } catch {
      throw OpenFile.unreadable("cannot be opened", error)
    }
    count = file.size
    guard file.type == S_IFREG else {
      throw PropertyListError("file.not-regular", "this is \(OpenFile.kind(file.type)); expected a regular file")
    }
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let wanted = min(buffer.count, count - offset)
    let got: Int
    do throws(PropertyListError) {
      got = try available(at: offset, UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
    } catch {
      throw ByteSourceError(error.message)
    }
    guard got == wanted else { throw ByteSourceError("it became shorter while it was being read") }
    return got
  }

  /// Copies bytes from `offset` and returns their number; fewer than fit if the file ends before.
  func available(at offset: Int, _ buffer: UnsafeMutableRawBufferPointer) throws(PropertyListError) -> Int {
    do throws(SystemError) {
      return try file.read(at: offset, into: buffer)
    } catch {
      throw OpenFile.unreadable("cannot be read", error)
    }
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
