/// The sizes of version 1 of what checkers fill in, in bytes. They never change, whatever later versions add behind.
enum CheckerSizes {
  static let option = 96
  static let description = 88
  static let finding = 112
  static let file = 24

  /// A structure of a checker, of which `size` bytes are there: what is missing is zero, what this program does not know is left out.
  static func load<Structure>(_ pointer: UnsafeRawPointer, size: Int, into blank: Structure) -> Structure {
    var loaded = blank
    withUnsafeMutableBytes(of: &loaded) { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: max(0, min(size, bytes.count))))
    }
    return loaded
  }
}
