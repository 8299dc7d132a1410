import CheckerABI
import CheckerKit

/// Says all that it is shown: the twin of `values.c`.
struct ValueChecker: Checker {
  static let identity = CheckerIdentity(
    "com.example.own-values", version: "1.0", summary: "Says all that it is shown", help: "https://example.com")

  enum Choice: String, OptionValue, CaseIterable {
    case first, second
    static var unset: Choice { .first }
  }

  @Option("A boolean") var flag: Bool? = nil
  @Option("An integer", in: 0...10) var count: Int? = nil
  @Option("A number") var ratio: Double? = nil
  @Option("A text") var word: String? = nil
  @Option("Texts", name: "words") var list: [String]? = nil
  @Option("One of two") var choice: Choice? = nil

  func check(_ bundle: CheckedBundle, _ report: CheckerReport) throws {
    report.log("begins")
    let given: [(String, Bool)] = [
      ("flag", flag == true), ("count", count == 7), ("ratio", ratio == 0.5), ("word", word == "w\u{E9}"),
      ("words", list == ["a", "b"]), ("choice", choice == .second),
    ]
    for (name, isGiven) in given where isGiven { report.finding("option \(name)") }
    say("info", bundle.info, report)
    report.finding(
      at: .key("Absent", of: bundle.info), "missing", expected: "a key", fix: "add it", severity: .warning,
      discriminator: "d")
    try say(bundle, report)
  }

  private func say(_ name: String, _ value: CheckedValue, _ report: CheckerReport) {
    func say(_ text: String) { report.finding(at: .value(value), "\(name): \(text)") }
    switch value.kind {
    case .dictionary, .array, .set:
      say("kind \(value.kind.rawValue) of \(value.count)")
      for (position, entry) in value.entries.enumerated() {
        self.say("\(name).\(entry.key ?? String(position))", entry.value, report)
      }
    case .text: say("text \(value.text ?? "?")")
    case .integer, .uid: say("integer \(value.integer.map(String.init) ?? "beyond")")
    case .real: say("real \(Int((value.real ?? 0) * 1000))")
    case .boolean: say("boolean \(value.boolean == true ? 1 : 0)")
    case .date: say("date \(Int(value.date ?? 0))")
    case .data: say("data of \(value.data?.count ?? -1) from \(value.data?.first ?? 0)")
    case .null, .none: say("kind \(value.kind.rawValue)")
    }
  }

  private func say(_ bundle: CheckedBundle, _ report: CheckerReport) throws {
    let fields: [String?] = [
      bundle.path, bundle.name, bundle.kind, bundle.platform, bundle.layout, bundle.identifier, bundle.executable,
      bundle.infoPath, bundle.resourcesPath,
    ]
    for (position, text) in fields.enumerated() {
      if let text { report.finding("field \(position + 1): \(text)") }
    }
    report.finding("parent \(bundle.parent == nil ? 0 : 1)")
    for (path, type) in try bundle.files() {
      guard let status = try bundle.status(of: path) else { throw CheckerError("\(path) is gone") }
      report.finding(
        at: .file(path),
        "file of type \(type.rawValue), \(status.size) bytes, executable \(status.isExecutable ? 1 : 0)")
      if type != .regular { continue }
      let content = try bundle.contents(of: path)
      let sum = content.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
      report.finding(at: .file(path), "content of \(content.count) bytes: \(sum % 1_000_003)")
    }
    for child in bundle.children { try say(child, report) }
  }

  /// As a bundle would export it.
  static let factory: @convention(c) (UnsafeRawPointer?, UnsafePointer<checker_uuid>?) -> UnsafeMutableRawPointer? = {
    export(ValueChecker.self, $1)
  }
}
