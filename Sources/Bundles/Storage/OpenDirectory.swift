import Basics

/// An open directory, closed when nobody holds it any more.
final class OpenDirectory: @unchecked Sendable {  // nothing changes after `init`; the stream is only closed
  /// For `openat` and the like; its position in the directory means nothing.
  let descriptor: Int32
  private let stream: DirectoryStream?

  /// Takes over `descriptor`.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    stream = nil
  }

  /// Takes over a stream that has been read to its end, and the descriptor in it.
  init(_ stream: DirectoryStream) {
    descriptor = stream.descriptor
    self.stream = stream
  }

  deinit { if stream == nil { close(descriptor) } }
}

/// The directories of one tree that were entered last, by the bytes of their paths, so that what lies in one directory
/// doesn't cost the way to it each time.
final class DirectoryCache: Sendable {
  /// Bounds the descriptors one storage holds open; a bundle's layout is hardly deeper.
  static let capacity = 8

  // The most recent last.
  private let entries = Locked<[(path: [UInt8], directory: OpenDirectory)]>([])

  subscript(path: some Collection<UInt8>) -> OpenDirectory? {
    entries.withValue { entries in
      guard let position = entries.lastIndex(where: { $0.path.count == path.count && $0.path.elementsEqual(path) })
      else { return nil }
      if position < entries.count - 1 { entries.append(entries.remove(at: position)) }
      return entries.last?.directory
    }
  }

  func keep(_ directory: OpenDirectory, at path: [UInt8]) {
    entries.withValue { entries in
      entries.removeAll { $0.path == path }
      if entries.count >= Self.capacity { entries.removeFirst() }
      entries.append((path, directory))
    }
  }
}
