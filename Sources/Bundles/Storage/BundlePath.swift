import Basics

/// Operations on paths inside a bundle: separated by `/`, compared by bytes.
///
/// Swift compares strings by canonical equivalence and splits them by grapheme cluster, so that two file names that differ only in Unicode
/// normalization would be equal, and a combining mark would hide a `/`. File names are bytes: everything here uses UTF-8.
package enum BundlePath {
  package static func join(_ directory: String, _ name: String) -> String {
    if directory.isEmpty || name.isEmpty { return directory.isEmpty ? name : directory }
    var (directory, name) = (directory, name)
    return directory.withUTF8 { directory in
      name.withUTF8 { name in
        // A single allocation, because walks join very many paths.
        String(unsafeUninitializedCapacity: directory.count + 1 + name.count) { path in
          let end = path.initialize(fromContentsOf: directory)
          path.initializeElement(at: end, to: UInt8(ascii: "/"))
          return path[(end + 1)...].initialize(fromContentsOf: name)
        }
      }
    }
  }

  /// The components of a relative path, without empty ones and `.`.
  package static func components(_ path: String) -> [String] {
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

  /// Whether a path is inside one of these folders, which are given by their bytes.
  package static func isInside(_ folders: Set<[UInt8]>, _ path: some Collection<UInt8>) -> Bool {
    if folders.isEmpty { return false }
    let bytes = Array(path)
    return bytes.indices.contains { bytes[$0] == 0x2F && folders.contains(Array(bytes[..<$0])) }
  }

  package static func lastComponent(_ path: String) -> String {
    var bytes = path.utf8[...]
    while bytes.last == 0x2F { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: 0x2F) else { return String(Substring(bytes)) }
    return String(Substring(bytes[bytes.index(after: slash)...]))
  }

  /// The part after the last dot of a name, in lower case; `""` if there is no dot or only one at the start.
  package static func loweredExtension(_ name: String) -> String { fileExtension(name).asciiLowercased }

  /// The part after the last dot of a name, as spelled.
  static func fileExtension(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: 0x2E), dot != name.utf8.startIndex else { return "" }
    return String(name[name.utf8.index(after: dot)...])
  }

  static func withoutExtension(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: 0x2E), dot != name.utf8.startIndex else { return name }
    return String(name[..<dot])
  }

  static func withoutTrailingSlashes(_ path: String) -> String {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == 0x2F { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// Converts A to Z to lower case; nothing else changes.
  var asciiLowercased: String {
    String(decoding: utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  func endsInBytes(_ suffix: String) -> Bool {
    utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}

extension BundlePath {
  /// The path without redundant components: `a/b` for `./a//b`.
  package static func plain(_ path: String) -> String {
    var path = path
    let isPlain = path.withUTF8 { bytes in
      guard let last = bytes.last, bytes[0] != UInt8(ascii: "/"), last != UInt8(ascii: "/") else { return true }
      var length = 0
      var onlyDots = true
      for byte in bytes {
        guard byte == UInt8(ascii: "/") else {
          length += 1
          onlyDots = onlyDots && byte == UInt8(ascii: ".")
          continue
        }
        if length == 0 || length == 1 && onlyDots { return false }
        (length, onlyDots) = (0, true)
      }
      return !(length == 1 && onlyDots)
    }
    if isPlain { return path }
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    return parts.isEmpty ? "." : parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }
}
