import Basics
import Presentation
import Reports

/// The reads of a rule in a few lines: one for each property list, and one each for files, tables of strings and the bundle.
struct ReadText {
  static let limit = 12
  static let lineLimit = 20
  private static let valueLimit = 60

  let lines: [(label: String, text: String)]

  /// `path` is the path of the bundle in the report, for a property list that is the bundle itself.
  init(_ explanation: RuleExplanation, path: String) {
    var groups: [(label: String, place: String, parts: [String])] = []
    for (number, read) in explanation.reads.enumerated() {
      // A read of the file's contents implies that the file exists.
      let next = number + 1 < explanation.reads.count ? explanation.reads[number + 1] : nil
      if read.kind == .file, read.value == nil, let next, next.kind == .file, next.name == read.name, next.value != nil
      {
        continue
      }
      let (label, place) = Self.group(read, path)
      if groups.last?.label != label || groups.last?.place != place { groups.append((label, place, [])) }
      groups[groups.count - 1].parts.append(Self.text(of: read))
    }
    var lines = groups.prefix(Self.lineLimit).map { group in
      let shown = group.parts.prefix(Self.limit).joined(separator: ", ")
      let rest = group.parts.count - Self.limit
      return (
        group.label, group.place + (group.place.isEmpty ? "" : ": ") + shown + (rest > 0 ? ", and \(rest) more" : "")
      )
    }
    let rest = groups.dropFirst(Self.lineLimit).reduce(explanation.omitted) { $0 + $1.parts.count }
    if rest > 0 { lines.append(("read", "and \(rest) more")) }
    if explanation.isCut { lines.append(("read", "and more")) }
    self.lines = lines
  }

  private static func group(_ read: Read, _ path: String) -> (String, String) {
    let parts = [read.build, read.bundle].compactMap { $0 }.filter { !$0.isEmpty }
    let place = (parts + [read.file].compactMap { $0 }).joined(separator: "/")
    switch read.kind {
    case .key, .entries, .diagnostics:
      return ("read", place.isEmpty ? String(path.split(separator: "/").last ?? "") : place)
    case .strings: return ("strings", place)
    case .bundle: return ("bundle", place)
    case .file, .files: return ("files", place)
    case .day: return ("day", "")
    }
  }

  private static func text(of read: Read) -> String {
    let name = read.name
    switch read.kind {
    case .key:
      guard read.isPresent else { return "\(name) (absent)" }
      return "\(name) = \(value(of: read))" + (read.line.map { " (line \($0))" } ?? "")
    case .entries:
      let value = read.value ?? ""
      let entries = "\(value) \(value == "1" ? "entry" : "entries")"
      return name.isEmpty ? (value.contains(" of ") ? entries : "all \(entries)") : "\(name) (\(entries))"
    case .diagnostics: return "its diagnostics"
    case .strings: return name + (read.isPresent ? "" : " (absent)")
    case .bundle: return read.isPresent ? "\(name) = \(cut(read.value ?? ""))" : "\(name) (none)"
    case .file: return name + (read.isPresent ? (read.value.map { ": \($0)" } ?? "") : " (absent)")
    case .files: return "\(name) (\(read.value ?? "0") found)"
    case .day: return "\(name) = \(read.value ?? "")"
    }
  }

  /// Returns a string in quotes, or the type of a container.
  private static func value(of read: Read) -> String {
    switch read.type {
    case "string": "\"\(cut(read.value ?? ""))\""
    case let type?: read.value.map(cut) ?? (type == "array" ? "an array" : type == "data" ? "data" : "a \(type)")
    case nil: cut(read.value ?? "")
    }
  }

  private static func cut(_ text: String) -> String { text.shortened(to: valueLimit) }
}

// Explanations of results: a paragraph for each rule and bundle.
extension TextReport {
  func writeExplanations(of bundle: BundleReport, _ out: inout TerminalText) {
    for rule in bundle.rules {
      for explanation in rule.explanations ?? [] {
        out.add("  \(rule.id)", .bold)
        if !explanation.bundle.isEmpty { out.add(" on \(explanation.bundle)") }
        out.add(": ")
        switch explanation.status {
        case .pass: out.add("passed", .green)
        case .fail, .waived, .baselined: out.add("failed", .red)
        case .notApplicable: out.add("not applicable", .dim)
        case .pending: out.add("not evaluated yet", .yellow)
        case .error: out.add("could not be evaluated", .red)
        }
        out.newLine()
        for clause in explanation.clauses { out.addDetail("because", "\(clause.name): \(clause.because)") }
        if let reason = explanation.reason, explanation.clauses.allSatisfy({ $0.because != reason }) {
          out.addDetail("because", reason)
        }
        for (label, text) in ReadText(explanation, path: bundle.path).lines { out.addDetail(label, text) }
      }
    }
  }
}
