import PropertyLists
import StructuredText

/// A finding of an earlier report, as far as a waiver needs it.
struct ReportedFinding: Hashable {
  let rule: String
  /// The identifier of its bundle, or the name of one that has none.
  let bundle: String
  let file: String?
  let keyPath: String?

  /// The findings of a report in JSON that count: neither waived nor baselined. `file` is how messages call the report.
  ///
  /// Throws with the place of the first thing that makes it no such report.
  static func read(_ report: [UInt8], file: String) throws(EngineError) -> [ReportedFinding] {
    do throws(StructuredTextError) {
      let root = try JSONReader.read(report)
      guard root["format"]?.string == "bundlepolicy-report" else {
        throw StructuredTextError("this is not a bundlepolicy report", at: root.place)
      }
      guard let version = root["version"], version.content == .integer(1) else {
        throw StructuredTextError(
          "the report has a version that this program cannot read; it reads version 1",
          at: (root["version"] ?? root).place,
          hint: "make a new one with this version of bundlepolicy")
      }
      if let verdict = root["verdict"], verdict.string == "error" {
        throw StructuredTextError(
          "the check of this report did not complete, so findings may be missing", at: verdict.place,
          hint: "fix its 'errors', then make a new report with check --format json --output FILE")
      }
      var findings: [ReportedFinding] = []
      for bundle in try list("bundles", of: root) {
        let path = try required("path", of: bundle)
        let identifier = try text("identifier", of: bundle) ?? name(path)
        for finding in try list("findings", of: bundle) where isOpen(finding) {
          let nested = try required("bundle", of: finding)
          let own = nested.isEmpty ? identifier : try text("identifier", of: finding)
          guard let own else {
            throw StructuredTextError(
              "the finding does not say which bundle it is about", at: finding.place,
              hint: "make a new report with this version of bundlepolicy")
          }
          findings.append(
            ReportedFinding(
              rule: try rule(of: finding), bundle: own, file: try text("file", of: finding),
              keyPath: try text("keyPath", of: finding)))
        }
      }
      return findings
    } catch {
      throw EngineError(
        code: "report.malformed", message: error.message, at: error.place, of: file,
        hint: error.hint ?? "make a report with check --format json --output FILE")
    }
  }

  private static func isOpen(_ finding: StructuredValue) -> Bool {
    if finding["baselined"]?.content == .boolean(true) { return false }
    guard let waiver = finding["waiver"], waiver.content != .null else { return true }
    return waiver["expired"]?.content == .boolean(true)
  }

  private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func list(_ name: String, of value: StructuredValue) throws(StructuredTextError) -> [StructuredValue] {
    guard let list = value[name]?.list else {
      throw StructuredTextError("the report has no '\(name)' list here", at: (value[name] ?? value).place)
    }
    return list
  }

  private static func text(_ name: String, of value: StructuredValue) throws(StructuredTextError) -> String? {
    switch value[name]?.content {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw StructuredTextError("'\(name)' must be a string", at: (value[name] ?? value).place)
    }
  }

  /// The full id; one that no rule can have would be written down and refused by the next check.
  private static func rule(of finding: StructuredValue) throws(StructuredTextError) -> String {
    let id = try required("rule", of: finding)
    let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    do throws(DeclarationError) {
      guard parts.count == 2 else { throw DeclarationError("") }
      try RuleReader.checkID(parts[0], what: "policy")
      try RuleReader.checkID(parts[1], what: "rule")
    } catch {
      throw StructuredTextError(
        "'\(id)' is not the full id of a rule, such as 'com.example.release/own-keys'",
        at: (finding["rule"] ?? finding).place)
    }
    return id
  }

  private static func required(_ name: String, of value: StructuredValue) throws(StructuredTextError) -> String {
    guard let text = try text(name, of: value) else {
      throw StructuredTextError("'\(name)' is missing here", at: value.place)
    }
    return text
  }
}
