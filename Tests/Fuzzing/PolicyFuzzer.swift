import Bundles
import Glibc
import LuaRuntime
import PolicyEngine

/// libFuzzer's entry: a policy that comes from the input, or the body of a rule's function. It must end in a report or in an error with a
/// message, and a second look at the same bundle must find the same: nothing that a rule does stays. `Scripts/fuzz` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPolicies(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: bytes, count: count)
  guard let first = input.first, let graph = Bench.graph else { return 0 }
  let header = Array("policy \"fuzz.policy\" { summary = \"s\" }\n".utf8)
  let body = Array(input.dropFirst())
  let source: [UInt8] =
    switch first & 3 {
    case 0: body
    case 1:
      header + Array("rule \"r\" { summary = \"s\", check = function(bundle, report)\n".utf8) + body
        + Array("\nend }".utf8)
    case 2: header + Array("rule \"r\" { summary = \"s\", shape = {\n".utf8) + body + Array("\n} }".utf8)
    default: header + Array("rule \"r\" { summary = \"s\",\n".utf8) + body + Array("\n}".utf8)
    }
  guard Bench.write(source) else { fatalError("the policy can't be written") }
  let program: PolicyProgram
  do throws(EngineError) {
    program = try PolicyProgram(
      .init(
        policies: [Bench.policy], limits: LuaLimits(memory: 8 << 20, seconds: 5, sourceSize: 1 << 20), fuel: 200_000))
  } catch {
    if error.message.isEmpty { fatalError("an error without a message") }
    return 0
  }
  guard let day = CalendarDate("2026-06-15") else { fatalError("no day") }
  var check = Check(program, Check.Options(asOf: day))
  check.run(on: graph, path: "Seed.app")
  check.run(on: graph, path: "Seed.app")
  let report = check.report()
  for error in report.errors + report.bundles.flatMap(\.errors) where error.message.isEmpty {
    fatalError("an error without a message")
  }
  guard report.bundles.count == 2 else { fatalError("not every bundle is in the report") }
  let (one, two) = (report.bundles[0], report.bundles[1])
  // Where a limit ends the rule depends on what is remembered of the first time.
  let hasLimit = (one.errors + two.errors).contains { $0.code.hasPrefix("limit.") }
  if !hasLimit, told(one) != told(two) { fatalError("\(told(one)) became \(told(two))") }
  return 0
}

private func told(_ bundle: BundleReport) -> [String] {
  bundle.findings.map { "\($0.rule) \($0.keyPath ?? "") \($0.file ?? "") \($0.message)" }
    + bundle.errors.map(\.message) + bundle.rules.map { "\($0.id) \($0.status)" }
}

/// What every input is tried on.
private enum Bench {
  static let graph: BundleGraph? = {
    let info = """
      <plist><dict><key>CFBundleIdentifier</key><string>com.example.seed</string><key>CFBundleName</key><string>Seed</string>
      <key>CFBundleVersion</key><string>1.2.3</string><key>List</key><array><integer>1</integer><real>0.5</real><true/>
      <date>2020-01-01T00:00:00Z</date><data>aGVsbG8=</data><dict><key>A</key><string>b</string></dict></array></dict></plist>
      """
    let storage = try? MemoryStorage([
      ("Contents/Info.plist", .text(info)), ("Contents/MacOS/Seed", .text("", mode: 0o755)),
      ("Contents/Resources/fr.lproj/InfoPlist.strings", .text("CFBundleName = \"Graine\";")),
      ("Contents/Frameworks/Kit.framework/Info.plist", .text(info)),
      ("Contents/Resources/link", .link("../Info.plist")),
    ])
    return storage.flatMap { try? BundleGraph.open(storage: $0, name: "Seed.app") }
  }()

  /// In memory, for there are thousands a second.
  static let policy = "/dev/shm/bundlepolicy-fuzz-\(getpid()).lua"

  static func write(_ source: [UInt8]) -> Bool {
    let file = open(policy, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    var written = 0
    while written < source.count {
      let count = source[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
