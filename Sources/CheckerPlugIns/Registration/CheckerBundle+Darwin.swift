#if os(macOS)
  extension CheckerBundle {
    /// Where the code lies in a checker bundle.
    static func codePath(_ name: String) -> String { "Contents/MacOS/\(name)" }
  }
#endif
