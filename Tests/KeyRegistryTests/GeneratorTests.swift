import Foundation
import Testing

/// The Lua interpreter of the system, where there is one.
enum StockLua {
  static let path = ["/usr/bin/lua5.4", "/usr/local/bin/lua5.4", "/opt/homebrew/bin/lua5.4"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}

/// Runs `Scripts/generate-keys.lua` on small data folders of its own.
@Suite("The generator", .enabled(if: StockLua.path != nil, "lua5.4 is not installed"))
struct GeneratorTests {
  static let script = RealKeysTests.packageRoot.appendingPathComponent("Scripts/generate-keys.lua")

  private struct Outcome {
    var status: Int32
    var errors: String
    var table: String?
  }

  private static let good = """
    key = "CFBundleName", type = "string", platforms = { macos = "10.0" }, summary = "A name", source = "A document"
    """

  /// Generates from files whose texts are given, in a folder that is gone afterwards.
  private func run(_ files: [String: String], arguments: [String] = [], table: String? = nil) throws -> Outcome {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let data = root.appendingPathComponent("Policies/apple/keys")
    let output = root.appendingPathComponent("Sources/KeyRegistry/GeneratedKeyTable.swift")
    let copy = root.appendingPathComponent("Scripts/generate-keys.lua")
    for folder in [data, output.deletingLastPathComponent(), copy.deletingLastPathComponent()] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(at: Self.script, to: copy)
    for (name, text) in files {
      try text.write(to: data.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    try table?.write(to: output, atomically: true, encoding: .utf8)

    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(StockLua.path))
    process.arguments = [copy.path] + arguments
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, errors: message, table: try? String(contentsOf: output, encoding: .utf8))
  }

  @Test("agrees with the table that is checked in")
  func noDrift() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(StockLua.path))
    process.arguments = [Self.script.path, "--check"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("writes the same bytes whatever the order of the files' entries")
  func deterministic() throws {
    let other = Self.good.replacingOccurrences(of: "CFBundleName", with: "CFBundleIcons")
    let one = try run(["a.lua": "return { { \(Self.good) }, { \(other) } }"])
    let two = try run(["a.lua": "return { { \(other) } }", "b.lua": "return { { \(Self.good) } }"])
    #expect(one.status == 0 && one.errors.isEmpty)
    #expect(one.table != nil && one.table == two.table)
  }

  @Test("tells a stale table")
  func check() throws {
    let files = ["a.lua": "return { { \(Self.good) } }"]
    let fresh = try #require(try run(files).table)
    #expect(try run(files, arguments: ["--check"], table: fresh).status == 0)
    let stale = try run(files, arguments: ["--check"], table: fresh + "\n")
    #expect(stale.status == 1)
    #expect(stale.table == fresh + "\n")
    #expect(stale.errors.contains("generate-keys.lua"))
    #expect(try run(files, arguments: ["--chekc"]).status == 64)
  }

  @Test(
    "refuses what it doesn't understand, naming file and key",
    arguments: [
      ("return { { \(good), colour = \"blue\" } }", "a.lua: error: CFBundleName: unknown field 'colour'"),
      (
        "return { { \(good) }, { \(good) } }",
        "a.lua: error: CFBundleName: already described in Policies/apple/keys/a.lua"
      ),
      (
        "return { { key = \"K\", type = \"text\", platforms = { ios = true }, summary = \"s\", source = \"d\" } }",
        "K: unknown type 'text'"
      ),
      ("return { { key = \"K\", type = \"string\", summary = \"s\", source = \"d\" } }", "K: 'platforms' is missing"),
      (
        "return { { key = \"K\", type = \"string\", platforms = { amiga = true }, summary = \"s\", source = \"d\" } }",
        "unknown platform 'amiga'"
      ),
      (
        "return { { key = \"K\", type = \"string\", platforms = { ios = \"9\" }, summary = \"s\", source = \"d\" } }",
        "version of ios"
      ),
      (
        "return { { key = \"K\", type = \"string\", platforms = { ios = true }, source = \"d\" } }",
        "K: 'summary' must be"
      ),
      ("return { { \(good), deprecated = { ios = \"9.0\" } } }", "deprecated on ios, where it never existed"),
      ("return { { \(good), successor = \"Nothing\" } }", "successor 'Nothing' is not a known key"),
      ("return { { \(good), required = \"yes\" } }", "'required' must be true or false"),
      ("return { { \(good), schema = { items = \"string\" } } }", "'items' needs an array, not string"),
      ("return { { \(good), schema = { values = { \"a\", \"a\" } } } }", "value 'a' is listed twice"),
      ("return { { key = \"a|b\", type = \"string\" } }", "a key is made of"),
      ("return { { type = \"string\" } }", "entry 1: has no 'key'"),
      ("return {}", "must return a non-empty list"),
      ("return { { \(good) }, note = 1 }", "stray field 'note'"),
      ("return os.exit(0)", "a.lua"),
      ("return {", "a.lua"),
    ])
  func refuses(data: String, message: String) throws {
    let outcome = try run(["a.lua": data])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.table == nil)
  }

  @Test("names the place of a nested mistake")
  func nested() throws {
    let outcome = try run([
      "a.lua": """
      return { { key = "K", type = "array", platforms = { ios = true }, summary = "s", source = "d",
        schema = { items = { type = "dictionary", keys = { Inner = { type = "strnig" } } } } } }
      """
    ])
    #expect(outcome.errors.contains("K/0/Inner: unknown type 'strnig'"))
  }
}
