import LuaSyntax

package enum LuaDefinitions {
  package static func text(of language: PolicyLanguage) -> String {
    var text = "---@meta _\n" + Generated.notice("the policy language, for language servers")
    for alias in language.aliases { text += "\n" + definition(alias) }
    for definition in language.classes { text += "\n" + self.definition(definition) }
    for word in language.words { text += "\n" + definition(word) }
    for function in language.luaFunctions + language.functions { text += "\n" + definition(function, in: "") }
    for module in language.modules { text += "\n" + definition(module) }
    for value in language.values {
      text += "\n---\(value.summary)\n---@type \(Generated.qualified(value.type))\n\(value.name) = nil\n"
    }
    return text
  }

  private static func definition(_ alias: APIAlias) -> String {
    let words = alias.words.map { "---| \"\($0)\"\n" }.joined()
    return "---\(alias.summary)\n---@alias \(Generated.prefix)\(alias.name)\n" + (alias.isOpen ? "---| string\n" : "")
      + words
  }

  private static func definition(_ definition: APIClass) -> String {
    var parents = definition.parent.map { [Generated.prefix + $0] } ?? []
    // Without this, the values of `pairs` have no type; but with named fields, it would override their types.
    if let index = definition.index, definition.fields.isEmpty { parents.append(indexed(index.key, index.value)) }
    let heritage = parents.isEmpty ? "" : ": " + parents.joined(separator: ", ")
    var text = "---\(definition.summary)\n---@class \(Generated.prefix)\(definition.name)\(heritage)\n"
    for field in definition.fields { text += self.field(field) }
    if let index = definition.index {
      text += "---@field [\(Generated.qualified(index.key))] \(Generated.qualified(index.value))\n"
    }
    if definition.hasLength { text += "---@operator len: integer\n" }
    if let call = definition.call { text += "---@overload fun\(Generated.qualified(call))\n" }
    if definition.methods.isEmpty { return text }
    text += "local \(definition.name) = {}\n"
    for method in definition.methods { text += "\n" + self.definition(method, in: definition.name + ":") }
    return text
  }

  private static func field(_ field: APIField) -> String {
    let name = LuaParser.isName(field.name) ? field.name : "[\"\(field.name)\"]"
    return "---@field \(name)\(field.isOptional ? "?" : "") \(Generated.qualified(field.type)) \(field.summary)\n"
  }

  private static func definition(_ word: APIWord) -> String {
    let result = word.result.map { ": \($0)" } ?? ""
    return """
      ---\(word.summary)
      ---@param \(word.subject) string
      ---@return fun(declaration: \(Generated.prefix)\(word.table))\(result)
      function \(word.name)(\(word.subject)) end

      """
  }

  private static func indexed(_ key: String, _ value: String) -> String {
    "{ [\(Generated.qualified(key))]: \(Generated.qualified(value.hasSuffix("?") ? String(value.dropLast()) : value)) }"
  }

  private static func definition(_ module: APIModule) -> String {
    if module.isShape { return word(module) }
    // The server looks up the methods of strings in a class with this name.
    let name = module.isLua ? "\(module.name)lib" : "\(Generated.prefix)library.\(module.name)"
    var text = "---\(module.summary)\n---@class \(name)\n"
    for field in module.fields { text += self.field(field) }
    if let index = module.index { text += "---@field [string] \(Generated.qualified(index.type))? \(index.summary)\n" }
    text += "\(module.name) = {}\n"
    for function in module.functions { text += "\n" + definition(function, in: module.name + ".") }
    return text
  }

  /// A word that is a shape: the class and the global are separate, since the server would otherwise treat the global as a plain table.
  private static func word(_ module: APIModule) -> String {
    let name = "\(Generated.prefix)word.\(module.name)"
    var text = "---\(module.summary)\n---@class \(name): \(Generated.prefix)Shape\n"
    if let call = module.call { text += "---@overload fun\(Generated.qualified(call))\n" }
    if !module.functions.isEmpty { text += "local \(module.name)_word = {}\n" }
    for function in module.functions { text += "\n" + definition(function, in: module.name + "_word.") }
    return text + "\n---\(module.summary)\n---@type \(name)\n\(module.name) = nil\n"
  }

  private static func definition(_ function: APIFunction, in owner: String) -> String {
    var text = "---\(function.summary)\n"
    if !function.generics.isEmpty { text += "---@generic \(function.generics)\n" }
    for parameter in function.parameters {
      text += "---@param \(parameter.name)\(parameter.isOptional ? "?" : "") \(Generated.qualified(parameter.type))\n"
    }
    for type in function.returns {
      var type = type
      // The parentheses only group the commas of one type.
      if type.hasPrefix("(fun"), type.hasSuffix(")") { type = String(type.dropFirst().dropLast()) }
      let isRest = type.hasPrefix("...")
      text += "---@return \(Generated.qualified(isRest ? String(type.dropFirst(3)) + " ..." : type))\n"
    }
    return text + "function \(owner)\(function.name)(\(function.parameters.map(\.name).joined(separator: ", "))) end\n"
  }
}

/// The configuration of luacheck: the read-only globals of policies.
package enum LuacheckConfiguration {
  package static func text(of language: PolicyLanguage) -> String {
    let tests = language.globalsForTests
    return Generated.notice("what luacheck must know of the policy language")
      + """
      stds.bundlepolicy = {
        read_globals = {
      \(entries(of: language) { !tests.contains($0) })  },
      }

      stds.bundlepolicy_tests = {
        read_globals = {
      \(entries(of: language) { tests.contains($0) })  },
      }

      std = "bundlepolicy"
      files["**/*_test.lua"] = { std = "bundlepolicy+bundlepolicy_tests" }
      -- A check may name parameters that it does not use.
      unused_args = false
      -- The length of lines is up to you.
      max_line_length = false
      -- Definitions for language servers.
      exclude_files = { "**/.bundlepolicy" }

      """
  }

  private static func entries(of language: PolicyLanguage, where isIncluded: (String) -> Bool) -> String {
    language.globals.filter(isIncluded).map { name in
      let module = language.module(name)
      let object = language.values.first { $0.name == name }.flatMap { language.class($0.type) }
      let names = module?.names ?? object?.fields.map(\.name) ?? []
      guard !names.isEmpty || module?.index != nil else { return "    \(name) = {},\n" }
      let fields = names.sorted().map { "\($0) = {}" }.joined(separator: ", ")
      let others = module?.index == nil ? "" : "other_fields = true, "
      return "    \(name) = { \(others)fields = { \(fields) } },\n"
    }.joined()
  }
}

package enum Generated {
  /// A mark in the first lines of every generated file. A file without it was written by a person.
  package static let mark = "Generated by bundlepolicy init"

  static func notice(_ what: String) -> String {
    "-- \(mark): \(what).\n-- Do not edit: `bundlepolicy init --update` rewrites this file.\n"
  }

  /// The prefix of the language's names in definitions, so that they do not collide with names of a policy.
  static let prefix = "bundlepolicy."

  static func qualified(_ type: String) -> String { TypeText.rewrite(type) { prefix + $0 } }
}
