import CheckerKit
import PropertyLists

/// A file of a bundle, read in pieces.
///
/// For one check on one thread, as what `CheckedBundle` offers is: `@unchecked Sendable`, because `ByteSource` asks for it, and
/// never passed to another thread.
final class BundleFileSource: ByteSource, @unchecked Sendable {
  let count: Int
  private let bundle: any JudgedBundle
  private let path: String
  /// Why it could not be read.
  private(set) var failure: CheckerError?

  init(_ bundle: any JudgedBundle, _ path: String, size: UInt64) {
    self.bundle = bundle
    self.path = path
    count = Int(clamping: size)
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    do throws(CheckerError) {
      return try bundle.read(path, at: UInt64(offset), into: buffer)
    } catch {
      failure = error
      throw ByteSourceError(error.description)
    }
  }
}
