/// What the reader of old-style property lists and strings files says when it stops.
extension PropertyListError {
  private static func oldStyle(_ code: String, _ message: String, at offset: Int, hint: String? = nil)
    -> PropertyListError
  {
    PropertyListError(PropertyListCode(rawValue: "text.\(code)"), message, at: offset, hint: hint)
  }

  static func afterRoot(at offset: Int) -> PropertyListError {
    oldStyle("after-value", "text behind the end of the property list", at: offset)
  }

  static func unfinishedEntry(_ key: String, at offset: Int) -> PropertyListError {
    oldStyle("unfinished-entry", "the file ends behind the key '\(key)'; expected '=' and a value, or ';'", at: offset)
  }

  static func afterKey(_ key: String, _ found: String, at offset: Int) -> PropertyListError {
    oldStyle(
      "after-key", "\(found) behind the key '\(key)'; expected '=' or ';'", at: offset,
      hint: found == "':'" ? "this looks like JSON, which is not a property list" : nil)
  }

  static func missingSemicolon(_ found: String, at offset: Int) -> PropertyListError {
    oldStyle(
      "missing-semicolon", "\(found) where a ';' must end the entry", at: offset,
      hint: "look for a missing ';' or an unescaped quote just before")
  }

  static func missingComma(_ found: String, at offset: Int) -> PropertyListError {
    oldStyle("missing-comma", "\(found) behind an element; expected ',' or ')'", at: offset)
  }

  static func missingValue(_ found: String, at offset: Int) -> PropertyListError {
    oldStyle(
      "missing-value", "\(found) where a value is expected", at: offset,
      hint: found == "'['" ? "this looks like JSON, which is not a property list" : nil)
  }

  static func expectedKey(_ found: String, at offset: Int) -> PropertyListError {
    oldStyle("missing-key", "\(found) in a dictionary; expected a key or '}'", at: offset)
  }

  static func unclosed(_ kind: PropertyList.Kind, at offset: Int) -> PropertyListError {
    kind == .dictionary
      ? oldStyle("unclosed", "the file ends within a dictionary; expected '}'", at: offset)
      : oldStyle("unclosed", "the file ends within an array; expected ')'", at: offset)
  }

  static func unterminatedString(at offset: Int) -> PropertyListError {
    oldStyle("unterminated-string", "the string that begins here has no closing quote", at: offset)
  }

  static func unterminatedData(at offset: Int) -> PropertyListError {
    oldStyle("unterminated-data", "the data that begin here have no '>'", at: offset)
  }

  static func badDigit(_ found: String, at offset: Int) -> PropertyListError {
    oldStyle("data-digit", "\(found) in data; expected pairs of hexadecimal digits", at: offset)
  }

  static func oddDigits(at offset: Int) -> PropertyListError {
    oldStyle("data-digit", "half a byte in data; hexadecimal digits come in pairs", at: offset)
  }

  static func badTyped(_ what: String, at offset: Int) -> PropertyListError {
    oldStyle("typed-value", what, at: offset)
  }
}
