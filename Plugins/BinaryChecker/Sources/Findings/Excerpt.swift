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

  /// Names in a list that are shown. Files may be made to state thousands.
  private static let nameLimit = 12

  /// `a`, `a and b`, `a, b and c`; each name once.
  static func list(_ names: [String]) -> String {
    var shown: [String] = []
    for name in names where !shown.contains(name) {
      if shown.count == nameLimit {
        shown.append("more")
        break
      }
      shown.append(name)
    }
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
    default: true
    }
  }
}
