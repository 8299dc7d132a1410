import StructuredText

/// The report as JSON Lines (jsonlines.org): an object for each bundle as soon as it was checked, and a last one for the totals.
///
/// The members are the same as in the JSON report. Rules that did not apply to a bundle and descriptions of rules are omitted, because a
/// fleet has millions of bundles and the same rules for each. So are excerpts.
public struct JSONLinesReport: ReportView {
  private let members: JSONReport

  /// Creates the format.
  ///
  /// - Parameter toolVersion: The version of the program for the report.
  public init(toolVersion: String) { members = JSONReport(toolVersion: toolVersion) }

  /// See `ReportView`.
  public var hasHead: Bool { false }

  /// See `ReportView`.
  public func add(_ bundle: BundleReport) -> [UInt8] {
    Self.line("bundle") { members.members(of: bundle, isBrief: true, &$0) }
  }

  /// See `ReportView`. Without the last line, a check did not finish.
  public func finish(_ report: Report) -> (head: [UInt8], tail: [UInt8]) {
    let line = Self.line("report") { json in
      json.member("version", 1)
      members.writeInputs(of: report, &json)
      members.writeOutcome(of: report, &json)
    }
    return ([], line)
  }

  private static func line(_ type: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(isOnOneLine: true)
    json.object { json in
      json.member("type", type)
      body(&json)
    }
    return json.bytes + [0x0A]
  }
}
