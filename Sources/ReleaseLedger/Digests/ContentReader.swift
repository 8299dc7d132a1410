internal import Bundles
internal import PropertyLists

/// Reads files for their hashes, a piece at a time.
final class ContentReader {
  // Fewer and larger reads do not make it faster.
  private static let pieceSize = 256 << 10
  /// The execute bit of the owner.
  private static let ownerExecutes: UInt16 = 0o100

  private let storage: any BundleStorage
  private let buffer: UnsafeMutableRawBufferPointer

  init(_ storage: any BundleStorage) {
    self.storage = storage
    buffer = .allocate(byteCount: Self.pieceSize, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// The hash of the regular file at `path`, which `status` was told of.
  func hash(_ path: String, _ status: FileStatus, shown: String) throws(LedgerError) -> [UInt8] {
    do throws(StorageError) {
      var hash = ContentHash(.file)
      hash.add(byte: status.mode & Self.ownerExecutes != 0 ? 1 : 0)
      let source = try storage.source(of: path)
      guard source.count == status.size else { throw StorageError(.changed, path: path) }
      var offset = 0
      while offset < source.count {
        let got = try read(source, at: offset, path)
        hash.add(UnsafeRawBufferPointer(rebasing: buffer[..<got]))  // got <= buffer.count
        offset += got
      }
      return hash.bytes
    } catch {
      throw .contentUnread(shown, error.description)
    }
  }

  /// Throws when there is nothing more though there should be, and when there is more than there should be.
  private func read(_ source: any ByteSource, at offset: Int, _ path: String) throws(StorageError) -> Int {
    let got: Int
    do throws(ByteSourceError) {
      got = try source.read(at: offset, into: buffer)
    } catch {
      throw StorageError(.system, path: path, detail: error.description)
    }
    guard got > 0, got <= min(buffer.count, source.count - offset) else { throw StorageError(.changed, path: path) }
    return got
  }
}
