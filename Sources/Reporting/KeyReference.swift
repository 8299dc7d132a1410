public import KeyRegistry

/// What the platform says of a key, for a terminal.
public enum KeyReference {
  /// A paragraph about the key.
  public static func text(_ key: KeyEntry) -> String {
    var lines = ["\(key.name)  (\(key.type.rawValue))", "    \(key.summary)"]
    let marks = [
      key.isRequired ? "required where it applies" : nil, key.isRecommended ? "recommended" : nil,
      key.isLocalizable ? "localizable in InfoPlist.strings" : nil,
      key.isQualifiable ? nil : "variants such as \(key.name)~ipad have no effect",
    ].compactMap { $0 }
    if !marks.isEmpty { lines.append("    it is     \(marks.joined(separator: "; "))") }
    for entry in key.availability {
      var line = "    read by   \(entry.platform.displayName)"
      if let introduced = entry.introduced { line += " \(introduced) and later" }
      if entry.isDeprecated { line += ", deprecated" + (entry.deprecated.map { " in \($0)" } ?? "") }
      lines.append(line)
    }
    if let successor = key.successor { lines.append("    instead   \(successor)") }
    lines.append("    source    \(key.source)")
    return lines.map { TerminalText.escape($0) + "\n" }.joined()
  }
}
