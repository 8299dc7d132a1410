import PropertyLists

/// Which files are property lists, by their names.
enum DocumentName {
  /// How to read the file; nil for what is not compared by its values.
  static func hint(_ path: String) -> PropertyList.Hint? {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch path[path.utf8.index(after: dot)...].lowercased() {
    case "strings": return .strings
    case "plist", "stringsdict", "loctable", "entitlements", "xcprivacy": return .automatic
    default: return nil
    }
  }
}
