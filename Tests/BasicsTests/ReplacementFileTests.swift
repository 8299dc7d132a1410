import Basics
import PolicyTestSupport
import Testing

/// Files that get their name once they are complete, and leave no temporary files.
@Suite struct ReplacementFileTests {
  private static func open(_ folder: TemporaryFolder) throws -> Int32 {
    let descriptor = Basics.open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(descriptor >= 0)
    return descriptor
  }

  private static func file(in folder: Int32, _ text: String) throws -> ReplacementFile {
    let file = try ReplacementFile(in: folder, mode: 0o644)
    try FileSystem.write(Array(text.utf8), to: file.descriptor)
    return file
  }

  @Test func takesThePlaceOfAnother() throws {
    let folder = try TemporaryFolder(["a": "old"])
    let descriptor = try Self.open(folder)
    defer { close(descriptor) }
    let file = try Self.file(in: descriptor, "new")
    #expect(try folder.text("a") == "old")
    try file.finish(as: "a")
    #expect(try folder.text("a") == "new")
    try Self.file(in: descriptor, "b").finish(as: "b", replacing: false)
    #expect(try folder.text("b") == "b")
    #expect(try folder.names() == ["a", "b"])
  }

  @Test func replacesNothingUnlessItMay() throws {
    let folder = try TemporaryFolder(["a": "old"])
    let descriptor = try Self.open(folder)
    defer { close(descriptor) }
    let error = try #require(throws: SystemError.self) {
      try Self.file(in: descriptor, "new").finish(as: "a", replacing: false)
    }
    #expect(error.number == EEXIST)
    #expect(try folder.text("a") == "old" && folder.names() == ["a"])
  }

  @Test func givenUpItLeavesNothing() throws {
    let folder = try TemporaryFolder(["a": "old"])
    let descriptor = try Self.open(folder)
    defer { close(descriptor) }
    _ = try Self.file(in: descriptor, "new")
    #expect(try folder.names() == ["a"])
  }

  /// Removes only temporary files without a writer.
  @Test func leftoversAreRemoved() throws {
    let names = [
      ".bundlepolicy-1.partial", ".bundlepolicy-4711-2.partial", ".bundlepolicy-x.partial", ".bundlepolicy-.partial",
    ]
    let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: (names + ["a.1.partial"]).map { ($0, "half") }))
    try folder.makeDirectory(".bundlepolicy-2.partial")
    let descriptor = try Self.open(folder)
    defer { close(descriptor) }
    let used = Basics.open(folder(names[0]), O_RDONLY | O_CLOEXEC)
    #expect(flock(used, LOCK_EX | LOCK_NB) == 0)
    try Self.file(in: descriptor, "x").finish(as: "b")
    let rest = [".bundlepolicy-.partial", ".bundlepolicy-2.partial", ".bundlepolicy-x.partial", "a.1.partial", "b"]
    #expect(try Set(folder.names()) == Set(rest + [names[0]]))
    close(used)
    try Self.file(in: descriptor, "y").finish(as: "b")
    #expect(try Set(folder.names()) == Set(rest))
  }
}
