package import KeyRegistry
import Presentation

package enum KeyReference {
  package static func text(_ key: KeyEntry) -> String {
    var lines = ["\(key.name)  (\(key.type.rawValue))", "    \(key.summary)"]
    let marks = [
      key.isRequired ? "required where it applies" : nil, key.isRecommended ? "recommended" : nil,
      key.isLocalizable ? "localizable in InfoPlist.strings" : nil,
      key.isQualifiable ? nil : "variants such as \(key.name)~ipad have no effect",
    ].compactMap { $0 }
    if !marks.isEmpty { lines.append("    notes     \(marks.joined(separator: "; "))") }
    lines += readers(key.availability)
    if let successor = key.successor { lines.append("    instead   \(successor)") }
    if let values = key.schema?.values, !values.isEmpty {
      lines.append("    one of    \(values.joined(separator: ", "))")
    }
    lines += key.places.map { "    contains  \($0.pattern)  (\(phrase($0.field)))" }
    lines.append("    source    \(key.source)")
    return paragraph(lines)
  }

  package static func text(_ place: KeyPlace) -> String {
    let field = place.field
    var lines = ["\(field.name)  (\(phrase(field)))"]
    if !field.summary.isEmpty { lines.append("    \(field.summary)") }
    lines.append("    found at  \(place.pattern)")
    if field.isLocalizable { lines.append("    notes     localizable") }
    lines += readers(field.availability.isEmpty ? place.key.availability : field.availability)
    if let successor = field.successor { lines.append("    instead   \(successor)") }
    let values = field.schema.items?.values ?? field.schema.values
    if !values.isEmpty { lines.append("    one of    \(values.joined(separator: ", "))") }
    lines.append("    source    \(place.key.source)")
    return paragraph(lines)
  }

  private static func phrase(_ field: KeySchemaField) -> String {
    field.schema.type.rawValue + (field.isRequired ? ", required" : field.isRecommended ? ", recommended" : "")
  }

  private static func readers(_ availability: [KeyAvailability]) -> [String] {
    availability.map { entry in
      var line = "    read by   \(entry.platform.displayName)"
      if let introduced = entry.introduced { line += " \(introduced) and later" }
      if entry.isDeprecated { line += ", deprecated" + (entry.deprecated.map { " in \($0)" } ?? "") }
      return line
    }
  }

  private static func paragraph(_ lines: [String]) -> String {
    lines.map { TerminalText.line($0) + "\n" }.joined()
  }
}
