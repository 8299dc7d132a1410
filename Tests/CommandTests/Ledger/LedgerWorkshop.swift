import PolicyTestSupport
import Testing

/// A folder with a policy, an empty ledger, and a way to make applications.
struct LedgerWorkshop {
  /// A policy with one rule: build numbers must increase.
  static let rules = #"rule "grows" { summary = "s", increases = "CFBundleVersion" }"#

  let folder: TemporaryFolder

  init(_ rules: String = LedgerWorkshop.rules) throws {
    folder = try TemporaryFolder(["policy.lua": "policy \"test\" { summary = \"for a test\" }\n" + rules + "\n"])
    try #require(try run("ledger", "init", "--ledger", "builds.db").status == 0)
  }

  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> ChildProcess {
    try Program.run(arguments, in: folder.path, environment: environment)
  }

  func record(_ name: String, _ more: String...) throws -> ChildProcess {
    try Program.run(["check", "--ledger", "builds.db", "--record"] + more + [name], in: folder.path)
  }

  func app(
    _ name: String, build: String, short: String = "1.0", identifier: String = "com.x.app", content: String = "",
    info: String = "", extensionBuild: String? = nil
  ) throws {
    func list(_ identifier: String, _ build: String) -> String {
      PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>\(identifier)</string><key>CFBundleVersion</key><string>\(build)</string>"
          + "<key>CFBundleShortVersionString</key><string>\(short)</string><key>CFBundleName</key><string>App</string>"
          + "<key>CFBundleSupportedPlatforms</key><array><string>MacOSX</string></array>" + info)
    }
    try folder.write("\(name)/Contents/Info.plist", list(identifier, build))
    if !content.isEmpty { try folder.write("\(name)/Contents/Resources/content.txt", content) }
    if let extensionBuild {
      try folder.write(
        "\(name)/Contents/PlugIns/Share.appex/Contents/Info.plist", list(identifier + ".share", extensionBuild))
    }
  }

  /// The log in JSON, without times and hashes: `#2 fail com.x.app 1.0 (41)`, newest first.
  func log(_ more: String...) throws -> [String] {
    let run = try Program.run(["ledger", "log", "--ledger", "builds.db", "--format", "json"] + more, in: folder.path)
    try #require(run.status == 0, "\(run.errorText)")
    let builds = try JSONText(run.output)["builds"]?.elements ?? []
    return builds.map { build in
      let path = build["path"]?.text ?? ""
      return "#\(build["sequence"]?.digits ?? "") \(build["verdict"]?.text ?? "") \(build["identifier"]?.text ?? "")"
        + " \(build["shortVersion"]?.text ?? "") (\(build["build"]?.text ?? ""))"
        + (path.isEmpty ? "" : " in \(path)")
    }
  }
}
