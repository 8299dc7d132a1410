#if os(macOS)
  extension CheckerCode {
    /// The loader's own words say which architectures a file has and which were needed.
    static func look(at place: String, shownAs path: String) throws(PlugInError) {}
  }

  extension CheckerBundle {
    /// Where the code lies in a checker bundle.
    static func codePath(_ name: String) -> String { "Contents/MacOS/\(name)" }
  }
#endif
