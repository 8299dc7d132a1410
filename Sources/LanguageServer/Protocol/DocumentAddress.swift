import Basics

package enum DocumentAddress {
  /// The absolute path that a `file:` address names, without `.` and `..`; nil for other addresses.
  package static func path(_ address: String) -> String? {
    guard address.lowercased().hasPrefix("file://") else { return nil }
    var rest = address.dropFirst(7)
    if rest.lowercased().hasPrefix("localhost/") { rest = rest.dropFirst(9) }
    rest = rest.prefix { $0 != "?" && $0 != "#" }
    guard rest.hasPrefix("/"), let bytes = decoded(rest.utf8), !bytes.contains(0),
      let path = String(validating: bytes, as: UTF8.self)
    else { return nil }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  package static func address(_ path: String) -> String {
    "file://" + PercentEncoding.encode(path, keepsSlashes: true)
  }

  private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
