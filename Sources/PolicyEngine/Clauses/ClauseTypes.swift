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
  var isDescribed: Bool { clauses == [CheckClause.field] }
}
