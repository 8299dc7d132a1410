import Basics

/// Paths inside a bundle: `/`-separated, compared by bytes.
///
/// Swift compares strings by canonical equivalence and splits them by grapheme, so that two files whose names differ
/// only in Unicode normalization would be one and a combining mark would hide a `/`. File names are bytes: everything
/// here works on UTF-8.
enum BundlePath {
  /// Directory and name joined; either may be empty.
  static func join(_ directory: String, _ name: String) -> String {
    if directory.isEmpty { return name }
    return name.isEmpty ? directory : directory + "/" + name
  }

  /// The components of a relative path, empty ones and `.` left out.
  static func components(_ path: String) -> [String] {
    var components: [String] = []
    components.reserveCapacity(4)
    var path = path
    path.withUTF8 { bytes in
      var start = 0
      for end in 0...bytes.count where end == bytes.count || bytes[end] == 0x2F {
        let name = UnsafeBufferPointer(rebasing: bytes[start..<end])
        start = end + 1
        if name.isEmpty || name.count == 1 && name[0] == 0x2E { continue }
        components.append(String(decoding: name, as: UTF8.self))
      }
    }
    return components
  }

  /// The last component, or `""`.
  static func lastComponent(_ path: String) -> String {
    var bytes = path.utf8[...]
    while bytes.last == 0x2F { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: 0x2F) else { return String(Substring(bytes)) }
    return String(Substring(bytes[bytes.index(after: slash)...]))
  }

  /// What follows the last dot of a name, in lower case; `""` for none and for a name that only begins with a dot.
  static func loweredExtension(_ name: String) -> String { fileExtension(name).asciiLowercased }

  /// What follows the last dot of a name, as spelled; `""` as above.
  static func fileExtension(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: 0x2E), dot != name.utf8.startIndex else { return "" }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// A name without its last extension.
  static func withoutExtension(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: 0x2E), dot != name.utf8.startIndex else { return name }
    return String(name[..<dot])
  }

  /// A path without the slashes at its end; `/` itself stays.
  static func withoutTrailingSlashes(_ path: String) -> String {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == 0x2F { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// A to Z made a to z; nothing else changes.
  var asciiLowercased: String {
    String(decoding: utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Equal byte for byte.
  func hasSameBytes(as other: String) -> Bool { comparedByBytes(to: other) == 0 }

  /// Ordered byte for byte.
  func precedesInBytes(_ other: String) -> Bool { comparedByBytes(to: other) < 0 }

  /// Negative, 0 or positive. Listings are sorted with this, so it works on the strings' own storage.
  private func comparedByBytes(to other: String) -> Int {
    let inPlace = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { theirs -> Int in
        if let one = mine.baseAddress, let two = theirs.baseAddress {
          let order = memcmp(one, two, min(mine.count, theirs.count))
          if order != 0 { return Int(order) }
        }
        return mine.count - theirs.count
      }
    }
    if let result = inPlace, let result { return result }
    if utf8.elementsEqual(other.utf8) { return 0 }
    return utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
  }

  /// Ends with these bytes.
  func endsInBytes(_ suffix: String) -> Bool {
    utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}
