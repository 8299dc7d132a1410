/// What a project calls a pack.
public enum PackName {
  /// What is wrong with a name; nil for nothing.
  ///
  /// A name is the first part of a module's, `acme` of `acme.ios`: lower-case letters and digits, in parts joined by `-`.
  public static func problem(in name: String) -> String? {
    if name == "apple" { return "'apple' is what the standard policies are called" }
    let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
    }
    if isName, name.utf8.count <= 64 { return nil }
    return
      "'\(name)' is no name of a pack: write lower-case letters and digits, in parts joined by '-', like 'acme-ios'"
  }

  /// The name that an address suggests: of `…/Acme_Policies.git`, `acme-policies`. Nil when it suggests none.
  public static func suggested(by source: PackSource, path: String?) -> String? {
    let text =
      switch source {
      case .git(let url): url
      case .path(let path): path
      }
    let words = (path ?? text).split { $0 == "/" || $0 == ":" }
    guard var word = words.last.map(String.init) else { return nil }
    if word.hasSuffix(".git") { word.removeLast(4) }
    let bytes = word.lowercased().utf8.map { byte -> UInt8 in
      0x61...0x7A ~= byte || 0x30...0x39 ~= byte ? byte : UInt8(ascii: "-")
    }
    let name = bytes.split(separator: UInt8(ascii: "-")).map { String(decoding: $0, as: UTF8.self) }.joined(
      separator: "-")
    return problem(in: name) == nil ? name : nil
  }
}
