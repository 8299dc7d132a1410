/// Text out of files as messages show it: one short line that no terminal takes for anything else.
enum Excerpt {
  private static let limit = 160

  static func of(_ text: String) -> String {
    var shown = ""
    for (position, scalar) in text.unicodeScalars.enumerated() {
      if position == limit { return shown + "…" }
      shown.unicodeScalars.append(isVisible(scalar) ? scalar : "?")
    }
    return shown
  }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
    default: true
    }
  }
}
