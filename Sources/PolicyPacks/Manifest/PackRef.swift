internal import PolicyLock

/// The version of a repository: a tag, a branch or a commit.
enum PackRef {
  /// What is wrong with a ref; nil for nothing. After git-check-ref-format(1), and stricter where that costs nothing.
  static func problem(in ref: String) -> String? {
    let isPlain = ref.utf8.allSatisfy { byte in
      0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte || "._/@+-=,".utf8.contains(byte)
    }
    let parts = ref.split(separator: "/", omittingEmptySubsequences: false)
    let areParts = parts.allSatisfy {
      !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock") && !$0.hasSuffix(".")
    }
    if isPlain, areParts, !ref.hasPrefix("-"), !ref.contains(".."), ref != "@", ref.utf8.count <= 200 { return nil }
    return "'\(ref)' is no tag, branch or commit"
  }

  /// Whether it is the id of a commit.
  static func isCommit(_ ref: String) -> Bool { HexDigest.isObject(ref) }
}
