import Basics

final class OpenDirectory: @unchecked Sendable {  // nothing changes after `init`; the stream is only closed
  /// For `openat` and the like; its read position is undefined.
  let descriptor: Int32
  private let stream: DirectoryStream?

  /// Takes ownership of `descriptor`.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    stream = nil
  }

  /// Takes ownership of a stream that has been read to its end, and of its descriptor.
  init(_ stream: DirectoryStream) {
    descriptor = stream.descriptor
    self.stream = stream
  }

  deinit { if stream == nil { close(descriptor) } }
}

/// The most recently entered directories of a tree, by the bytes of their paths, so that accessing several files in a directory resolves
/// its path only once.
final class DirectoryCache: Sendable {
  /// Limits the number of descriptors that one storage keeps open; the folders of a bundle are rarely nested more deeply.
  static let capacity = 8

  // The most recent one is last.
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
