import PolicySchema
import PolicyTesting
import Testing

/// The declared types of fields and functions against what a policy really gets.
@Suite struct ObjectTests {
  private static let given = PolicyLanguage.complete.classes.filter { $0.role == .object || $0.role == .record }

  private static let libraries = PolicyLanguage.complete.modules.filter { !$0.isLua && !$0.isForTests }

  @Test(arguments: given.filter { !$0.fields.isEmpty }.map(\.name))
  func types(_ name: String) throws {
    let definition = try #require(PolicyLanguage.complete.class(name))
    let probe = try #require(
      ObjectProbes.objects[name], "\(name): add where to find one to Tests/PolicySchemaTests/ObjectProbes.swift")
    for field in definition.fields {
      let found = try Self.kind(of: "(\(probe)).\(field.name)", isAcross: ObjectProbes.acrossObjects.contains(name))
      let type = field.type + (field.isOptional ? "?" : "")
      #expect(
        LiveType.fits(found, type), "\(name).\(field.name) is \(found) and not \(type), as it is declared")
    }
  }

  @Test func functionsReturnWhatTheySay() throws {
    for module in Self.libraries {
      for function in module.functions {
        let name = "\(module.name).\(function.name)"
        let call = try #require(
          ObjectProbes.calls[name], "\(name): add a call of it to Tests/PolicySchemaTests/ObjectProbes.swift")
        let found = try Self.kind(of: call)
        let type = try #require(function.returns.first)
        #expect(LiveType.fits(found, type), "\(call) is \(found) and not \(type)")
      }
    }
  }

  @Test func everyProbeIsUsed() {
    let functions = Self.libraries.flatMap { module in
      module.functions.map { "\(module.name).\($0.name)" }
    }
    #expect(Set(ObjectProbes.calls.keys).subtracting(functions).isEmpty)
    #expect(Set(ObjectProbes.objects.keys).subtracting(Self.given.map(\.name)).isEmpty)
  }

  /// `string:APPL`, `integer`, `table`, `userdata:date`, `error: …`.
  private static func kind(of expression: String, isAcross: Bool = false) throws -> String {
    try (isAcross ? LiveEnvironment.messagesAcross : LiveEnvironment.messages)(
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
    if let alias = PolicyLanguage.complete.aliases.first(where: { $0.name == type }) {
      return found.hasPrefix("string:") && (alias.isOpen || alias.words.contains(String(found.dropFirst(7))))
    }
    return PolicyLanguage.complete.class(type).map { found == ($0.role == .record ? "table" : "userdata") } ?? false
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
