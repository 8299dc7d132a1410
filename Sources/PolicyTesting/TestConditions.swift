import LanguageSchema
package import PolicyEngine

/// Under what conditions a described bundle is checked, besides the policy itself.
package struct TestConditions {
  /// The day of the check; nil for that of the run.
  package var asOf: CalendarDate?

  /// What tests and examples have beside the description of a bundle.
  static let fields = [
    APIField("as_of?", "string", "The day of the check, for rules and waivers: `2027-02-01`.")
  ]

  static let example = APIClass(
    "Example", .declaration, "A bundle as a `Description` describes it, and how it is checked.", parent: "Description",
    fields: fields)

  /// Those of a run.
  init() {}

  init(_ reader: DeclarationReader) throws(DeclarationError) {
    if let text = try reader.text("as_of") {
      guard let day = CalendarDate(text) else {
        throw DeclarationError("\(reader.place): 'as_of' is not a day: '\(text)' (write YYYY-MM-DD)")
      }
      asOf = day
    }
  }
}
