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

  @Test(arguments: [
    ("/w", "/w/sub", "A.app", "sub/A.app"), ("/w", "/w/sub", "../../o/A.app", "/o/A.app"),
    ("/w", "/other", "./A.app", "/other/A.app"), ("/w", "/w", "a/../A.app", "A.app"), ("/w", "/w", ".", "/w"),
  ])
  func references(_ root: String, _ directory: String, _ given: String, _ expected: String) throws {
    let workspace = try #require(Workspace(root: root, workingDirectory: directory))
    #expect(workspace.reference(given) == expected)
  }

  /// The folder in a pipeline's variable may be a link, and so may the paths in arguments.
  @Test func aRootWithLinks() throws {
    let workspace = try #require(Workspace(root: "/private/w", workingDirectory: "/private/w/sub", spelling: "/link/w"))
    #expect(workspace.path("/link/w/A.app") == "A.app" && workspace.path("/private/w/A.app") == "A.app")
    #expect(workspace.path("A.app") == "sub/A.app" && workspace.path("/link/A.app") == "/link/A.app")
  }

  @Test func onlyAbsoluteOnes() {
    #expect(Workspace(root: "w", workingDirectory: "/") == nil && Workspace(root: "/", workingDirectory: "") == nil)
  }
}
