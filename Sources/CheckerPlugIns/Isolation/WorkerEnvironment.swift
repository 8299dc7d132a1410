extension WorkerProcess {
  /// All variables that a checker's process gets: the same on every machine, and none of the program's own, which may hold tokens. The
  /// process itself then sets TMPDIR and HOME to its private directory.
  static func environment(temporaryDirectory: String?) -> [String] {
    [
      "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TZ=UTC",
      // A crash ends the process at once, without Swift's debugger.
      "SWIFT_BACKTRACE=enable=no", "TMPDIR=\(temporaryDirectory ?? "/tmp")",
    ]
  }
}
