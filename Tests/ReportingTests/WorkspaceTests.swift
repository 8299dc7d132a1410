import Testing

@testable import Reporting

/// Paths as they are named from the root of a repository.
@Suite struct WorkspaceTests {
  @Test(arguments: [
    // root, working directory, given, expected
    ("/w", "/w", "A.app", "A.app"), ("/w", "/w", "/w/A.app/Info.plist", "A.app/Info.plist"),
    ("/w/", "/w/sub", "A.app", "sub/A.app"), ("/w", "/w/sub", "../A.app", "A.app"),
    ("/w", "/w/sub", "./A.app", "sub/A.app"),
    ("/w", "/w", "/other/A.app", "/other/A.app"), ("/w", "/other", "A.app", "A.app"),
    ("/w", "/w", "../A.app", "../A.app"),
    ("/w", "/w", "/wide/A.app", "/wide/A.app"), ("/w", "/w", "/w", "/w"), ("/w", "/w", "..", ".."),
    ("/w", "/w", "", ""),
    ("/w", "/w", "/../../w/A.app", "A.app"), ("/é", "/é", "/e\u{301}/A", "/e\u{301}/A"),
    ("/w", "/w", "/\u{301}w/A", "/\u{301}w/A"),
    ("/", "/", "/A.app", "A.app"),
  ])
  func paths(_ root: String, _ directory: String, _ given: String, _ expected: String) throws {
    let workspace = try #require(Workspace(root: root, workingDirectory: directory))
    #expect(workspace.path(given).utf8.elementsEqual(expected.utf8), "\(workspace.path(given))")
  }

  @Test func onlyAbsoluteOnes() {
    #expect(Workspace(root: "w", workingDirectory: "/") == nil && Workspace(root: "/", workingDirectory: "") == nil)
  }
}
