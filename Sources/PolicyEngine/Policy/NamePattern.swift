import Bundles
import PolicyObjects
import PolicySchema

package struct NamePattern: Sendable {
  package let text: String
  private let glob: Glob

  init?(_ text: String) {
    guard let glob = Glob(text) else { return nil }
    (self.text, self.glob) = (text, glob)
  }

  static func patterns(_ reader: DeclarationReader, _ field: String) throws(DeclarationError) -> [Self] {
    try (try reader.nonEmptyTexts(field) ?? []).map { (text) throws(DeclarationError) in
      guard let pattern = Self(text) else {
        throw DeclarationError("\(reader.place): '\(text)' in '\(field)' is not a pattern: a '[' needs a ']'")
      }
      return pattern
    }
  }

  func matches(_ name: String, _ kind: ExecutableNames.Kind) -> Bool {
    if matches(name) { return true }
    guard kind == .libraries, !text.utf8.contains(UInt8(ascii: "/")) else { return false }
    let parts = name.split(separator: "/")
    return [parts.last, parts.last { $0.hasSuffix(".framework") }].contains { $0.map { matches(String($0)) } ?? false }
  }

  private func matches(_ name: String) -> Bool {
    var steps: UInt64 = 0
    return glob.matches(name, steps: &steps)
  }
}
