#if os(Linux)
  extension CheckerBundle {
    /// Where the code lies in a checker bundle.
    static func codePath(_ name: String) -> String { "Contents/Linux/lib\(name).so" }
  }
#endif
