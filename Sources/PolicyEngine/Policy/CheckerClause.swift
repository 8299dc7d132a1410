import PropertyLists

/// `checker`: a Swift checker, or one in any language that speaks its interface, and the options that the rule gives it.
package struct CheckerClause {
  /// What the checker calls itself.
  let identifier: String
  /// `with`, as a dictionary.
  let options: PropertyList
}
