import Reports
import ReportTestSupport
import StructuredText

/// The formats of test results, and the one for people.
extension ReportAccount {
  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  static let junit: Reader = { bytes in
    let schema = try found(XMLSchema(XMLSchema.junit), "schema")
    try expect(schema.accepts(bytes), "not valid by the schema")
    let document = try found(ParsedMarkup(bytes), "well-formed document")
    let root = document.elements[0]
    let (cases, suites) = (document.all("testcase"), document.all("testsuite"))
    for (attribute, count) in [
      ("tests", cases.count), ("failures", document.all("failure").count), ("errors", document.all("error").count),
    ] {
      try expect(root.attributes[attribute] == "\(count)", "\(attribute)=\(root.attributes[attribute] ?? "")")
      let sum = suites.reduce(0) { $0 + (Int($1.attributes[attribute] ?? "") ?? 0) }
      try expect(sum == count, "the suites have \(sum) \(attribute), the whole \(count)")
    }
    let skipped = suites.reduce(0) { $0 + (Int($1.attributes["skipped"] ?? "") ?? 0) }
    try expect(skipped == document.all("skipped").count, "\(skipped) skipped")
    var states: [String: Int] = [:]
    var suite = ""
    for element in document.elements {
      if element.name == "testsuite" { suite = element.attributes["name"] ?? "" }
      // There are no findings among what belongs to no bundle.
      if suite == "bundlepolicy" || !["failure", "error", "system-out"].contains(element.name) { continue }
      for line in element.text.split(separator: "\n") where !line.hasPrefix(" ") {
        // The place, the state and the message.
        for state in ["error", "warning", "note", "waived", "baselined"] where line.contains("/Info.plist") {
          if line.contains(": \(state): ") { states[state, default: 0] += 1 }
        }
      }
    }
    func count(_ names: String...) -> Int { names.reduce(0) { $0 + states[$1, default: 0] } }
    let verdict: Verdict =
      !document.all("error").isEmpty ? .error : document.all("failure").isEmpty ? .pass : .fail
    return ReportAccount(
      verdict: verdict, open: count("error", "warning", "note"), waived: count("waived"),
      baselined: count("baselined"),
      shape: document.elements.map { element in
        let numbers = element.attributes.filter { Int($0.value) != nil }.sorted { $0.key < $1.key }
        return ([element.name] + element.attributes.keys.sorted() + numbers.map { "\($0.key)=\($0.value)" })
          .joined(separator: " ")
      })
  }

  static let tap: Reader = { bytes in
    var lines = lines(bytes)[...]
    try expect(lines.popFirst() == "TAP version 13", "no version")
    var (points, failed, broken) = (0, 0, 0)
    var states: [String: Int] = [:]
    var shape: [String] = []
    var isBad = false
    while let line = lines.popFirst() {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      if line.hasPrefix("1..") {
        let plan = words[0]
        try expect(plan == "1..\(points)", "the plan is \(plan) for \(points)")
        try expect(lines.isEmpty, "something stands behind the plan")
        shape.append("plan")
      } else if line.hasPrefix("#") {
        shape.append("comment")
      } else if line == "  ---" {
        var block: [String] = []
        while let next = lines.popFirst(), next != "  ..." {
          try expect(next.hasPrefix("  "), "the block ends early: \(next)")
          block.append(String(next.dropFirst(2)))
        }
        let yaml = try YAMLReader.read(Array(block.joined(separator: "\n").utf8))
        for finding in yaml["findings"]?.list ?? [] {
          states[try found(finding["state"]?.string, "state"), default: 0] += 1
        }
        if yaml["errors"] != nil { broken += 1 }
        shape += block.map { line in "  " + (line.split(separator: ":").first.map(String.init) ?? "") }
      } else {
        isBad = line.hasPrefix("not ok ")
        try expect(isBad || line.hasPrefix("ok "), "neither a point nor anything else: \(line)")
        points += 1
        let number = words[isBad ? 2 : 1]
        try expect(number == "\(points)", "point \(number) is the \(points).")
        // A hash begins a directive: readers of version 13 know no escape for it. Where several are, some take the last.
        var directive = ""
        let hashes = line.unicodeScalars.count { $0 == "#" }
        try expect(hashes <= 1, "\(hashes) hashes: \(line)")
        if hashes == 1 {
          directive = String(String.UnicodeScalarView(line.unicodeScalars.drop { $0 != "#" }.prefix(6)))
        }
        try expect(["", "# SKIP", "# TODO"].contains(directive), "directive '\(directive)'")
        if isBad, directive.isEmpty { failed += 1 }
        shape.append("\(isBad ? "not ok" : "ok")\(directive)")
      }
    }
    try expect(shape.last == "plan", "no plan")
    func count(_ names: String...) -> Int { names.reduce(0) { $0 + states[$1, default: 0] } }
    return ReportAccount(
      verdict: broken > 0 ? .error : failed > 0 ? .fail : .pass, open: count("error", "warning", "note"),
      waived: count("waived"), baselined: count("baselined"), shape: shape)
  }

  /// By the last line.
  static let text: Reader = { bytes in
    let lines = lines(bytes)
    let last = try found(lines.last, "last line")
    let words: [String: Verdict] = ["PASS": .pass, "FAIL": .fail, "INCOMPLETE": .error]
    let verdict = try found(words[String(last.prefix { $0 != ":" })], "verdict in \(last)")
    var counts: [String: Int] = [:]
    for part in last.drop(while: { $0 != ":" }).dropFirst().prefix(while: { $0 != ";" }).split(separator: ",") {
      let pair = part.split(separator: " ")
      guard pair.count == 2, let count = Int(pair[0]) else { continue }
      counts[pair[1].hasSuffix("s") ? String(pair[1].dropLast()) : String(pair[1])] = count
    }
    func count(_ names: String...) -> Int { names.reduce(0) { $0 + counts[$1, default: 0] } }
    return ReportAccount(
      verdict: verdict, open: count("error", "warning", "note"), waived: count("waived"),
      baselined: count("baselined"), shape: ["\(lines.count) lines"])
  }
}
