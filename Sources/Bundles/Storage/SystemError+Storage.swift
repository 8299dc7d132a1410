import Basics

extension SystemError {
  /// The failure to do something at a path, as an error that says something.
  func storageError(at path: String) -> StorageError {
    switch number {
    case ENOENT: StorageError(.notFound, path: path)
    case ENOTDIR: StorageError(.notADirectory, path: path)
    case EACCES, EPERM: StorageError(.permissionDenied, path: path)
    case ELOOP: StorageError(.changed, path: path)
    default: StorageError(.system, path: path, detail: words)
    }
  }

  /// The few an operator can act on, by name: `text` depends on the locale, and reports must not.
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
