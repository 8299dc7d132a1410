/// The standard policies, carried in the program, so that a copied executable has them wherever it lies.
public enum StandardPolicies {
  /// The paths of all files, such as `apple/recommended.lua`, sorted by their bytes.
  public static var paths: [String] { GeneratedStandardPolicies.files.map { $0.path.description } }

  /// The source of a file; nil when there is none of that path.
  ///
  /// Comments, indentation and the examples of rules are left out; lines have the numbers of the files under `Policies`.
  public static func source(_ path: String) -> [UInt8]? {
    let wanted = Array(path.utf8)
    guard let file = GeneratedStandardPolicies.files.first(where: { bytes(of: $0.path).elementsEqual(wanted) }) else {
      return nil
    }
    return Array(bytes(of: file.source))
  }

  private static func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
    // A literal of more than one scalar has bytes, and they live as long as the program.
    UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
