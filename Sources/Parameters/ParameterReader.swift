import Basics
package import PolicySchema
package import LuaRuntime
package import Reports
import StructuredText

package struct ParameterReader {
  package static let definition = APIClass(
    "Parameter", .declaration, "The table of `parameter \"name\"`.",
    fields: [
      APIField(
        "default?", "string|number|boolean|string[]|table<string, any>",
        "The value if none is given; without a default, a value must be given."),
      APIField("summary?", "string", "What it is for."),
      APIField("type?", "ParameterType", "The type of the value; by default, that of `default`."),
      APIField("values?", "ParameterType", "The type of a map's values; by default, that of the values in `default`."),
      APIField(
        "allowed?", "(string|number)[]",
        "The allowed values: of the parameter, of a list's elements, or of a map's values."),
    ])

  private let given: PolicyParameters

  package init(given: PolicyParameters) { self.given = given }

  package func parameter(
    _ name: String, _ value: LuaValue, at declared: SourceLocation, policy: String?, among earlier: [Parameter]
  ) throws(DeclarationError) -> Parameter {
    let place = "parameter '\(name)'"
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    let summary = try reader.text("summary")
    let form = try form(reader)
    var fallback: LuaValue?
    if reader.has("default") {
      fallback = try mapError(try form.read(reader.value("default"))) { (error: ParameterMismatch) in
        DeclarationError("\(place), default: it \(error.text)")
      }
    }
    // Two policies may have parameters with the same name; a given value is for both.
    if let earlier = earlier.first(where: { $0.name == name && $0.declared.file == declared.file }) {
      throw DeclarationError("\(place) is already declared at \(earlier.declared.file):\(earlier.declared.line)")
    }
    guard let result = try override(name, form, declared) ?? fallback else {
      throw DeclarationError("\(place) has no default and no value was given: pass --param \(name)=VALUE")
    }
    return Parameter(
      name: name, summary: summary, form: form, fallback: fallback, value: result, policy: policy, declared: declared)
  }

  private func form(_ reader: DeclarationReader) throws(DeclarationError) -> ParameterForm {
    let place = reader.place
    let stated = try reader.word("type", ParameterType.self)
    let fallback = reader.value("default")
    let inferred = ParameterType(of: fallback)
    if fallback != .nil, inferred == nil {
      throw reader.mismatch(
        "default", expected: "a string, number, boolean, list of strings or table with names", found: fallback)
    }
    let type = stated ?? inferred ?? .string
    let isEmptyMap = type == .map && fallback.table?.entries.isEmpty == true
    let isWhole = type == .number && inferred == .integer
    if fallback != .nil, inferred != type, !isEmptyMap, !isWhole {
      throw DeclarationError("\(place): 'default' is of type \(fallback.typeName), but 'type' is \(type.rawValue)")
    }
    var form = ParameterForm(type: type)
    let values = try reader.word("values", ParameterType.self)
    if type == .map {
      let types = "string, integer, number, boolean or list"
      guard values != .map else { throw DeclarationError("\(place): 'values' must be \(types), found map") }
      guard let found = values ?? ParameterType(ofValuesIn: fallback) else {
        let isEmpty = fallback.table?.entries.isEmpty ?? true
        throw DeclarationError(
          isEmpty
            ? "\(place): 'values' is missing: the type of the map's values (\(types))"
            : "\(place): a map's values must have one type (\(types)), but the default mixes types")
      }
      form.values = found
    } else if values != nil {
      throw DeclarationError("\(place): 'values' is for maps, and its type is \(type.rawValue)")
    }
    form.allowed = try allowed(reader, of: form.values ?? type)
    return form
  }

  private func allowed(_ reader: DeclarationReader, of type: ParameterType) throws(DeclarationError) -> [LuaValue]? {
    guard reader.has("allowed") else { return nil }
    let element = type == .list ? ParameterType.string : type
    guard [.string, .integer, .number].contains(element) else {
      throw DeclarationError("\(reader.place): 'allowed' is for strings and numbers, and its type is \(type.rawValue)")
    }
    guard let list = reader.value("allowed").table?.list else {
      throw reader.mismatch("allowed", expected: "a list of \(element.pluralPhrase)", found: reader.value("allowed"))
    }
    var allowed: [LuaValue] = []
    for value in list {
      guard let value = element.value(of: value) else {
        throw reader.mismatch("allowed", expected: "a list of \(element.pluralPhrase)", found: value)
      }
      if allowed.contains(value) { throw DeclarationError("\(reader.place): 'allowed' has a value twice") }
      allowed.append(value)
    }
    if allowed.isEmpty { throw DeclarationError("\(reader.place): 'allowed' is empty, so no value would do") }
    return allowed
  }

  private func override(
    _ name: String, _ form: ParameterForm, _ declared: SourceLocation
  ) throws(DeclarationError) -> LuaValue? {
    // The error is in the value, so its place must not be the policy's.
    func refusal(_ message: String, _ hint: String?) -> DeclarationError {
      let place = "\(declared.file):\(declared.line) declares it"
      return DeclarationError(
        EngineError(
          code: "parameters.type", message: "parameter '\(name)' \(message)",
          hint: hint.map { "\($0); \(place)" } ?? place))
    }
    switch given.given(name) {
    case nil: return nil
    case .text(let text):
      do throws(ParameterMismatch) { return try form.read(text) } catch { throw refusal(error.message, error.hint) }
    case .tested(let value):
      do throws(ParameterMismatch) { return try form.read(value) } catch { throw refusal(error.message, error.hint) }
    case .value(let given, let file):
      do throws(ParameterMismatch) {
        return try form.read(given.value)
      } catch {
        // The error is in the file that has the value, not in the policy that declares the parameter.
        throw DeclarationError(
          EngineError(
            code: "parameters.type",
            message: "parameter '\(name)' (\(declared.file):\(declared.line)) \(error.message)",
            at: error.place ?? given.value.place, of: file, hint: error.hint))
      }
    }
  }
}

package struct Parameter {
  package let name: String
  let summary: String?
  let form: ParameterForm
  let fallback: LuaValue?
  package let value: LuaValue
  /// The policy whose file, or module, declares it; nil if none does.
  package let policy: String?
  package let declared: SourceLocation

  package var valueText: String {
    var json = JSONWriter()
    json.value(value.described(isMap: form.type == .map))
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The errors of a value that a test sets, for each of the parameters of its name; nil if there are none.
  package static func problem(
    with value: LuaValue, for name: String, among parameters: [Parameter]
  ) -> String? {
    let named = parameters.filter { $0.name == name }
    if named.isEmpty {
      return "no policy has a parameter '\(name)'"
        + DeclarationError.suggestion(for: name, among: parameters.map(\.name))
    }
    for parameter in named {
      do throws(ParameterMismatch) {
        _ = try parameter.form.read(value)
      } catch {
        let place = "\(parameter.declared.file):\(parameter.declared.line)"
        return "parameter '\(name)' (\(place)) \(error.text)"
      }
    }
    return nil
  }
}

extension ParameterDescription {
  package init(_ parameter: Parameter) {
    let form = parameter.form
    self.init(
      name: parameter.name, summary: parameter.summary,
      type: form.type.rawValue + (form.values.map { " of \($0.rawValue)" } ?? ""),
      allowedValues: form.allowed?.map { $0.described(isMap: false) },
      fallback: parameter.fallback?.described(isMap: form.type == .map), declared: parameter.declared)
  }
}

extension LuaValue {
  /// `isMap`: whether a table without entries is an empty map, and not an empty list.
  fileprivate func described(isMap: Bool) -> StructuredValue {
    switch self {
    case .string(let text): StructuredValue(content: .string(text))
    case .integer(let number): StructuredValue(content: .integer(number))
    case .number(let number): StructuredValue(content: .number(number))
    case .boolean(let truth): StructuredValue(content: .boolean(truth))
    case .table(let table):
      if let list = table.list, !list.isEmpty || !isMap {
        StructuredValue(content: .list(list.map { $0.described(isMap: isMap) }))
      } else {
        StructuredValue(
          content: .mapping(
            table.entries.map { entry in
              StructuredValue.Entry(key: entry.key.string ?? "", value: entry.value.described(isMap: isMap))
            }))
      }
    default: StructuredValue(content: .null)
    }
  }
}

extension DeclarationError {
  package init(_ elsewhere: EngineError) { self.init(elsewhere.message, underlying: elsewhere) }
}
