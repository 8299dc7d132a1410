import PolicyTestSupport
import Testing

@testable import PolicyAPI
@testable import PolicyEngine

/// The objects of the table against those that policies get.
@Suite struct ObjectTests {
  private static let given = APITable.classes.filter { $0.role == .object || $0.role == .record }

  @Test(arguments: given.map(\.name))
  func fields(_ name: String) throws {
    let definition = try #require(APITable.class(name))
    let probe = try #require(
      ObjectProbes.objects[name], "\(name): add where to find one to Tests/PolicyAPITests/ObjectProbes.swift")
    let names = definition.fields.map(\.name) + definition.methods.map(\.name)
    if definition.role == .record {
      let live = try LiveEnvironment.messages("for key in pairs(\(probe)) do report(key) end")
      #expect(!live.isEmpty)
      let required = definition.fields.filter { !$0.isOptional }.map(\.name)
      let advice = TableSource.advice(name, program: live, table: required, entry: "APIField")
        .filter { line in !definition.fields.contains { $0.isOptional && line.contains("knows '\($0.name)'") } }
      #expect(advice.isEmpty, "\(advice.joined(separator: "\n"))")
      return
    }
    // These name nothing when asked for what they have not; that each field is there, the next test tells.
    if ["UID", "Shape", "Fixture"].contains(name) || definition.index != nil { return }
    let answer = try LiveEnvironment.messages(
      "local _, e = pcall(function() return (\(probe)).zzzzzzzzzz end) report(tostring(e))")
    let known = try #require(LiveEnvironment.known(in: answer.first ?? ""), "\(name): \(answer)")
    let advice = TableSource.advice(name, program: known, table: names, entry: "APIField or APIFunction")
    #expect(advice.isEmpty, "\(advice.joined(separator: "\n"))")
  }

  @Test(arguments: given.filter { !$0.fields.isEmpty }.map(\.name))
  func types(_ name: String) throws {
    let definition = try #require(APITable.class(name))
    for field in definition.fields {
      let found = try Self.kind(of: "(\(ObjectProbes.objects[name] ?? "nil")).\(field.name)")
      let type = field.type + (field.isOptional ? "?" : "")
      #expect(
        LiveType.fits(found, type),
        "\(name).\(field.name) is \(found) and not \(type), as \(TableSource.file(defining: name)) has it")
    }
  }

  @Test func functionsReturnWhatTheySay() throws {
    for module in APITable.libraries + APITable.shapes {
      for function in module.functions {
        let name = "\(module.name).\(function.name)"
        let call = try #require(
          ObjectProbes.calls[name], "\(name): add a call of it to Tests/PolicyAPITests/ObjectProbes.swift")
        let found = try Self.kind(of: call)
        let type = try #require(function.returns.first)
        #expect(LiveType.fits(found, type), "\(call) is \(found) and not \(type)")
      }
    }
  }

  @Test func everyProbeIsUsed() {
    let functions = (APITable.libraries + APITable.shapes).flatMap { module in
      module.functions.map { "\(module.name).\($0.name)" }
    }
    #expect(Set(ObjectProbes.calls.keys).subtracting(functions).isEmpty)
    #expect(Set(ObjectProbes.objects.keys).subtracting(Self.given.map(\.name)).isEmpty)
  }

  /// `string:APPL`, `integer`, `table`, `userdata:date`, `error: …`.
  private static func kind(of expression: String) throws -> String {
    try LiveEnvironment.messages(
      """
      local value = \(expression)
      local kind = type(value)
      if kind == "number" then kind = math.type(value) end
      if kind == "string" then kind = "string:" .. value end
      report(kind)
      """
    ).first ?? "nothing"
  }
}

/// Whether a value that a policy got is what the table says.
enum LiveType {
  static func fits(_ found: String, _ type: String) -> Bool {
    if type.hasSuffix("?") { return found == "nil" || fits(found, String(type.dropLast())) }
    let parts = alternatives(type)
    if parts.count > 1 { return parts.contains { fits(found, $0) } }
    if type.hasSuffix("[]") || type.hasPrefix("table<") { return found == "table" || found == "userdata" }
    switch type {
    case "any": return found != "nothing" && !found.hasPrefix("error")
    case "string": return found.hasPrefix("string:")
    case "integer", "-1", "0", "1": return found == "integer"
    case "number": return found == "integer" || found == "float"
    case "boolean": return found == "boolean"
    case "nil": return found == "nil"
    case "table": return found == "table" || found == "userdata"
    case "InfoPlist": return found == "userdata"
    default: break
    }
    if let alias = APITable.aliases.first(where: { $0.name == type }) {
      return found.hasPrefix("string:") && (alias.isOpen || alias.words.contains(String(found.dropFirst(7))))
    }
    return APITable.class(type).map { found == ($0.role == .record ? "table" : "userdata") } ?? false
  }

  private static func alternatives(_ type: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in type {
      if "(<{[".contains(character) { depth += 1 }
      if ")>}]".contains(character) { depth -= 1 }
      if character == "|", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}
