import Basics
import PolicyTestSupport
import Testing

@Suite struct NamedFileTests {
  @Test func aPipeThatNobodyWritesToIsNotWaitedForForEver() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder("p"), 0o644) == 0)
    let error = #expect(throws: NamedFile.Failure.self) {
      try NamedFile.bytes(folder("p"), limit: 100, patience: 1)
    }
    #expect(error?.reason == "nothing was written to it for 1 s")
  }

  @Test(arguments: ["/dev/zero", "pipe", "folder", "link to a pipe"]) func whatIsFoundIsARegularFile(_ kind: String)
    throws
  {
    let folder = try TemporaryFolder(["folder/x": ""])
    #expect(mkfifo(folder("pipe"), 0o644) == 0)
    try folder.link("link to a pipe", to: "pipe")
    let path = kind.hasPrefix("/") ? kind : folder(kind)
    #expect(throws: NamedFile.Failure.self) { try NamedFile.bytes(path, limit: 100, isFound: true) }
  }
}
