import PolicyEngine
import Bundles
import KeyRegistry

/// Which keys are probably misspelt. Remembers what it looked for, because one policy names the same keys again and again.
package final class KeySpelling {
  /// What keys of the policy's own start with.
  private let prefixes: [String]
  private var known: [String: String?] = [:]

  init(own prefixes: [String]) { self.prefixes = prefixes }

  /// The key of the platform that is probably meant; nil for those that exist, and for keys of one's own.
  func nearest(to key: String) -> String? {
    if let answer = known[key] { return answer }
    let base = QualifiedKey.split(key).base
    let isKnown = KeyRegistry.contains(key) || KeyRegistry.contains(base)
    let isOwn = prefixes.contains { key.utf8.starts(with: $0.utf8) }
    let answer = isKnown || isOwn ? nil : KeyRegistry.nearest(to: base)
    known[key] = .some(answer)
    return answer
  }
}
