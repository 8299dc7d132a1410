import LuaRuntime
import PolicySchema

/// How a described bundle is signed, and what changes after signing.
package struct FixtureSigning: Sendable {
  var identity = FixtureIdentity()
  /// The architectures whose slices are not signed.
  var unsigned: [String] = []
  /// Paths of the files that were changed, removed or added after signing.
  var changed: [String] = []
  var removed: [String] = []
  var added: [String] = []

  static let definition = APIClass(
    "SigningDescription", .declaration, "How a described bundle is signed, and what changed afterwards.",
    fields: FixtureIdentity.definitions + [
      APIField(
        "unsigned?", "Architecture|Architecture[]", "The architectures whose slices are not signed; by default, none."),
      APIField(
        "changed?", "string|string[]",
        "Paths of files, or of nested bundles, that changed after it was signed; the path of the executable means its code."
      ),
      APIField("removed?", "string|string[]", "Paths of files that were removed after it was signed."),
      APIField("added?", "string|string[]", "Paths of described files that were added after it was signed."),
    ])

  static func read(_ value: LuaValue, in place: String) throws(DeclarationError) -> FixtureSigning? {
    if case .boolean(let isSigned) = value { return isSigned ? FixtureSigning() : nil }
    let reader = try DeclarationReader(value, place: place, of: definition)
    var signing = FixtureSigning()
    signing.identity = try FixtureIdentity(reader, of: FixtureIdentity.definitions.map(\.name))
    signing.unsigned = try reader.texts("unsigned") ?? []
    signing.changed = try reader.texts("changed") ?? []
    signing.removed = try reader.texts("removed") ?? []
    signing.added = try reader.texts("added") ?? []
    return signing
  }

  var text: String {
    var fields = identity.fields.map { "\($0.name) = \(FixtureText.text($0.value))" }
    for (name, paths) in [("unsigned", unsigned), ("changed", changed), ("removed", removed), ("added", added)]
    where !paths.isEmpty {
      fields.append("\(name) = " + FixtureText.braces(paths.map { FixtureText.text(.string($0)) }))
    }
    return fields.isEmpty ? "true" : FixtureText.braces(fields)
  }
}
