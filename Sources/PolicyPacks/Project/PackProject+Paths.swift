public import Basics

extension PackProject {
  /// A path relative to the working directory as it is relative to the project, which lies there or above. Absolute ones stay.
  public func relative(_ path: String) throws(PackError) -> String {
    if path.hasPrefix("/") || root.hasPrefix("/") { return path }
    let ascents = root.split(separator: "/").count
    guard let directory = getcwd(nil, 0) else {
      throw PackError(.manifest, "the working directory cannot be read: \(SystemError(errno).text)")
    }
    defer { free(directory) }
    let way = String(cString: directory).split(separator: "/").suffix(ascents)
    var parts: [Substring] = []
    for part in way + path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    let text = parts.joined(separator: "/")
    return text.isEmpty ? "." : text.hasPrefix("-") || text.hasPrefix("git+") ? "./" + text : text
  }
}
