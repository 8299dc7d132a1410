import Reports

enum ConfigurationLine {
  case include(path: String, isOptional: Bool)
  case assignment(name: String, conditions: [String], value: String, column: Int)

  init?(_ line: String) {
    let blanks = line.unicodeScalars.prefix { $0 == " " || $0 == "\t" }.count
    var rest = line.unicodeScalars.dropFirst(blanks)
    if rest.starts(with: "#include".unicodeScalars) {
      let isOptional = rest.dropFirst("#include".count).first == "?"
      let parts = String(rest).split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count > 2 else { return nil }
      self = .include(path: String(parts[1]), isOptional: isOptional)
      return
    }
    let name = String(
      rest.prefix { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_") })
    rest = rest.dropFirst(name.unicodeScalars.count)
    if name.isEmpty { return nil }
    var conditions: [String] = []
    while rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      conditions.append(String(rest[..<end].dropFirst()))
      rest = rest[rest.index(after: end)...]
    }
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard rest.first == "=" else { return nil }
    var text = String.UnicodeScalarView()
    for scalar in rest.dropFirst() {
      if scalar == "/", text.last == "/" {
        text.removeLast()
        break
      }
      text.append(scalar)
    }
    var value = Self.trimmed(String(text))
    if value.hasSuffix(";") { value = Self.trimmed(String(value.dropLast())) }
    self = .assignment(name: name, conditions: conditions, value: value, column: blanks + 1)
  }

  private static func trimmed(_ text: String) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  static func excerpt(_ line: String, _ number: Int, column: Int, name: String) -> PropertyListExcerpt? {
    guard line.unicodeScalars.count <= PropertyListExcerpt.mostCharacters else { return nil }
    // The marker has as many columns as the text before it.
    var shown = PropertyListExcerpt.Line(
      line.replacing("\t", with: " "), number: number, mark: .found)
    shown.key = (column - 1)..<(column - 1 + name.unicodeScalars.count)
    return PropertyListExcerpt(form: .source, lines: [shown])
  }
}
