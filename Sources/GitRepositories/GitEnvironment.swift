import Basics

extension GitProcess {
  /// Variables that git must not inherit: unrelated secrets, and those that make it use another repository, which are set when a hook runs
  /// this program (`git rev-parse --local-env-vars`, and the outputs of traces).
  private static let removed = [
    "BUNDLEPOLICY_LEDGER", "PGPASSWORD", "BUNDLEPOLICY_ATTEST_KEY", "GIT_DIR", "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX",
    "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_CONFIG",
    "GIT_CEILING_DIRECTORIES", "GIT_ATTR_SOURCE", "GIT_QUARANTINE_PATH", "GIT_DEFAULT_HASH",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
  ]

  private static func added(mayPrompt: Bool) -> [String: String] {
    [
      // Messages are shown, and some are parsed.
      "LC_ALL": "C", "LANGUAGE": "C",
      // Without a terminal nobody can answer.
      "GIT_TERMINAL_PROMPT": mayPrompt ? "1" : "0",
      // Overrides the configuration: `ext::` and `fd::` run commands, and `git:` and `http:` are not protected.
      "GIT_ALLOW_PROTOCOL": "https:ssh:file",
      "GIT_NO_REPLACE_OBJECTS": "1",
      // A repository on disk may lack objects and name a command that fetches them.
      "GIT_NO_LAZY_FETCH": "1",
    ]
  }

  /// The environment for git as C strings, which need not be UTF-8. `others` override variables of this process.
  package static func environment(_ others: [String: String], mayPrompt: Bool) -> [[CChar]] {
    var added = others.merging(added(mayPrompt: mayPrompt)) { $1 }
    // Applies to git and everything it starts: ssh, helpers and ssh-keygen.
    added["PATH"] = Subprocess.searchPath(others["PATH"]).joined(separator: ":")
    return Subprocess.environment(
      without: { removed.contains($0) || $0.hasPrefix("GIT_TRACE") }, adding: added)
  }
}
