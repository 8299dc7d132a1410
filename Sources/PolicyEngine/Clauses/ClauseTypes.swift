extension Rule {
  /// Every clause there is, in the order in which those of a rule are evaluated.
  static let clauseTypes: [any Clause.Type] = [
    RequireClause.self, ForbidClause.self, ShapeClause.self, IncreasesClause.self, CustomKeysClause.self,
    QualifiedKeysClause.self, LocalizeClause.self, FilesClause.self, CheckerClause.self, CheckClause.self,
    AcrossClause.self,
  ]
}

extension Rule.Recorded {
  /// Whether the record says all that a description of the rule does.
  var isDescribed: Bool { clauses == [CheckClause.field] && !hasOtherConditions }
}
