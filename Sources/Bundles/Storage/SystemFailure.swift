import Basics

/// An `errno`, turned into an error that says something.
struct SystemFailure {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  func error(at path: String) -> StorageError {
    switch number {
    case ENOENT: StorageError(.notFound, path: path)
    case ENOTDIR: StorageError(.notADirectory, path: path)
    case EACCES, EPERM: StorageError(.permissionDenied, path: path)
    case ELOOP: StorageError(.changed, path: path)
    default: StorageError(.system, path: path, detail: words)
    }
  }

  /// The few an operator can act on, by name; `strerror`'s text depends on the locale, and reports must not.
  private var words: String {
    switch number {
    case EMFILE, ENFILE: "too many open files (raise `ulimit -n`)"
    case ENOMEM: "out of memory"
    case EIO: "input/output error of the disk"
    case ENAMETOOLONG: "the name is too long"
    case ENXIO, ENODEV: "no such device"
    default: "system error \(number)"
    }
  }
}
