import Basics
import Bundles
import Glibc
import LuaRuntime
import PolicyEngine
import Reports

/// libFuzzer's entry point: the input is a policy, the body of a rule's function, or text before two rules and the bodies of both,
/// separated by null bytes. It must give a report, or an error with a message, and checking the same bundle again must give the same
/// result: rules cannot keep anything, for themselves or each other. `Scripts/fuzz` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPolicies(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: bytes, count: count)
  guard let first = input.first, let graph = Bench.graph else { return 0 }
  let header = Array("policy \"fuzz.policy\" { summary = \"s\" }\n".utf8)
  let body = Array(input.dropFirst())
  let source: [UInt8] =
    switch first & 7 {
    case 0: body
    case 4: header + twoRules(body)
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
  if first & 7 == 4 { return expectApart(program, graph, day) }
  let report = report(program, graph, day, times: 2)
  for error in report.errors + report.bundles.flatMap(\.errors) where error.message.isEmpty {
    fatalError("an error without a message")
  }
  guard report.bundles.count == 2 else { fatalError("not every bundle is in the report") }
  let (one, two) = (report.bundles[0], report.bundles[1])
  // The place where a limit ends the rule may depend on caches.
  let hasLimit = (one.errors + two.errors).contains { $0.code.rawValue.hasPrefix("limit.") }
  if !hasLimit, told(one) != told(two) { fatalError("\(told(one)) became \(told(two))") }
  return 0
}

/// Makes rules `a` and `b` with the functions in the input.
private func twoRules(_ input: [UInt8]) -> [UInt8] {
  let parts = input.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
  let bodies = ["a", "b"].enumerated().flatMap { number, name in
    Array("\nrule \"\(name)\" { summary = \"s\", check = function(bundle, report)\n".utf8)
      + (parts.count > number + 1 ? parts[number + 1] : []) + Array("\nend }".utf8)
  }
  return (parts.first ?? []) + bodies
}

/// Checks that both rules give the same results as alone, with the same work, in any order.
private func expectApart(_ program: PolicyProgram, _ graph: BundleGraph, _ day: CalendarDate) -> CInt {
  func results(_ rules: [String], times: Int = 1) -> [[String]] {
    report(program, graph, day, rules: rules, times: times).bundles.map { bundle in
      ["a", "b"].map { name in
        let findings = bundle.findings.filter { $0.rule.hasSuffix("/\(name)") }.map {
          "\($0.keyPath ?? "") \($0.message)"
        }
        let errors = bundle.errors.filter { $0.rule?.hasSuffix("/\(name)") == true }.map(\.message)
        let rules = bundle.rules.filter { $0.id.hasSuffix("/\(name)") }.map { "\($0.status) \($0.fuel)" }
        return (rules + findings + errors).joined(separator: "\n")
      }
    }
  }
  let alone = [results(["a"])[0][0], results(["b"])[0][1]]
  for both in results([], times: 2) where both != alone { fatalError("\(alone) became \(both)") }
  return 0
}

private func report(
  _ program: PolicyProgram, _ graph: BundleGraph, _ day: CalendarDate, rules: [String] = [], times: Int
) -> Report {
  var check = Check(program, Check.Options(asOf: day, rules: rules, allowsEmpty: true))
  for _ in 0..<times { check.run(on: graph, path: "Seed.app") }
  return check.report()
}

private func told(_ bundle: BundleReport) -> [String] {
  bundle.findings.map { "\($0.rule) \($0.keyPath ?? "") \($0.file ?? "") \($0.message)" }
    + bundle.errors.map(\.message) + bundle.rules.map { "\($0.id) \($0.status)" }
}

/// The bundle and the policy file.
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
      ("Contents/Resources/link", .link("../Info.plist")), ("Contents/Resources/loop", .link("loop/loop")),
      ("Contents/Resources/web0", .link("web1/web1")), ("Contents/Resources/web1", .link("web2/../web2")),
      ("Contents/Resources/web2", .link("web0/web0")), ("Contents/Resources/up", .link("../..")),
      ("Contents/Resources/out", .link("../../../../etc/passwd")),
    ])
    return storage.flatMap { try? BundleGraph.open(storage: $0, name: "Seed.app") }
  }()

  /// In memory, because there are thousands per second.
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
