package import Basics
import PolicySchema
package import LuaRuntime
import PolicyEngine

package struct TestConditions {
  /// The day of the check; nil for the day of the run.
  package var asOf: CalendarDate?
  /// Values of parameters, by name. Others have their values of the run.
  package var parameters: [String: LuaValue] = [:]

  /// The fields of tests and examples in addition to the description of a bundle.
  static let fields = ExampleReader.example.fields

  init() {}

  /// Whether they are the conditions of the run.
  var isDefault: Bool { asOf == nil && parameters.isEmpty }

  init(_ reader: DeclarationReader) throws(DeclarationError) {
    if let text = try reader.text("as_of") {
      guard let day = CalendarDate(text) else {
        throw DeclarationError("\(reader.place): 'as_of' is not a date: '\(text)' (write YYYY-MM-DD)")
      }
      asOf = day
    }
    for (name, value) in try reader.entries("params") {
      parameters[name] = value
    }
    if reader.has("params"), parameters.isEmpty {
      throw DeclarationError("\(reader.place): 'params' is empty; write params = { name = value }")
    }
  }
}
