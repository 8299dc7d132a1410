import Basics

/// Files that others made, which are not part of the repository. Set `BUNDLEPOLICY_ICON_SAMPLES` to a folder with some.
enum RealFiles {
  static let root: String? = getenv("BUNDLEPOLICY_ICON_SAMPLES").map { String(cString: $0) }

  /// Paths at any depth that end so, sorted.
  static func paths(_ ending: String, in folder: String? = root) -> [String] {
    guard let folder, let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var paths: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name == "." || name == ".." { continue }
      let path = "\(folder)/\(name)"
      if entry.pointee.d_type == DT_DIR {
        paths += Self.paths(ending, in: path)
      } else if name.hasSuffix(ending) {
        paths.append(path)
      }
    }
    return paths.sorted()
  }

  static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return all }
      all += buffer[..<count]
    }
  }
}
