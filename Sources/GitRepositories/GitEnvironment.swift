import Basics

extension GitProcess {
  /// What must not reach git: secrets that are none of its business; and what would make it work in another repository, as it does
  /// when this program is run by a hook (`git rev-parse --local-env-vars`, and what traces write).
  private static let removed = [
    "BUNDLEPOLICY_LEDGER", "PGPASSWORD", "BUNDLEPOLICY_ATTEST_KEY", "GIT_DIR", "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX",
    "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_CONFIG",
    "GIT_CEILING_DIRECTORIES", "GIT_ATTR_SOURCE", "GIT_QUARANTINE_PATH", "GIT_DEFAULT_HASH",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
  ]

  /// What git is told beside.
  private static func added(asks: Bool) -> [String: String] {
    [
      // Messages are shown, and some are read.
      "LC_ALL": "C", "LANGUAGE": "C",
      // Nobody answers where there is no terminal.
      "GIT_TERMINAL_PROMPT": asks ? "1" : "0",
      // Whatever the configuration allows: `ext::` and `fd::` run commands, and `git:` and `http:` are not protected.
      "GIT_ALLOW_PROTOCOL": "https:ssh:file",
      "GIT_NO_REPLACE_OBJECTS": "1",
      // A repository on disk may lack objects and name a command that gets them.
      "GIT_NO_LAZY_FETCH": "1",
    ]
  }

  /// The variables for git, as C keeps them: they need not be UTF-8. What `others` sets, this process's variables don't.
  package static func environment(_ others: [String: String], asks: Bool) -> [[CChar]] {
    var added = others.merging(added(asks: asks)) { $1 }
    // For git and all that it starts: ssh, helpers and ssh-keygen.
    added["PATH"] = Subprocess.searchPath(others["PATH"]).joined(separator: ":")
    return Subprocess.environment(
      without: { removed.contains($0) || $0.hasPrefix("GIT_TRACE") }, adding: added)
  }
}
