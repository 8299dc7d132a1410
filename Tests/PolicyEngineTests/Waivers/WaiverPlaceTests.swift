import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Waivers that could never cover anything, refused where they are written.
@Suite struct WaiverPlaceTests {
  @Test(arguments: [
    ("key = '/a~9'", "'key' is not a JSON Pointer: '/a~9' (write ~0 for '~' in a key, ~1 for '/')"),
    ("key = '/a~'", "'key' is not a JSON Pointer: '/a~' (write ~0 for '~' in a key, ~1 for '/')"),
    ("file = '../x'", "'../x' would cover nothing"), ("file = '/x'", "'/x' would cover nothing"),
    ("file = 'a//b'", "'a//b' would cover nothing"), ("file = './x'", "'./x' would cover nothing"),
    ("file = 'a/'", "'a/' would cover nothing"),
  ])
  func refused(_ field: String, _ message: String) throws {
    let waiver = "\nwaive \"p/r\" { \(field), because = 'b', owner = 'o', expires = '2026-12-31' }"
    do {
      _ = try WaiverFile.waivers(in: WaiverFile(source: "waivers.lua", contents: Array(waiver.utf8)))
      Issue.record("it loaded")
    } catch {
      let text = PolicyRun.describe(error)
      #expect(text.hasPrefix("policy.invalid waivers.lua:2: waive 'p/r': ") && text.hasSuffix(message), "\(text)")
    }
  }

  @Test(arguments: ["key = 'a~9'", "key = '/a~0/b~1'", "key = '/'", "file = '.'", "file = '...'", "file = '.x/..y'"])
  func allowed(_ field: String) throws {
    let waiver = "waive \"p/r\" { \(field), because = 'b', owner = 'o', expires = '2026-12-31' }"
    #expect(try WaiverFile.waivers(in: WaiverFile(source: "waivers.lua", contents: Array(waiver.utf8))).count == 1)
  }
}
