enum PathForms {
  typealias Problem = (code: LintCode, message: String, fix: String)

  static func problem(ofPattern pattern: String) -> Problem? {
    if let problem = syntax(of: pattern) { return (.globSyntax, "path pattern '\(pattern)': \(problem.0)", problem.1) }
    return form(of: pattern).map { (.pathForm, "path pattern '\(pattern)': \($0.0)", $0.1) }
  }

  static func problem(ofPath path: String) -> Problem? {
    if path.contains("*") {
      return (
        .pathForm, "path '\(path)': '*' has no special meaning here",
        "use bundles.files(bundle, \"…\") for files that match a pattern"
      )
    }
    return form(of: path).map { (.pathForm, "path '\(path)': \($0.0)", $0.1) }
  }

  static func problem(ofExtension name: String) -> Problem? {
    guard let first = name.utf8.first, first == UInt8(ascii: ".") || name.contains("*") || name.contains("/") else {
      return nil
    }
    return (
      .nameForm, "extension '\(name)' matches no file: extensions have no period, and no '*'",
      "write '\(name.split { "./*".contains($0) }.last.map(String.init) ?? "log")'"
    )
  }

  static func problem(ofName name: String) -> Problem? {
    guard name.contains("/") || name.contains("*") else { return nil }
    return (
      .nameForm, "name '\(name)' matches no file: 'names' are compared with the last component of a path",
      "write the pattern in the second argument of bundles.files"
    )
  }

  private static func syntax(of pattern: String) -> (String, String)? {
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
    if let open = pattern.firstIndex(of: "{"), pattern[open...].contains("}") {
      return ("there are no alternatives in braces", "write a list with one pattern for each")
    }
    if pattern.contains("|") { return ("there are no alternatives", "write a list with one pattern for each") }
    if pattern.contains(", *") || pattern.contains(",*") { return ("it contains a comma", "write a list of patterns") }
    if pattern.hasPrefix("!") { return ("'!' does not exclude files", "write the exception in 'except'") }
    if pattern.hasPrefix("^") || pattern.hasSuffix("$") {
      return ("'^' and '$' match themselves: a pattern always matches the whole path", "remove them")
    }
    if pattern.contains("[^") { return ("'^' does not negate a set", "write [!…]") }
    if let percent = pattern.firstIndex(of: "%"), let next = pattern[percent...].dropFirst().first,
      ".-%".contains(next)
        || ("adlsuwx".contains(next) && "+*-]".contains(pattern[percent...].dropFirst(2).first ?? " "))
    {
      return ("'%' matches itself: this is not a Lua pattern", "write *.log for names that end in .log")
    }
    if pattern.contains("\\") { return ("it contains a backslash", "separate components with '/'; '.' matches itself") }
    if let part = parts.first(where: { $0.contains("**") && $0 != "**" && !$0.allSatisfy { $0 == "*" } }) {
      return (
        "'**' matches folders only as a component of its own",
        "write '**/\(part.replacing("**", with: "*"))'"
      )
    }
    return nil
  }

  private static func form(of path: String) -> (String, String)? {
    if path.hasPrefix("/") { return ("paths inside a bundle do not start with '/'", "remove the '/'") }
    if path.hasPrefix("./") { return ("paths inside a bundle do not start with './'", "remove the './'") }
    if path.hasPrefix("../") || path.contains("/../") {
      return ("a path cannot leave the bundle", "start from the bundle that contains the file")
    }
    if path.hasSuffix("/"), path.utf8.count > 1 { return ("paths do not end with '/'", "remove the last '/'") }
    if path.contains("\\") { return ("it contains a backslash", "separate components with '/'") }
    let parts = path.split(separator: "/")
    if parts.count > 2, parts[0].hasSuffix(".app"), !parts[0].contains("*"), parts[1] == "Contents" {
      return ("paths start inside the bundle", "remove '\(parts[0])/'")
    }
    return nil
  }
}
