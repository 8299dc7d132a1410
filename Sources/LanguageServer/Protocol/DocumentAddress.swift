import Basics

package enum DocumentAddress {
  /// The absolute path that a `file:` address names, without `.` and `..`; nil for other addresses.
  package static func path(_ address: String) -> String? {
    guard address.lowercased().hasPrefix("file://") else { return nil }
    var rest = address.dropFirst(7)
    if rest.lowercased().hasPrefix("localhost/") { rest = rest.dropFirst(9) }
    rest = rest.prefix { $0 != "?" && $0 != "#" }
    guard rest.hasPrefix("/"), let path = PercentEncoding.decode(rest), !path.utf8.contains(0) else { return nil }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  package static func address(_ path: String) -> String {
    "file://" + PercentEncoding.encode(path, keepsSlashes: true)
  }
}
