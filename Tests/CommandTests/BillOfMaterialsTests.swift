import Basics
import PolicyTestSupport
import PropertyLists
import SampleFiles
import StructuredText
import Testing

/// `inspect --format cyclonedx` and `spdx`, and `bundles.components`. Scripts/tests/bills validates documents against the schemas.
@Suite struct BillOfMaterialsTests {
  /// An app whose executable contains OpenSSL and AFNetworking, with a framework that it links to, a library and licenses.
  private static func folder() throws -> TemporaryFolder {
    let mit =
      "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated\n"
      + "documentation files. The above copyright notice shall be included in all copies."
    let pane =
      "<key>PreferenceSpecifiers</key><array><dict><key>Title</key><string>Gadget</string><key>FooterText</key><string>\(mit)</string></dict></array>"
    let folder = try TemporaryFolder([
      "App.app/Info.plist": info("com.x.app", "App"), "App.app/LICENSE.txt": mit,
      "App.app/Frameworks/Kit.framework/Info.plist": info("com.x.kit", "Kit"),
      "App.app/Frameworks/Kit.framework/COPYING": "all rights reserved",
      "App.app/Settings.bundle/Acknowledgements.plist": PropertyListText.document(pane),
      "App.app/Settings.bundle/Root.plist": PropertyListText.document("<key>PreferenceSpecifiers</key><array/>"),
    ])
    try folder.write(
      "App.app/App",
      SampleMachO {
        $0.add(library: "@executable_path/Frameworks/Kit.framework/Kit")
        $0.segments = [
          .init("__TEXT", [.init("__cstring", strings: ["OpenSSL 3.0.12 24 Oct 2023", "OPENSSLDIR: \"/usr\""])])
        ]
        $0.objectiveC = .init(classes: ["AFURLSessionManager", "AFHTTPSessionManager"])
      }.bytes)
    for (path, name) in [("Frameworks/Kit.framework/Kit", "Kit"), ("Frameworks/libpng16.dylib", "png")] {
      try folder.write(
        "App.app/\(path)",
        SampleMachO {
          $0.fileType = 6
          $0.add(0xD, [24, 2, 0x1_0203, 0x1_0000], text: "@rpath/\(name)")
        }.bytes)
    }
    return folder
  }

  private static func info(_ identifier: String, _ executable: String) -> String {
    PropertyListText.document(
      "<key>CFBundleIdentifier</key><string>\(identifier)</string><key>CFBundleExecutable</key><string>\(executable)</string>"
        + "<key>CFBundleShortVersionString</key><string>1.5</string><key>CFBundleVersion</key><string>7</string>")
  }

  private static func inspect(_ format: String, _ folder: TemporaryFolder, epoch: String? = nil) throws -> String {
    let result = try Program.run(
      ["inspect", "--format", format, "App.app"], in: folder.path,
      environment: epoch.map { ["SOURCE_DATE_EPOCH": $0] } ?? [:])
    #expect(result.status == 0, "\(result.errorText)")
    return result.outputText
  }

  @Test func components() throws {
    let folder = try Self.folder()
    try folder.write(
      "policy.lua",
      """
      policy "test" { summary = "s" }
      rule "r" { summary = "s", severity = "note", applies = { kind = "application" }, check = function(bundle, report)
        for _, part in ipairs(bundles.components(bundle)) do
          report("%s|%s|%s|%s|%s|%s", part.path, part.kind, part.name, part.version, part.sdk, part.install_name)
        end
        local works, message = pcall(bundles.components, 1)
        report("%s|%s", works, message)
      end }
      """)
    let text = try Program.run(["check", "--policy", "policy.lua", "App.app"], in: folder.path).outputText
    for line in [
      ".|application|App|1.5|nil|nil", ".|linked|AFNetworking|nil|AFNetworking|nil",
      ".|linked|OpenSSL|3.0.12|OpenSSL|nil",
      "Frameworks/Kit.framework|framework|Kit|1.5|nil|@rpath/Kit",
      // The version of a known library is the one that its code states, not the linker's.
      "Frameworks/libpng16.dylib|library|libpng16|nil|libpng|@rpath/png", "false|",
      "bundles.components(bundle) needs a bundle, found integer",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
    #expect(text.contains("PASS: 6 notes"))
  }

  @Test func cyclonedx() throws {
    let folder = try Self.folder()
    let text = try Self.inspect("cyclonedx", folder)
    let list = try JSONReader.propertyList(Array(text.utf8), file: "bom.json")
    func value(_ pointer: String) -> String? {
      var node: PropertyList.Node? = list.root
      for token in pointer.split(separator: "/").map(String.init) {
        node = node.flatMap { node in
          Int(token).flatMap { list.element(of: node, at: $0) } ?? list.value(of: node, forKey: token)
        }
      }
      return node.flatMap { list.string(of: $0) }
    }
    #expect(value("specVersion") == "1.6" && value("metadata/component/version") == "1.5")
    #expect(value("metadata/component/evidence/licenses/0/license/id") == "MIT")
    #expect(value("metadata/timestamp") == nil)
    #expect(
      (0...4).map { value("components/\($0)/bom-ref") } == [
        ".#AFNetworking", ".#OpenSSL", "Frameworks/Kit.framework", "Frameworks/libpng16.dylib", "acknowledged:Gadget",
      ])
    #expect(value("components/1/cpe") == "cpe:2.3:a:openssl:openssl:3.0.12:*:*:*:*:*:*:*")
    #expect(
      value("components/2/evidence/licenses/0/license/name") == "unrecognized, see Frameworks/Kit.framework/COPYING")
    #expect(value("components/4/evidence/licenses/0/license/id") == "MIT")
    #expect(
      (0...2).map { value("dependencies/0/dependsOn/\($0)") } == [
        ".#AFNetworking", ".#OpenSSL", "Frameworks/Kit.framework",
      ])
    let serial = try #require(value("serialNumber"))
    #expect(serial.hasPrefix("urn:uuid:") && serial.utf8.count == 45 && !serial.contains("00000000-0000"))
    // The same bytes each time; another serial for another version.
    #expect(try Self.inspect("cyclonedx", folder) == text)
    try folder.write("App.app/Info.plist", Self.info("com.x.app", "App").replacing("1.5", with: "1.6"))
    #expect(!(try Self.inspect("cyclonedx", folder)).contains(serial))
  }

  @Test func spdx() throws {
    let folder = try Self.folder()
    let text = try Self.inspect("spdx", folder)
    for part in [
      "\"spdxVersion\": \"SPDX-2.3\"", "\"created\": \"1970-01-01T00:00:00Z\"", "\"relationshipType\": \"STATIC_LINK\"",
      "\"relatedSpdxElement\": \"SPDXRef-Frameworks-Kit.framework\"",
      "\"licenseComments\": \"found in the bundle: MIT\"",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(try Self.inspect("spdx", folder, epoch: "1700000000").contains("\"created\": \"2023-11-14T22:13:20Z\""))
    #expect(
      try Self.inspect("cyclonedx", folder, epoch: "1700000000").contains("\"timestamp\": \"2023-11-14T22:13:20Z\""))
  }

  @Test(arguments: [
    ("--format spdx --stats App.app", 64 as Int32, "describes the whole bundle and cannot be combined"),
    ("--format cyclonedx App.app/Info.plist", 64, "needs a bundle or archive, but App.app/Info.plist is a file"),
    ("--format cyclonedx Gone.app", 2, ""),
  ])
  func refusals(_ line: String, _ status: Int32, _ message: String) throws {
    let folder = try Self.folder()
    let result = try Program.run(["inspect"] + line.split(separator: " ").map(String.init), in: folder.path)
    #expect(result.status == status && result.errorText.contains(message), "\(result.status) \(result.errorText)")
  }

  /// The folder of `--symbols` is searched for the UUIDs of the app.
  @Test func symbols() throws {
    let folder = try Self.folder()
    let uuid = [UInt8](repeating: 0x11, count: 16)
    func code(_ type: UInt32) -> [UInt8] {
      SampleMachO {
        $0.fileType = type
        $0.commands.append((0x1B, uuid))
      }.bytes
    }
    try folder.write("App.app/App", code(2))
    try folder.write("symbols/App.app.dSYM/Contents/Resources/DWARF/App", code(10))
    try folder.write(
      "other/App.app.dSYM/Contents/Resources/DWARF/App",
      SampleMachO {
        $0.fileType = 10; $0.commands.append((0x1B, [UInt8](repeating: 1, count: 16)))
      }.bytes)
    try folder.write("empty/a", "x")
    func check(_ symbols: String?) throws -> ChildProcess {
      try Program.run(
        ["check", "--policy", "apple.debug-symbols", "--rule", "debug-symbols-complete", "--allow-empty"]
          + (symbols.map { ["--symbols", $0] } ?? []) + ["App.app"], in: folder.path)
    }
    #expect(try check("symbols").outputText.contains("PASS: no findings"))
    let missing = try check("other").outputText
    #expect(
      missing.contains(
        "App.app/App: warning: there are no debug symbols for this code (arm64 11111111-1111-1111-1111-111111111111)"),
      "\(missing)")
    #expect(try check("empty").errorText.contains("no debug symbols in this folder"))
    #expect(try check("gone").status == 2)
    #expect(try check(nil).status == 0)
  }
}
