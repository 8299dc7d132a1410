import PolicyTestSupport
import Testing

/// The examples of this repository.
@Suite struct ExampleTests {
  @Test func brokenHasFourDefects() throws {
    let result = try Program.run([
      "check", "--policy", "Policies/org.lua", "--previous", "Examples/Hello-41.app", "--format", "json",
      "Examples/Broken.app",
    ])
    #expect(result.status == 1)
    let findings = try #require(try JSONText(result.output)["bundles"]?[0]?["findings"]).elements
    let lines = findings.map { finding in
      let line: String = if case .number(let line) = finding["line"] { line } else { "-" }
      return "\(finding["rule"]?.text ?? "") \(finding["file"]?.text ?? ""):\(line) \(finding["keyPath"]?.text ?? "")"
    }
    #expect(
      lines == [
        "com.example.release/own-keys Contents/Info.plist:5 /APIHost",
        "com.example.release/required-keys Contents/Info.plist:4 /CFBundleName",
        "com.example.release/build-grows Contents/Info.plist:29 /CFBundleVersion",
        "com.example.release/qualified-keys Contents/Info.plist:41 /NSUserNotificationAlertStyle-macos",
      ])
  }

  @Test(
    arguments: [
      (["--previous", "Examples/Hello-41.app", "Examples/Hello.app"], 0), (["Examples/Hello.app"], 0),
      (["Examples/iOS/HelloPhone.app"], 0), (["--previous", "Examples/Hello.app", "Examples/Hello-41.app"], 1),
      (["--previous", "Examples/Hello.app", "Examples/Hello.app"], 1), (["Examples/Hello.app/Contents/Info.plist"], 0),
      (["--param", "prefix=com.other.", "Examples/Hello.app"], 1),
    ] as [([String], Int32)])
  func examples(_ arguments: [String], _ status: Int32) throws {
    let result = try Program.run(["check", "--policy", "Policies/org.lua"] + arguments)
    #expect(result.status == status, "\(result.outputText)\(result.errorText)")
  }

  @Test func theExamplesAreBuildsOfOneProduct() throws {
    let json = try ["Hello", "Hello-41", "Broken"].map {
      try JSONText(Program.run(["inspect", "--format", "json", "Examples/\($0).app"]).output)
    }
    #expect(Set(json.map { $0["identifier"]?.text }) == ["com.example.Hello"])
    #expect(json.map { $0["info"]?["CFBundleVersion"]?.text } == ["42", "41", "41"])
    #expect(json.allSatisfy { $0["localizations"] == .array([.string("en"), .string("fr")]) })
  }
}

/// Real products, if they are available.
@Suite struct CorpusTests {
  static let folder = Program.packageRoot + "/../shared/corpus/bundles"
  static let isThere = (try? TemporaryFolder.bytes(of: folder + "/terminal-notifier.app/Contents/Info.plist")) != nil

  @Test(.enabled(if: isThere, "no corpus beside the package")) func macApp() throws {
    let app = Self.folder + "/terminal-notifier.app"
    let result = try Program.run(["check", "--policy", "Policies/org.lua", "--format", "json", app])
    let json = try JSONText(result.output)
    #expect(result.status == 0, "\(result.outputText)")
    #expect(json["bundles"]?[0]?["identifier"]?.text == "fr.julienxx.oss.terminal-notifier")
    #expect(
      json["bundles"]?[0]?["rules"]?.elements.map { $0["status"]?.text } == ["pass", "not-applicable", "pass", "pass"])
    #expect(
      try Program.run(["check", "--policy", "Policies/org.lua", "--previous", app, app]).status == 1,
      "the same build again")
  }

  @Test(
    .enabled(if: isThere, "no corpus beside the package"),
    arguments: ["appinfo_embedded", "appinfo_ipad", "appinfo_iphone"])
  func phoneApps(_ name: String) throws {
    let folder = try TemporaryFolder()
    try #require(
      try ChildProcess.run("/usr/bin/python3", ["-m", "zipfile", "-e", Self.folder + "/\(name).ipa", folder.path])
        .status == 0)
    let listing = try ChildProcess.run("/bin/ls", [folder("Payload")]).outputText
    let app = try #require(listing.split(separator: "\n").first { $0.hasSuffix(".app") })
    let result = try Program.run([
      "check", "--policy", "Policies/org.lua", "--format", "json", folder("Payload/\(app)"),
    ])
    let json = try JSONText(result.output)
    let bundle = try #require(json["bundles"]?[0])
    // The archive gives the same result except for the path.
    let archive = "\(Self.folder)/\(name).ipa"
    let packed = try Program.run(["check", "--policy", "Policies/org.lua", "--format", "json", archive])
    #expect(
      packed.outputText.replacing("\(archive)/Payload/", with: folder("Payload/")) == result.outputText)
    #expect(packed.status == result.status)
    let statuses: [String: Int32] = ["appinfo_embedded": 2, "appinfo_ipad": 1, "appinfo_iphone": 0]
    #expect(result.status == statuses[name], "\(result.outputText)")
    // One of them contains an empty framework, which no rule of this policy is about.
    let isEmpty = name == "appinfo_embedded"
    #expect(bundle["errors"]?.elements.map { $0["code"]?.text } == (isEmpty ? ["bundle.no-info"] : []))
    let qualified =
      bundle["findings"]?.elements.filter { $0["rule"]?.text == "com.example.release/qualified-keys" } ?? []
    if name == "appinfo_ipad" {
      // The property list is binary, so there is no line.
      #expect(
        qualified.contains {
          $0["file"]?.text == "Info.plist" && $0["keyPath"]?.text == "/UISupportedInterfaceOrientations~0ipad"
            && $0["line"] == .null
        })
    }
  }

  @Test func inXMLTheLineIsRight() throws {
    let folder = try TemporaryFolder([
      "Info.plist": PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>com.example.x</string>\n\n<key>UISupportedInterfaceOrientations~ipad</key><array/>"
      )
    ])
    let result = try Program.run([
      "check", "--policy", "Policies/org.lua", "--rule", "qualified-keys", folder("Info.plist"),
    ])
    #expect(
      result.status == 1
        && folder.withoutPath(result.outputText).contains(
          "\nInfo.plist:7:1: error: UISupportedInterfaceOrientations~ipad"),
      "\(result.outputText)")
  }
}
