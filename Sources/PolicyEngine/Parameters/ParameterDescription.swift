import LuaRuntime
package import StructuredText

/// What a policy says of one of its parameters, for reading.
public struct ParameterDescription: Sendable {
  /// As declared.
  public let name: String
  /// What it is for, when the policy says so.
  public let summary: String?
  /// `string`, or `map of integer`.
  public let type: String
  /// Where it is declared.
  public let declared: SourceLocation
  private let allowedValues: [LuaValue]?
  private let fallback: LuaValue?
  private let isMap: Bool

  init(_ parameter: Parameter) {
    name = parameter.name
    summary = parameter.summary
    type = parameter.form.type.rawValue + (parameter.form.values.map { " of \($0.rawValue)" } ?? "")
    declared = parameter.declared
    allowedValues = parameter.form.allowed
    fallback = parameter.fallback
    isMap = parameter.form.type == .map
  }

  /// In one line, values as JSON: `channel: string, "beta" or "release", by default "beta"; which server`.
  public var text: String {
    var text = "\(name): \(type)"
    if let allowedValues { text += ", one of \(allowedValues.map(json).joined(separator: ", "))" }
    text += fallback.map { ", default \(json($0))" } ?? ", required"
    return text + (summary.map { "; \($0)" } ?? "")
  }

  /// Writes it as an object.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("type", type)
      json.member("summary", summary)
      if let allowedValues {
        json.name("allowed")
        json.array { json in for value in allowedValues { write(value, to: &json) } }
      }
      json.member("required", fallback == nil)
      if let fallback {
        json.name("default")
        write(fallback, to: &json)
      }
    }
  }

  private func json(_ value: LuaValue) -> String {
    var json = JSONWriter(isOnOneLine: true)
    write(value, to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(_ value: LuaValue, to json: inout JSONWriter) {
    switch value {
    case .string(let text): json.string(text)
    case .integer(let number): json.number(number)
    case .number(let number): json.number(number)
    case .boolean(let truth): json.boolean(truth)
    case .table(let table):
      if let list = table.list, !list.isEmpty {
        json.array { json in for element in list { write(element, to: &json) } }
      } else if table.entries.isEmpty {
        if isMap { json.object { _ in } } else { json.array { _ in } }
      } else {
        json.object { json in
          for entry in table.entries {
            json.name(entry.key.string ?? "")
            write(entry.value, to: &json)
          }
        }
      }
    default: json.null()
    }
  }
}
