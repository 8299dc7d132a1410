import Reports

/// Findings of one or several rules about one fact: they have the same place and message, and are all accepted or all open.
struct FindingGroup {
  private struct Fact: Hashable {
    let file: String?
    let keyPath: String?
    let isMissing: Bool
    let line: Int?
    let column: Int?
    let message: String
    let isBaselined: Bool
    let waiver: AppliedWaiver?

    init(_ finding: Finding) {
      file = finding.file
      keyPath = finding.keyPath
      isMissing = finding.isMissing
      line = finding.line
      column = finding.column
      message = finding.message
      isBaselined = finding.isBaselined
      waiver = finding.waiver
    }
  }

  /// The findings, each of another rule, the worst first.
  private(set) var findings: [(finding: Finding, anchor: String)]

  var first: Finding { findings[0].finding }

  static func groups(_ findings: some Sequence<Finding>, _ anchors: inout FindingAnchors) -> [FindingGroup] {
    var groups: [FindingGroup] = []
    var places: [Fact: Int] = [:]
    for finding in findings {
      let anchor = anchors.anchor(of: finding)
      let fact = Fact(finding)
      if let place = places[fact], groups[place].findings.allSatisfy({ $0.finding.rule != finding.rule }) {
        groups[place].add(finding, anchor)
      } else {
        places[fact] = groups.count
        groups.append(FindingGroup(findings: [(finding, anchor)]))
      }
    }
    return groups
  }

  private mutating func add(_ finding: Finding, _ anchor: String) {
    let place = findings.firstIndex { $0.finding.severity < finding.severity } ?? findings.count
    findings.insert((finding, anchor), at: place)
  }

  func texts(_ text: (Finding) -> String?) -> [String] {
    findings.compactMap { text($0.finding) }.unique(by: \.self)
  }
}
