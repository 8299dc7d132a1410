import StandardPolicies

extension DefaultPolicy {
  /// The ids of the policies that the program carries, in the order of their files.
  ///
  /// Found by reading all their sources: for completions and documents, not for checks.
  public static var standardIdentifiers: [String] {
    StandardPolicies.paths.compactMap { path in
      guard let source = StandardPolicies.source(path) else { return nil }
      let start = Array(#"policy ""#.utf8)
      // What declares a policy says so at the start of a line.
      for line in source.split(separator: UInt8(ascii: "\n")) where line.starts(with: start) {
        let id = line.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }
        return String(decoding: id, as: UTF8.self)
      }
      return nil
    }
  }
}
