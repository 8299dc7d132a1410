import Basics

/// A binary property list of which values are decoded, and checked, when they are first asked for: what `PropertyList` asks,
/// each question under the lock.
///
/// @unchecked Sendable: `decoder` and `verdict` are read and written with `lock` held. Text is handed out as addresses in
/// the file's pages and of recoded strings, which stay as they are until `deinit`.
final class LazyTree: @unchecked Sendable {
  enum Verdict {
    case sound([SilentChange])
    case defect(PropertyListError, number: Int)
  }

  let file: PagedFile
  private let lock = Lock()
  // On the heap so that the runtime doesn't check at each access what the lock ensures.
  private let decoder: UnsafeMutablePointer<LazyDecoder>
  /// What `validate` came to: what the file hides, or the first defect and its number.
  private var verdict: Verdict?

  /// Checks what every value depends on: the trailer and the root. `file` must begin as binary lists do.
  init(_ file: PagedFile, limits: Limits) throws(PropertyListError) {
    self.file = file
    let opened = try LazyDecoder.open(file, limits: limits)
    decoder = .allocate(capacity: 1)
    decoder.initialize(to: opened)
  }

  deinit {
    decoder.deinitialize(count: 1)
    decoder.deallocate()
  }

  @inline(__always) private func ask<Answer>(_ question: (inout LazyDecoder) -> Answer) -> Answer {
    lock.whileHeld { question(&decoder.pointee) }
  }

  /// A node's kind and, of scalars, its value.
  func record(of node: UInt32) -> LazyRecord { ask { $0.decoded(node).pointee } }

  /// Values numbered so far.
  var nodeCount: Int { ask { $0.nodeCount } }

  func count(of node: UInt32) -> Int { ask { $0.opened(node)?.pointee.visibleCount ?? 0 } }

  func element(of node: UInt32, at position: Int) -> UInt32? {
    ask { decoder in decoder.opened(node).flatMap { decoder.child($0.pointee, position) } }
  }

  func position(of node: UInt32, forKey key: UnsafeBufferPointer<UInt8>) -> Int? {
    // An empty key has no address; any will do for a comparison of no bytes.
    ask { $0.opened(node)?.pointee.keys?.position(of: key.baseAddress ?? $0.objects.file, key.count) }
  }

  func value(of node: UInt32, forKey key: UnsafeBufferPointer<UInt8>) -> UInt32? {
    ask { decoder in
      guard let run = decoder.opened(node)?.pointee,
        let position = run.keys?.position(of: key.baseAddress ?? decoder.objects.file, key.count)
      else { return nil }
      return decoder.child(run, position)
    }
  }

  /// The keys of a dictionary, valid as long as this tree; nil for everything else.
  func keys(of node: UInt32) -> KeyTable? { ask { $0.opened(node)?.pointee.keys } }

  /// The key at a position.
  func key(of node: UInt32, at position: Int) -> UnsafeBufferPointer<UInt8> {
    guard let keys = keys(of: node), position >= 0, position < keys.count else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return keys.keys[position].text
  }

  func parent(of node: UInt32) -> UInt32 { ask { $0.known(node).pointee.parent } }

  /// The bytes of a string.
  func utf8(of node: UInt32) -> UnsafeBufferPointer<UInt8> { ask { $0.utf8(of: node) } }

  /// The bytes of data, read from the file if they have not been.
  func data(of node: UInt32) -> UnsafeRawBufferPointer? { ask { $0.data(of: node) } }

  /// RFC 6901. The value that lost to an equal key has its winner's pointer.
  func pointer(to node: UInt32) -> String { ask { $0.pointer(to: node) } }

  /// Offset of a value's object; of a malformed one, of what is wrong with it.
  func place(of node: UInt32) -> Int? { ask { $0.place(of: node) } }

  /// Offset of the object that is an entry's key; nil when there is no such entry.
  func keyPlace(of node: UInt32, at position: Int) -> Int? {
    ask { decoder in
      guard let run = decoder.opened(node)?.pointee, let keys = run.keys, position >= 0, position < keys.count else {
        return nil
      }
      return (try? decoder.keyObject(Int(keys.keys[position].entry), of: run))?.offset
    }
  }

  /// The first defect that was found.
  var failure: PropertyListError? { ask { $0.failures.first } }

  /// The first defect somebody came upon since the last call.
  func takeFailure() -> PropertyListError? { ask { $0.takeFailure() } }

  /// What the file hides, once all of it has been read and found good; else the first defect, which is then met too.
  func validate() throws(PropertyListError) -> [SilentChange] {
    let verdict = ask { decoder in
      let verdict = self.verdict ?? decoder.judge()
      self.verdict = verdict
      if case .defect(_, let number) = verdict { decoder.meet(number) }
      return verdict
    }
    switch verdict {
    case .sound(let diagnostics): return diagnostics
    case .defect(let failure, _): throw failure
    }
  }
}
