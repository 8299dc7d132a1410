import PolicyEngine

/// Looks over all sources of a policy for what one of them declares and none uses.
struct UsageLint {
  /// The remarks on parameters and modules.
  static func remarks(on sources: [SourceLint]) -> [PolicyLint.Remark] {
    sources.flatMap { source in
      source.parameters.filter { !isRead($0.destination, in: source, sources) }.map { parameter in
        PolicyLint.Remark(
          code: .parameterUnused, message: "parameter '\(parameter.name)' is given values that nothing reads",
          place: SourceLocation(file: source.file, line: parameter.line),
          fix: "read what 'parameter' returns, or take the parameter away")
      } + unusedImports(source, sources)
    }
  }

  private static func isRead(_ destination: ParameterDestination, in source: SourceLint, _ sources: [SourceLint])
    -> Bool
  {
    switch destination {
    case .nowhere: return false
    case .variable(let variable): return source.variables[variable].reads > 0
    case .field(let table, let field):
      if source.escapes[table, default: 0] > 0 || source.fieldsRead.contains(field) { return true }
      guard source.returned == table else { return false }
      // Another source may read it, by name or in a way that can't be seen.
      return sources.contains { other in
        other.fieldsRead.contains(field) || other.imports.contains { other.escapes[$0.variable, default: 0] > 0 }
          || other.importsInPassing
      }
    }
  }

  /// Modules that are read for a value that nothing uses. One that declares rules is imported for them.
  private static func unusedImports(_ source: SourceLint, _ sources: [SourceLint]) -> [PolicyLint.Remark] {
    source.imports.filter { source.variables[$0.variable].reads == 0 }.compactMap { module, variable in
      let path = module.split(separator: ".").joined(separator: "/") + ".lua"
      guard let imported = sources.first(where: { $0.file == path || $0.file.hasSuffix("/" + path) }),
        !imported.declares
      else { return nil }
      return PolicyLint.Remark(
        code: .importUnused, message: "module '\(module)' is imported, and nothing uses it",
        place: SourceLocation(file: source.file, line: source.variables[variable].line), fix: "take the import away")
    }
  }
}
