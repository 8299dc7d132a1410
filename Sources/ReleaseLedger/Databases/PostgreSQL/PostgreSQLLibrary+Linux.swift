#if os(Linux)
  extension PostgreSQLLibrary {
    /// The name that distributions' libraries go by since PostgreSQL 8.2; where it lies is the loader's business (`ld.so(8)`).
    static let fileNames = ["libpq.so.5"]

    /// How to install it.
    static let installation = "apt install libpq5, dnf install libpq, or apk add libpq"
  }
#endif
