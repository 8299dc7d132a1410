/// The standard policies, which the program carries so that a copied executable has them wherever it is.
public enum StandardPolicies {
  /// The first component of their module names.
  package static let name = "apple"

  /// Whether a module, or the argument of `--policy`, is a standard policy. No other policy may have such a name.
  package static func has(_ module: String) -> Bool { module == name || module.hasPrefix(name + ".") }

  /// The prefix of their files' paths in messages. No other file may have such a path, because a loaded file is known by its path.
  package static var mark: String { GeneratedStandardPolicies.mark }

  /// Whether the program carries a file. Such a file is tested elsewhere, and its readers cannot change it.
  package static func carries(_ file: String) -> Bool { file.hasPrefix(mark) }

  /// The paths of all files, such as `apple/recommended.lua`, sorted by their bytes.
  public static var paths: [String] { GeneratedStandardPolicies.files.map { $0.path.description } }

  /// Returns the source of a file, or nil if there is none at this path.
  ///
  /// Comments, indentation and the examples of rules are left out; lines have the numbers of the files under `Policies`.
  public static func source(_ path: String) -> [UInt8]? { number(of: path).map(source) }

  /// Returns the source of a file by its number in a record.
  package static func source(_ number: Int) -> [UInt8] {
    Array(bytes(of: GeneratedStandardPolicies.files[number].text))
  }

  /// Returns the same file as compiled by the Lua that the program was built with, under its path after `mark`; empty if there is none.
  package static func compiled(_ path: String) -> [UInt8] { number(of: path).map(compiled) ?? [] }

  /// Returns a compiled file by its number in a record.
  package static func compiled(_ number: Int) -> [UInt8] {
    decoded(bytes(of: GeneratedStandardPolicies.files[number].compiled))
  }

  /// Returns the number of the file of a module, or nil if there is none.
  package static func number(ofModule name: String) -> Int? {
    var path = [UInt8](name.utf8)
    for place in path.indices where path[place] == UInt8(ascii: ".") { path[place] = UInt8(ascii: "/") }
    return (path + ".lua".utf8).withUnsafeBufferPointer(number)
  }

  /// Returns the SHA-256 digest of the source of a file, which the build computed; empty if there is no such file.
  package static func digest(_ path: String) -> [UInt8] {
    number(of: path).map(digest) ?? []
  }

  private static func digest(_ number: Int) -> [UInt8] {
    let digits = bytes(of: GeneratedStandardPolicies.files[number].digest)
    func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit &- 0x30 : digit &- 0x57 }
    return [UInt8](unsafeUninitializedCapacity: digits.count / 2) { bytes, count in
      count = digits.count / 2
      for place in 0..<count { bytes[place] = value(digits[2 &* place]) &<< 4 | value(digits[2 &* place &+ 1]) }
    }
  }

  /// Returns the record that the build made of a policy, empty for other files. The bytes are part of the program.
  package static func record(_ path: String) -> UnsafeBufferPointer<UInt8> {
    bytes(of: number(of: path).map { GeneratedStandardPolicies.files[$0].record } ?? "")
  }

  /// Returns the path after `mark` of a file by its number in a record.
  package static func file(_ number: Int) -> String {
    guard GeneratedStandardPolicies.files.indices.contains(number) else { return "" }
    return GeneratedStandardPolicies.files[number].marked.description
  }

  /// The ids of all policies, sorted by their paths.
  package static var ids: [String] {
    GeneratedStandardPolicies.files.compactMap { file in
      let text = String(decoding: bytes(of: file.text), as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      guard let line = lines.first(where: { $0.hasPrefix("policy \"") }) else { return nil }
      return String(line.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
    }
  }

  /// A way in which Apple refuses a bundle, by the code that its tools print or a short name.
  package struct Refusal: Sendable {
    package let code: String
    /// The refusal, in one phrase.
    package let summary: String
    /// Why no rule can find it in a bundle, or what else finds it.
    package let note: String?
  }

  /// The refusals that people have met in public, sorted by kind and code. Rules that find one have its code as a tag.
  package static var refusals: [Refusal] {
    GeneratedStandardPolicies.refusals.map { row in
      let note = row.note.description
      return Refusal(
        code: row.code.description, summary: row.summary.description, note: note.isEmpty ? nil : note)
    }
  }

  /// Returns the refusal with a code, in any letter case, because people type codes from memory.
  package static func refusal(_ code: String) -> Refusal? {
    refusals.first { $0.code.lowercased() == code.lowercased() }
  }

  package static func module(_ number: Int) -> String {
    guard GeneratedStandardPolicies.files.indices.contains(number) else { return "" }
    let path = bytes(of: GeneratedStandardPolicies.files[number].path).dropLast(4)
    return String(unsafeUninitializedCapacity: path.count) { module in
      for (place, byte) in path.enumerated() {
        module[place] = byte == UInt8(ascii: "/") ? UInt8(ascii: ".") : byte
      }
      return path.count
    }
  }

  private static func number(of path: String) -> Int? {
    var path = path
    return path.withUTF8(number)
  }

  private static func number(of path: UnsafeBufferPointer<UInt8>) -> Int? {
    var (low, high) = (0, GeneratedStandardPolicies.files.count)
    while low < high {
      let middle = low + (high - low) / 2
      switch order(bytes(of: GeneratedStandardPolicies.files[middle].path), path) {
      case 0: return middle
      case ..<0: low = middle + 1
      default: high = middle
      }
    }
    return nil
  }

  private static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    var at = 0
    let common = min(left.count, right.count)
    while at < common {
      if left[at] != right[at] { return Int(left[at]) - Int(right[at]) }
      at += 1
    }
    return left.count - right.count
  }

  /// Decodes bytes that the table has as characters, each 256 above its byte.
  private static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: text.count / 2) { bytes, count in
      count = text.count / 2
      for number in 0..<count {
        bytes[number] = (text[2 &* number] &- 0xC4) &<< 6 | text[2 &* number &+ 1] & 0x3F
      }
    }
  }

  private static func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
    // A literal of more than one scalar has bytes, and they live as long as the program.
    UnsafeBufferPointer(start: text.utf8Start, count: text.hasPointerRepresentation ? text.utf8CodeUnitCount : 0)
  }
}
