/// Converts text to bytes of a file.
enum TextBytes {
  enum Encoding: CaseIterable { case utf8, utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian }

  /// Encodes text, with or without a byte order mark.
  static func encode(_ text: String, _ encoding: Encoding, mark: Bool) -> [UInt8] {
    let text = mark ? "\u{FEFF}" + text : text
    switch encoding {
    case .utf8: return Array(text.utf8)
    case .utf16BigEndian: return text.utf16.flatMap { bigEndian(UInt64($0), 2) }
    case .utf16LittleEndian: return text.utf16.flatMap { bigEndian(UInt64($0), 2).reversed() }
    case .utf32BigEndian: return text.unicodeScalars.flatMap { bigEndian(UInt64($0.value), 4) }
    case .utf32LittleEndian: return text.unicodeScalars.flatMap { bigEndian(UInt64($0.value), 4).reversed() }
    }
  }

  /// Returns the lowest bytes of a number in big-endian order; zeros above eight bytes.
  static func bigEndian(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { at in UInt8(truncatingIfNeeded: number >> UInt64((size - 1 - at) * 8)) }
  }

  static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (Array(group) + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      for at in 0..<4 { text.append(at <= group.count ? alphabet[bits >> (18 - 6 * at) & 63] : "=") }
    }
    return text
  }

  /// Formats whole seconds since 2001 as `YYYY-MM-DDThh:mm:ssZ` by counting years and months: slow, but obviously correct.
  static func date(_ seconds: Double) -> String {
    var days = Int((seconds / 86_400).rounded(.down))
    let rest = Int(seconds) - days * 86_400
    var year = 2001
    while days < 0 { (year, days) = (year - 1, days + length(ofYear: year - 1)) }
    while days >= length(ofYear: year) { (year, days) = (year + 1, days - length(ofYear: year)) }
    let months = [31, length(ofYear: year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var month = 0
    while days >= months[month] { (month, days) = (month + 1, days - months[month]) }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
    return "\(year)-\(two(month + 1))-\(two(days + 1))T\(time)Z"
  }

  private static func length(ofYear year: Int) -> Int {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365
  }
}
