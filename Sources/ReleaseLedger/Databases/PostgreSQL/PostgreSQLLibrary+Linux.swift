#if os(Linux)
  extension PostgreSQLLibrary {
    /// The library's name in all distributions since PostgreSQL 8.2; the loader finds it (`ld.so(8)`).
    static let fileNames = ["libpq.so.5"]

    static let installation = "apt install libpq5, dnf install libpq, or apk add libpq"
  }
#endif
