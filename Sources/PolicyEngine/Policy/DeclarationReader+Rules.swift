import PolicySchema
package import Reports

extension DeclarationReader {
  func table(of clause: any Clause.Type) throws(DeclarationError) -> DeclarationReader? {
    guard let table = clause.table, has(clause.field) else { return nil }
    return try DeclarationReader(value(clause.field), place: "\(place), \(clause.field)", of: table)
  }
}

extension EngineError {
  package init(code: String, message: String, at place: SourceLocation, rule: String? = nil, hint: String? = nil) {
    self.init(code: code, message: message, file: place.file, line: place.line, rule: rule, hint: hint)
  }
}

extension PolicyIdentifier {
  /// - Throws: An error if the id of a policy or rule is malformed.
  static func check(_ id: String, of what: String) throws(DeclarationError) {
    if let problem = problem(in: id, of: what) { throw DeclarationError(problem) }
  }
}
