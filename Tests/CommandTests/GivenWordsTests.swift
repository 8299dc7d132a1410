import ArgumentParser
import Testing

@testable import bundlepolicy

/// A check's options are the same whether the program reads them or the library does.
@Suite struct GivenWordsTests {
  private func shown(_ command: CheckCommand) -> String {
    var text = ""
    dump(command, to: &text)
    return text
  }

  @Test(
    "words without a mistake are read as the library reads them",
    arguments: [
      ["App.app"], ["A.app", "-", "B.app"], ["--policy", "a.lua", "App.app", "-p", "b", "--policy=c=d"],
      ["App.app", "--policy", "--quiet"], ["--quiet", "App.app", "--recursive", "--explain", "--allow-empty"],
      ["-q", "-f", "json", "-o", "-", "App.app"],
      ["--fail-on", "warning", "--color", "never", "--jobs", "2", "App.app"],
      ["--as-of=2026-11-23", "--param", "a=b", "--param", "c=", "--rule", "a", "--skip", "b", "App.app"],
      ["--ledger", "builds.db", "--record", "--label", "commit=1", "--label", "b=2", "App.app"],
      ["--baseline", "b.json", "--strict-baseline", "--locked", "App.app", "--with-checkers"],
      [
        "--attest", "r", "--attest-key", "k", "--attest-resource", "https://example.com", "--attest-time",
        "2026-11-22T10:00:00Z", "App.app",
      ],
    ])
  func agrees(words: [String]) throws {
    let made = try #require(GivenWords.command(CheckCommand.self, words))
    #expect(shown(made) == shown(try CheckCommand.parse(words)))
  }

  @Test(
    "all others are the library's",
    arguments: [
      [], ["--help"], ["App.app", "-h"], ["App.app", "--version"], ["--polic", "a", "App.app"], ["--policy"],
      ["App.app", "--quiet=yes"], ["App.app", "-qf", "json"], ["-fjson", "App.app"], ["--", "App.app"],
      ["App.app", ""],
      ["App.app", "--policy", ""], ["App.app", "--policy="], ["App.app", "--quiet", "--quiet"],
      ["App.app", "--jobs", "1", "--jobs", "2"], ["App.app", "--jobs", "many"], ["App.app", "--fail-on", "anything"],
      ["App.app", "--strict-baseline"], ["App.app", "--attest-key", "k"], ["App.app", "--label", "=x"],
      ["App.app", "--in-process-plugins", "--checker-memory", "64"],
    ])
  func leaves(words: [String]) { #expect(GivenWords.command(CheckCommand.self, words) == nil) }

  /// An option that the library alone knows would never get a value.
  @Test("every option of a check is declared so that both know it")
  func declaresAll() throws {
    let command = try #require(GivenWords.command(CheckCommand.self, ["App.app"]))
    #expect(shown(command) == shown(try CheckCommand.parse(["App.app"])))
    #expect(!shown(command).contains("definition"))
  }
}
