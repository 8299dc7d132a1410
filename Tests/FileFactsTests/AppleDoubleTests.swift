import SampleFiles
import FileFacts
import PropertyLists
import Testing

@Suite struct AppleDoubleTests {
  private static func read(_ bytes: [UInt8]) throws -> [String]? {
    try AppleDouble.read(ByteArray(bytes), file: "._a")?.attributes
  }

  @Test(arguments: [
    [], ["com.apple.quarantine"], ["com.apple.FinderInfo"], ["com.apple.ResourceFork"],
    ["a", "com.apple.FinderInfo", "com.apple.ResourceFork", "com.apple.quarantine", "é"],
  ])
  func names(_ names: [String]) throws {
    #expect(try Self.read(SampleAppleDouble.bytes(names)) == names)
  }

  @Test func otherFiles() throws {
    #expect(try Self.read([]) == nil)
    #expect(try Self.read(Array("a text that is longer than a header".utf8)) == nil)
    #expect(try Self.read([0, 5, 0x16, 7]) == nil)
  }

  /// A file that Finder writes has no attributes after its information.
  @Test func shortInformation() throws {
    var bytes = SampleAppleDouble.bytes([])
    bytes[37] = 32
    #expect(try Self.read(bytes) == [])
    bytes[37] = 4
    #expect(try Self.read(bytes) == [])
  }

  @Test(arguments: [
    (24, 0x7F, "states 32514 entries; the limit is 64"), (30, 0x7F, "an AppleDouble entry has"),
    (34, 0x7F, "an AppleDouble entry has"), (118, 0x7F, "attributes; the limit is 1000"),
  ])
  func malformed(_ offset: Int, _ byte: UInt8, _ message: String) throws {
    var bytes = SampleAppleDouble.bytes(["com.apple.quarantine"])
    bytes[offset] = byte
    #expect { try Self.read(bytes) } throws: { "\($0)".contains(message) }
  }

  @Test func everyLength() throws {
    let bytes = SampleAppleDouble.bytes(["com.apple.quarantine", "com.apple.FinderInfo"])
    for count in bytes.indices { _ = try? Self.read(Array(bytes.prefix(count))) }
    #expect { try Self.read(Array(bytes.prefix(60))) } throws: { ($0 as? FileFactError)?.code == .malformed }
  }
}
