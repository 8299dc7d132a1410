import Basics
import Presentation
public import Reports
import StructuredText

/// The report in the Static Analysis Results Interchange Format 2.1.0 (OASIS, with errata 01), as one run. Numbers in comments are sections
/// of the standard.
///
/// Every result has `suppressions`, because all or none must have it (3.27.23); an accepted finding has an accepted suppression.
/// GitHub ignores suppressions, so its reports leave accepted findings out. It tells results apart by `primaryLocationLineHash` alone, which
/// its upload otherwise computes from the text around a line: findings about missing keys would become one.
/// `baselineState` is omitted: it would require results for findings of the baseline that are gone (3.27.24).
public struct SARIFReport: ReportView {
  /// The directory of relative paths: the root of the repository if it is known, as code scanning expects, or else the working directory.
  static let base = "%SRCROOT%"
  /// The most errors of bundles that are kept until the results have been written; further ones are counted.
  static let keptErrors = 1000

  private let context: ReportContext
  private let isOpen: Bool
  private var rules: SARIFRules
  private var fingerprints = ReportFingerprints()
  private var idle = IdleRules()
  private var errors: [(bundle: String, error: EngineError)] = []
  private var furtherErrors = 0
  private var hasResults = false

  /// Creates the format.
  ///
  /// - Parameters:
  ///   - context: The settings of the report, with the descriptions of the rules.
  ///   - isOpen: Whether accepted findings are left out.
  public init(_ context: ReportContext, isOpen: Bool = false) {
    self.context = context
    self.isOpen = isOpen
    rules = SARIFRules(context.rules)
  }

  /// See `ReportView`.
  public mutating func add(_ bundle: BundleReport) -> [UInt8] {
    idle.count(bundle)
    fingerprints.begin(bundle)
    var bytes: [UInt8] = []
    for finding in bundle.findings {
      // Also of those that are left out, so that fingerprints are the same with them.
      let fingerprint = fingerprints.next(finding)
      if isOpen, !finding.isOpen { continue }
      var json = JSONWriter(elementAtDepth: 4, isFirst: !hasResults)
      write(finding, fingerprint, in: bundle, &json)
      bytes += json.bytes
      hasResults = true
    }
    var errors = bundle.errors
    if bundle.verdict == .error, errors.isEmpty {
      errors = [EngineError(code: "check.incomplete", message: "the bundle could not be checked")]
    }
    let room = max(0, Self.keptErrors - self.errors.count)
    self.errors += errors.prefix(room).map { (bundle.path, $0) }
    furtherErrors += max(0, errors.count - room)
    return bytes
  }

  /// See `ReportView`.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    var last: [UInt8] = []
    if let failure = ReportRemainder(report).failure {
      var json = JSONWriter(elementAtDepth: 4, isFirst: !hasResults)
      write(failure, fallback: report.policies.last?.source ?? "policy.lua", &json)
      last = json.bytes
    }
    let (head, tail) = document(report)
    return (Array(head), last + tail + [0x0A])
  }

  // MARK: Results

  private mutating func write(
    _ finding: Finding, _ fingerprint: String, in bundle: BundleReport, _ json: inout JSONWriter
  ) {
    let place = rules.place(of: finding.rule)
    json.object { json in
      json.members(["ruleId": finding.rule, "ruleIndex": place, "level": finding.severity.rawValue])
      json.message("message", message(finding, in: bundle))
      let shown = FindingLines.place(finding, in: bundle)
      json.array("locations") {
        $0.location(
          named(shown.file), line: max(1, shown.line ?? 1), column: shown.line == nil ? nil : shown.column,
          keyPath: finding.keyPath)
      }
      writeRelated(finding, in: bundle, &json)
      writeFingerprints(fingerprint, &json)
      writeFix(finding, in: bundle, &json)
      json.array("suppressions") { json in writeSuppression(finding, &json) }
      json.object("properties") { json in
        json.member("bundle", bundle.path)
        if let identifier = bundle.identifier { json.member("identifier", identifier) }
        json.member("missing", finding.isMissing)
        if let waiver = finding.waiver, waiver.isExpired { json.member("waiverExpired", waiver.expires) }
      }
    }
  }

  private func writeFingerprints(_ fingerprint: String, _ json: inout JSONWriter) {
    json.object("partialFingerprints", ["bundlepolicy/v1": fingerprint, "primaryLocationLineHash": fingerprint + ":1"])
  }

  private func message(_ finding: Finding, in bundle: BundleReport) -> [String] {
    let told = ["value", "expected", "fix", "help"]
    var lines = [finding.message]
    for (name, text) in FindingLines.details(finding, in: bundle) where told.contains(name) {
      lines.append("\(name): \(text)")
    }
    if let waiver = finding.waiver, waiver.isExpired { lines.append("waiver: \(FindingLines.waiver(waiver))") }
    return lines
  }

  private func writeRelated(_ finding: Finding, in bundle: BundleReport, _ json: inout JSONWriter) {
    var declared = [(finding.declared, "the rule")]
    if let overridden = finding.overridden { declared.append((overridden, "where its severity was changed")) }
    if let waiver = finding.waiver { declared.append((waiver.declared, "the waiver")) }
    declared = declared.filter { $0.0.isInFile }
    var places: [(place: SourcePlace, message: String)] = []
    if let source = finding.source {
      places.append((finding.builtPlace(in: bundle.path), "in the bundle"))
      places += source.related.map { ($0, $0.settingText.map { "build setting \($0)" } ?? "where it is used") }
    }
    places += declared.map { (SourcePlace(file: $0.0.file, line: $0.0.line), $0.1) }
    if places.isEmpty { return }
    json.array("relatedLocations") { json in
      for (place, message) in places {
        json.location(
          named(place.file), line: place.line, column: place.column, keyPath: place.keyPath, message: message)
      }
    }
  }

  private func writeFix(_ finding: Finding, in bundle: BundleReport, _ json: inout JSONWriter) {
    if finding.shownReplacements.isEmpty { return }
    json.objects("fixes", [finding]) { finding, json in
      json.message("description", [finding.edits.prefix(3).map(\.phrase).joined(separator: ", ")])
      json.objects("artifactChanges", [FindingLines.place(finding, in: bundle).file]) { file, json in
        json.artifactLocation(named(file))
        json.array("replacements", of: finding.shownReplacements) { $1.replacement($0) }
      }
    }
  }

  /// Waivers and baselines are outside of the checked files: `external` (3.35.2).
  private func writeSuppression(_ finding: Finding, _ json: inout JSONWriter) {
    guard let excuse = FindingLines.excuse(finding) else { return }
    json.object { json in
      json.members(["kind": "external", "status": "accepted", "justification": TerminalText.escape(excuse)])
      guard finding.isWaived, let place = finding.waiver?.declared, place.isInFile else { return }
      json.name("location")
      json.location(named(place.file), line: place.line)
    }
  }

  private func write(_ failure: EngineError, fallback: String, _ json: inout JSONWriter) {
    json.object { json in
      json.member("ruleId", failure.code.rawValue)
      json.member("level", "error")
      json.message("message", [failure.message] + (failure.hint.map { ["fix: \($0)"] } ?? []))
      json.array("locations") { $0.location(named(failure.file ?? fallback), line: max(1, failure.line ?? 1)) }
      writeFingerprints(failure.fingerprint(within: []), &json)
      json.array("suppressions") { _ in }
    }
  }

  private func named(_ path: String) -> String { context.workspace?.reference(path) ?? path }

  // MARK: All but the results

  private func document(_ report: Report) -> (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>) {
    let remainder = ReportRemainder(report)
    var json = JSONWriter()
    json.object { json in
      json.member(
        "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
      json.member("version", "2.1.0")
      json.array("runs") { json in
        json.object { json in
          json.object("tool") { json in
            json.object("driver") { json in
              json.member("name", "bundlepolicy")
              json.member("version", context.toolVersion)
              rules.write(&json)
            }
          }
          // The category of code scanning, which is the part before the last slash: results of another one stay.
          json.object("automationDetails") { $0.member("id", "bundlepolicy/") }
          json.member("columnKind", "unicodeCodePoints")
          json.object("originalUriBaseIds") { json in
            let place = context.workspace == nil ? "the directory in which the check ran" : "the root of the repository"
            json.object(Self.base) { $0.message("description", [place]) }
          }
          json.arrayWithSeparateElements("results", isEmpty: !hasResults && remainder.failure == nil)
          json.array("invocations") { json in writeInvocation(report, remainder, &json) }
          json.object("properties") { json in writeProperties(report, &json) }
        }
      }
    }
    return json.parts
  }

  private func writeInvocation(_ report: Report, _ remainder: ReportRemainder, _ json: inout JSONWriter) {
    json.object { json in
      json.member("executionSuccessful", report.verdict != .error)
      json.array("toolExecutionNotifications") { json in
        for error in remainder.errors { write(error, level: "error", of: nil, &json) }
        for (bundle, error) in errors { write(error, level: "error", of: bundle, &json) }
        if furtherErrors > 0 {
          let message = "\(counted(furtherErrors, "more error")) of bundles omitted here; --format json has all"
          write(EngineError(code: "report.more-errors", message: message), level: "error", of: nil, &json)
        }
        for warning in report.warnings { write(warning, level: "warning", of: nil, &json) }
        for note in idle.notes + report.setup { write(note, level: "note", of: nil, &json) }
      }
    }
  }

  private func write(_ error: EngineError, level: String, of bundle: String?, _ json: inout JSONWriter) {
    json.object { json in
      json.object("descriptor") { $0.member("id", error.code.rawValue) }
      if let rule = error.rule {
        json.object("associatedRule") { json in
          json.member("id", rule)
          if let place = rules.existing(rule) { json.member("index", place) }
        }
      }
      json.member("level", level)
      let trace = error.trace?.detailLines ?? []
      json.message("message", [error.message] + trace + (error.hint.map { ["fix: \($0)"] } ?? []))
      if let path = error.file ?? bundle {
        json.array("locations") { json in
          let line = error.file == nil ? nil : error.line
          json.location(named(path), line: line, column: error.column)
        }
      }
      if let bundle { json.object("properties") { $0.member("bundle", bundle) } }
    }
  }

  private func writeProperties(_ report: Report, _ json: inout JSONWriter) {
    json.member("verdict", report.verdict.rawValue)
    json.member("failOn", report.failOn.rawValue)
    json.member("bundles", report.summary.bundles)
    json.objects("policies", report.policies) { policy, json in
      json.member("id", policy.id)
      if let version = policy.version { json.member("version", version) }
      json.member("source", policy.source)
      json.member("digest", policy.digest)
    }
  }
}
