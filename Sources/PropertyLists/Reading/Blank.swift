/// What counts as a blank.
enum Blank {
  @inline(__always) static func isXML(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }
}
