package enum PageAnchor {
  /// Returns the anchor for a name. Letters, digits, `-` and `.` are kept and all else is encoded, so two names never share an anchor.
  package static func name(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: String(decoding: [byte], as: UTF8.self)
      default: "_" + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
