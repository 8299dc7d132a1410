#if os(macOS)
  extension PostgreSQLLibrary {
    /// The paths of Homebrew's libpq and postgresql on Apple silicon and Intel, which the loader does not search;
    /// then Postgres.app and MacPorts. Only absolute paths: the loader would also look for a bare name in the working
    /// directory, where anybody may have put a file. It looks for each of them in DYLD_LIBRARY_PATH first
    /// (`dyld(1)`).
    static let fileNames =
      ["/opt/homebrew", "/usr/local"].flatMap { prefix in
        ["\(prefix)/opt/libpq/lib/libpq.5.dylib", "\(prefix)/lib/libpq.5.dylib"]
          + stride(from: 18, through: 12, by: -1).flatMap { version in
            ["", "/postgresql"].map { "\(prefix)/opt/postgresql@\(version)/lib\($0)/libpq.5.dylib" }
          }
      }
      + ["/Applications/Postgres.app/Contents/Versions/latest/lib/libpq.5.dylib"]
      + stride(from: 18, through: 12, by: -1).map { "/opt/local/lib/postgresql\($0)/libpq.5.dylib" }

    static let installation = "brew install libpq"
  }
#endif
