import Bundles
import PropertyLists

/// Covers findings of one rule for a time.
package struct Waiver {
  /// The full id of its rule once all policies have loaded; before that as written.
  package var rule: String
  /// The policy it stands in, which completes `rule`; nil for one that stands in a file of waivers.
  package let policy: String?
  /// The identifier of the bundle, or the name of one that has none.
  package let bundle: String?
  /// A file of the bundle; `Waiver.wholeBundle` for the bundle itself.
  let file: String?
  package let key: String?
  let because: String
  package let owner: String
  package let expires: String
  package let declared: SourceLocation

  /// What `file` says of findings that are about no file.
  static let wholeBundle = "."

  /// Whether it is for such a finding, whatever the day.
  func covers(_ finding: Finding, of bundle: Bundle) -> Bool {
    guard rule == finding.rule, self.bundle == nil || self.bundle == Waiver.name(of: bundle) else { return false }
    if let key {
      let pointer = JSONPointer.isPointer(key) ? key : "/" + JSONPointer.escape(key)
      return finding.keyPath == pointer && finding.file == (file ?? bundle.infoPath)
    }
    guard let file else { return true }
    // Without a key it is for what is said of the file as such.
    return finding.file ?? Waiver.wholeBundle == file && finding.keyPath?.isEmpty != false
  }

  /// How waivers call a bundle: by its identifier, one without by its name.
  static func name(of bundle: Bundle) -> String { bundle.identifier ?? bundle.name }
}
