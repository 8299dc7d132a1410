extension Rule {
  /// All clauses, in the order in which the clauses of a rule are evaluated.
  static let clauseTypes: [any Clause.Type] = [
    RequireClause.self, ForbidClause.self, ShapeClause.self, EntitlementsClause.self, IncreasesClause.self,
    UnchangedClause.self, BudgetClause.self, CustomKeysClause.self,
    QualifiedKeysClause.self, LocalizeClause.self, FilesClause.self, CheckerClause.self, CheckClause.self,
    AcrossClause.self,
  ]
}

extension Rule.Recorded {
  /// Whether the record has what a description of the rule says.
  var isDescribed: Bool { clauses.allSatisfy { $0 == CheckClause.field || $0 == RequireClause.field } }
}
