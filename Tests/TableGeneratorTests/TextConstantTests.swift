import Testing

@testable import TableGenerator

struct TextConstantTests {
  @Test func textIsTheConstantNamedByItsFile() throws {
    let source = try TableSource(
      path: "/p/Sources/A/Page/big-report.css", name: "A/Page/big-report.css", bytes: Array("a { b: \"\\c\" }\n".utf8))
    #expect(
      try TableKind.texts.table(of: [source]) == """
        package enum EmbeddedText {
          package static let bigReportCss: StaticString = #\"""
        a { b: "\\c" }

        \"""#
        }

        """)
  }

  @Test func swiftFilesAreNotTexts() {
    #expect(!TableKind.texts.isMade(of: "A/A.swift") && TableKind.texts.isMade(of: "A/Page/a.js"))
    #expect(TableKind.checkerKit.isMade(of: "CheckerKit/Checker.swift"))
    #expect(!TableKind.checkerKit.isMade(of: "Scaffolding/Scaffold.swift"))
    #expect(TableKind.checkerKit.isMade(of: "Scaffolding/Templates/policy.lua"))
  }
}
