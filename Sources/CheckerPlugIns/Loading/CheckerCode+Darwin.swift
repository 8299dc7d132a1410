#if os(macOS)
  extension CheckerCode {
    /// The loader's own message says which architectures a file has and which are needed.
    static func look(at place: String, shownAs path: String) throws(PlugInError) {}
  }

  extension CheckerBundle {
    static func codePath(_ name: String) -> String { "Contents/MacOS/\(name)" }
  }
#endif
