import Basics
import CheckerPlugIns
import StandardPolicies

package enum PackName {
  /// Returns the problem with a name, or nil if it is valid.
  ///
  /// A name is the first part of a module name (`acme` in `acme.ios`): lower-case letters and digits, in parts joined by `-`.
  package static func problem(in name: String) -> String? {
    if name == StandardPolicies.name { return "'\(name)' is reserved for the standard policies" }
    if name.isIdentifier(joinedBy: "-"), name.utf8.count <= 64 { return nil }
    return "'\(name)' is not a pack name: use lower-case letters and digits, in parts joined by '-', like 'acme-ios'"
  }

  /// Derives a name from an address: `…/Acme_Policies.git` gives `acme-policies`. Returns nil if the result is not a valid name.
  package static func suggested(by source: PackSource) -> String? {
    guard var word = source.text.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) else {
      return nil
    }
    if word.hasSuffix(".git") { word.removeLast(4) }
    if case .archive = source { word = withoutVersion(word) }
    let bytes = word.lowercased().utf8.map { byte -> UInt8 in
      byte.isASCIILowercase || byte.isASCIIDigit ? byte : UInt8(ascii: "-")
    }
    let name = bytes.split(separator: UInt8(ascii: "-")).map { String(decoding: $0, as: UTF8.self) }.joined(
      separator: "-")
    return problem(in: name) == nil ? name : nil
  }

  /// Returns `house` for `house-1.2.0.tar.gz`.
  private static func withoutVersion(_ file: String) -> String {
    var name = file
    if let ending = PackSource.archiveExtensions.first(where: name.hasSuffix) { name.removeLast(ending.utf8.count) }
    var parts = name.split(separator: "-", omittingEmptySubsequences: false)
    if let version = parts.indices.dropFirst().first(where: { place in
      let part = parts[place].hasPrefix("v") ? parts[place].dropFirst() : parts[place]
      return part.utf8.first.map(\.isASCIIDigit) ?? false
    }) {
      parts.removeSubrange(version...)
    }
    return parts.joined(separator: "-")
  }
}

enum PackRef {
  static func problem(in ref: String) -> String? {
    let isPlain = ref.utf8.allSatisfy { byte in byte.isASCIIAlphanumeric || "._/@+-=,".utf8.contains(byte) }
    let parts = ref.split(separator: "/", omittingEmptySubsequences: false)
    let areParts = parts.allSatisfy {
      !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock") && !$0.hasSuffix(".")
    }
    if isPlain, areParts, !ref.hasPrefix("-"), !ref.contains(".."), ref != "@", ref.utf8.count <= 200 { return nil }
    return "'\(ref)' is not a tag, branch or commit"
  }
}

enum PackPath {
  /// Returns the problem with the path of a folder or file in a repository, or nil if it is valid.
  ///
  /// A path must not be absolute, empty or long, must not have control characters or the parts ``, `.`, `..`, `.git` (in any case) or
  /// `git~1` (its short name on Windows). (`git fsck` rejects several of these, but only where it is enabled.)
  static func problem(in path: String) -> String? {
    let shown = path.utf8.count > 200 ? String(path.prefix(100)) + "…" : path
    if path.isEmpty || path.hasPrefix("/") { return "'\(shown)' is not a path inside a repository" }
    if path.utf8.count > 1024 { return "'\(shown)' is longer than 1024 bytes" }
    if path.unicodeScalars.contains(where: isHidden) { return "'\(shown)' contains characters that are not allowed" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count > 32 { return "'\(shown)' is nested more than 32 folders deep" }
    for part in parts {
      let folded = part.lowercased()
      if ["", ".", ".."].contains(folded) { return "'\(shown)' is not a path inside a repository" }
      if folded == ".git" || folded == "git~1" { return "'\(shown)' contains a .git folder" }
      if part.utf8.count > 255 { return "'\(shown)' contains a name longer than 255 bytes" }
    }
    return nil
  }

  static func check(_ path: String) throws(PackError) {
    if let problem = problem(in: path) { throw PackError(.content, "the pack has an unsafe file name: \(problem)") }
  }

  /// Control characters, and characters that are invisible or change the direction of text. File systems of macOS ignored some of them, so
  /// that `.g\u{200C}it` was `.git` (CVE-2014-9390).
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: scalar == "\\"
    }
  }
}
