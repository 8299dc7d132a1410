import Basics

/// The owned bytes of a file, followed by zeros, so that parsers may read past the end.
struct SourceText: ~Copyable {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count: Int

  /// The number of zeros after the text: enough for an 8-byte load at the last byte and for libxml2's look-ahead.
  static let padding = 64

  init(capacity: Int) {
    guard let memory = LargeMemory.allocate(capacity + SourceText.padding) else {
      // Out of memory: stop like the standard library's containers.
      abort()
    }
    base = memory.bindMemory(to: UInt8.self, capacity: capacity + SourceText.padding)
    count = 0
    pad()
  }

  init(copying bytes: UnsafeRawBufferPointer) {
    self.init(capacity: bytes.count)
    if let source = bytes.baseAddress { memcpy(base, source, bytes.count) }
    setCount(bytes.count)
  }

  deinit { free(base) }

  mutating func setCount(_ used: Int) {
    count = used
    pad()
  }

  private func pad() { memset(base + count, 0, SourceText.padding) }

  /// Transfers ownership of the memory, which the caller must `free`.
  consuming func take() -> (base: UnsafeMutablePointer<UInt8>, count: Int) {
    let taken = (base, count)
    discard self
    return taken
  }
}
