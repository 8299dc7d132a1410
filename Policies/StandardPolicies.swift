/// The standard policies, carried in the program, so that a copied executable has them wherever it lies.
public enum StandardPolicies {
  /// The first part of their modules' names.
  package static let name = "apple"

  /// Whether a module, or what `--policy` names, is one of the standard policies. None of one's own is called so.
  package static func has(_ module: String) -> Bool { module == name || module.hasPrefix(name + ".") }

  /// What the paths of their files start with where they are shown. No file of anybody's is called so, for what is loaded once is
  /// known by its path.
  package static var mark: String { GeneratedStandardPolicies.mark }

  /// Whether a file is one that the program carries: its tests stand elsewhere, and who reads it can't change it.
  package static func carries(_ file: String) -> Bool { file.hasPrefix(mark) }

  /// The paths of all files, such as `apple/recommended.lua`, sorted by their bytes.
  public static var paths: [String] { GeneratedStandardPolicies.files.map { $0.path.description } }

  /// The source of a file; nil when there is none of that path.
  ///
  /// Comments, indentation and the examples of rules are left out; lines have the numbers of the files under `Policies`.
  public static func source(_ path: String) -> [UInt8]? {
    position(of: path).map { Array(bytes(of: GeneratedStandardPolicies.files[$0].text)) }
  }

  /// The same file, compiled under its path behind `mark` by the Lua that the program was built with; empty when there is none.
  package static func compiled(_ path: String) -> [UInt8] {
    guard let position = position(of: path) else { return [] }
    let text = bytes(of: GeneratedStandardPolicies.files[position].compiled)
    return [UInt8](unsafeUninitializedCapacity: text.count / 2) { compiled, count in
      while count < text.count / 2 {
        compiled[count] = (text[2 * count] &- 0xC4) << 6 | text[2 * count + 1] & 0x3F
        count += 1
      }
    }
  }

  private static func position(of path: String) -> Int? {
    var path = path
    return path.withUTF8 { wanted in
      var (low, high) = (0, GeneratedStandardPolicies.files.count)
      while low < high {
        let middle = low + (high - low) / 2
        if bytes(of: GeneratedStandardPolicies.files[middle].path).lexicographicallyPrecedes(wanted) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      let isThere =
        low < GeneratedStandardPolicies.files.count
        && bytes(of: GeneratedStandardPolicies.files[low].path).elementsEqual(wanted)
      return isThere ? low : nil
    }
  }

  private static func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
    // A literal of more than one scalar has bytes, and they live as long as the program.
    UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
