// What `fullReport()` and the fixtures of `InspectionTests` come to, written out.

extension JSONReportTests {
  static let expected = "@json"
}

extension TextReportTests {
  static let expected = "@text"
}

extension InspectionTests {
  static let expectedTree = "@tree"

  static let expectedBundleTree = "@bundletree"
}
