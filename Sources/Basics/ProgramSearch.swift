extension Subprocess {
  /// The folders of `PATH`, or of `path` if it is not nil. Relative folders are skipped, so that no program in a checkout is run.
  package static func searchPath(_ path: String?) -> [Substring] {
    let path = path ?? getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").filter { $0.hasPrefix("/") }
  }

  package static func find(_ name: String, in path: String?) -> String? {
    for folder in searchPath(path) {
      let candidate = "\(folder)/\(name)"
      var status = stat()
      if stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(candidate, X_OK) == 0 {
        return candidate
      }
    }
    return nil
  }

  /// The variables of this process except the removed ones, with others added or replaced.
  package static func environment(
    without removed: (String) -> Bool, adding added: [String: String]
  ) -> [[CChar]] {
    let kept = environment.filter { variable in
      let name = String(decoding: variable.prefix { $0 != 0x3D }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return added[name] == nil && !removed(name)
    }
    return kept + added.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8CString) }
  }
}
