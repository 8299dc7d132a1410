@testable import PolicyObjects
import SampleFiles
import Basics
import Bundles
import FileFacts
import PolicySchema
import PolicyTestSupport
import PropertyLists
import Reports
import Testing

@testable import PolicyEngine

/// Whatever a rule can read or call can be read and called when somebody asks what rules read, or counts lines.
@Suite struct EveryReadTests {
  private static let entitlements = Array(
    "<plist version=\"1.0\"><dict><key>com.apple.security.app-sandbox</key><true/></dict></plist>".utf8)

  private static let profile = SampleProfile(
    Array(
      """
      <?xml version="1.0"?><plist version="1.0"><dict>
      <key>Name</key><string>Hello</string><key>ExpirationDate</key><date>2027-01-02T03:04:05Z</date>
      <key>DeveloperCertificates</key><array><data>\(Base64.encode(SampleCertificate().bytes))</data></array>
      <key>Entitlements</key><dict><key>get-task-allow</key><false/></dict>
      </dict></plist>
      """.utf8)
  ).bytes

  private static func app() throws -> BundleGraph {
    let object = SampleMachO {
      $0.fileType = 1
      $0.add(0x32, 2, 0xC_0000, 0, 0)
      $0.symbols = .init(exports: ["_a"], imports: ["_malloc"])
    }.bytes
    let program = SampleMachO {
      $0.add(0x2C, 0, 0, 0, 0)
      $0.segments = [.init("__TEXT", [.init("__cstring", strings: ["text"])])]
      $0.add(0x32, 1, 0xE_0000, 0xF_0201, 1, 3, 0x45B_0703)
      $0.add(library: "/usr/lib/libSystem.B.dylib")
      $0.add(library: "@executable_path/libb.dylib")
      $0.objectiveC = .init(classes: ["Main"], selectors: ["run:"])
      $0.symbols = .init(imports: ["_OBJC_CLASS_$_NSObject"])
    }.signed(
      with: SampleSignature {
        ($0.identifier, $0.isCertified, $0.entitlements) = ("com.x.app", true, entitlements)
        $0.message =
          SampleProfile([]) {
            ($0.hasContent, $0.certificate) = (false, SampleCertificate())
            ($0.signingTime, $0.timestamp) = ("20260101000000Z", "20260101000000Z")
          }.bytes
      })
    var catalog = SampleCatalog()
    catalog.assets = [
      ("AppIcon", [SampleCatalog.Image { ($0.width, $0.height, $0.file) = (60, 60, "a.png") }]),
      ("Picture", [SampleCatalog.Image { $0.file = "b.png" }]),
    ]
    var seal = SampleSeal()
    seal.entries = [
      ("Resources/a.txt", .file(SignatureHash.sha256.hash(of: Array("a".utf8)), isOptional: false)),
      ("MacOS/tool", .nested(cdhash: [0], requirement: "always")),
    ]
    let png = SamplePNG { ($0.width, $0.height) = (512, 512) }.bytes
    return try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(
          """
          <key>CFBundleIdentifier</key><string>com.x.app</string><key>CFBundleExecutable</key><string>App</string>
          <key>CFBundleName</key><string>App</string><key>CFBundleVersion</key><string>2</string>
          <key>CFBundleShortVersionString</key><string>2.0</string><key>CFBundleIconFile</key><string>a</string>
          <key>CFBundleName~ipad</key><string>Pad</string><key>CFBundleURLTypes</key><array><string>x</string></array>
          <key>Date</key><date>2020-01-01T00:00:00Z</date><key>Data</key><data>AAAA</data><key>Own</key><string/>
          """),
        "Contents/MacOS/App": .file(program, mode: 0o755), "Contents/MacOS/tool": .file(object, mode: 0o755),
        "Contents/Resources/a.png": .file(png), "Contents/Resources/a.txt": .text("a"),
        "Contents/Resources/a.icns": .file(SampleIcons.family([("ic09", png)])),
        "Contents/Resources/Assets.car": .file(catalog.bytes), "Contents/Resources/a.json": .text("{\"a\": [null]}"),
        "Contents/Resources/libx.a": .file(SampleArchive.bytes([("a.o", object)])),
        "Contents/Resources/a.ttf": .file(SampleFont { $0.names = [(1, "Sans")] }.bytes),
        "Contents/Resources/bad.plist": .text("<plist>"), "Contents/Resources/link": .link("a.txt"),
        "Contents/Resources/A.TXT": .text("a"), "Contents/Resources/Stray/In.app/Contents/Info.plist": .info(""),
        "Contents/Resources/en.lproj/InfoPlist.strings": .text("CFBundleName = \"App\";"),
        "Contents/embedded.provisionprofile": .file(profile),
        "Contents/_CodeSignature/CodeResources": .text(seal.text),
        "Contents/PlugIns/In.appex/Contents/Info.plist": .info(
          "<key>CFBundleIdentifier</key><string>com.x.app.in</string><key>CFBundleVersion</key><string>2</string>"),
      ]
    ).inside(
      BundleContainer(
        storage: try MemoryStorage([("App.app", .directory), ("README", .text("x"))]), product: "App.app",
        displayPath: "App.zip"))
  }

  private static func earlier() throws -> [BundleGraph] {
    [
      try .fixture(
        "App.app",
        [
          "Contents/Info.plist": .info(
            """
            <key>CFBundleIdentifier</key><string>com.x.app</string><key>CFBundleName</key><string>App</string>
            <key>CFBundleVersion</key><string>1</string>
            """),
          "Contents/PlugIns/In.appex/Contents/Info.plist": .info(
            "<key>CFBundleIdentifier</key><string>com.x.app.in</string><key>CFBundleVersion</key><string>1</string>"),
        ])
    ]
  }

  /// Evaluates each rule by itself, on bundles of which nothing has been read.
  private static func reports(_ rules: String, fuel: UInt64 = 50_000_000) throws -> [BundleReport] {
    let run = try PolicyRun(rules)
    var loading = PolicyProgram.Options(policies: [run.folder("policy.lua")])
    loading.coversLines = true
    loading.fuel = fuel
    loading.limits.seconds = 600
    let program = try PolicyProgram(loading)
    let (app, earlier, day) = (try app(), try earlier(), try #require(CalendarDate("2026-06-15")))
    return program.rules.map { rule in
      var options = Check.Options(asOf: day, previous: earlier, rules: [rule.id])
      options.explains = true
      var check = Check(program, options)
      check.run(on: app, path: app.displayPath)
      return check.report().bundles[0]
    }
  }

  private static func rule(_ name: String, _ body: String) -> String {
    """
    rule "\(name)" { summary = "s", applies = { nested = false }, check = function(bundle, report)
    \(body)
    end }

    """
  }

  @Test func everyFunction() throws {
    let names = (HostFunction.ofObjects + HostFunction.ofLibraries).compactMap { function -> String? in
      switch function.home {
      case .global: nil
      case .library("fixture"), .object(.fixture), .object(.acrossReport): nil
      case .library(let library): "\(library).\(function.name)"
      case .object(.shape):
        (HostFunction.textFunctions.contains { $0.name == function.name } ? "text." : "uuid.") + function.name
      case .object(.report): "report.\(function.name)"
      case .object(.machOSlice): "bundle.executable_file.mach_o.slices[1].\(function.name)"
      case .object(.file): "bundle.executable_file.\(function.name)"
      case .object(.history): "inner.history.\(function.name)"
      case .object(let kind): "\(kind).\(function.name)"
      }
    }
    #expect(names.count > 45 && names.contains("inner.history.highest") && names.contains("plist.find"))
    let rules = names.enumerated().map { number, name in
      Self.rule(
        "r\(number)",
        """
        local inner = bundle.bundles[1]
        local old, oldest = bundle.previous[1], inner.history
        for _, first in ipairs { inner, inner.history, bundle.history, old, bundle, report, "CFBundleVersion" } do
          for _, second in ipairs { "CFBundleVersion", "Contents/Info.plist", "/CFBundleURLTypes/*", inner, "en", "InfoPlist", "**" } do
            pcall(\(name), first, second)
            pcall(\(name), first, second, "CFBundleVersion", "m")
          end
        end
        for _, first in ipairs { inner, old, bundle } do
          for _, second in ipairs { "CFBundleVersion", "/CFBundleURLTypes/*", "a" } do
            pcall(\(name), first.info, second)
            pcall(\(name), first, first.info, second)
          end
        end
        report("done", { discriminator = "done" })
        """)
    }
    for (name, report) in zip(names, try Self.reports(rules.joined())) {
      // A report that fails is an error, even if the policy catches it.
      if !name.hasPrefix("report.") {
        #expect(report.errors.isEmpty, "\(name): \(report.errors)")
        #expect(report.findings.contains { $0.message == "done" }, "\(name)")
      }
      #expect(report.rules[0].explanations?.isEmpty == false, "\(name)")
    }
  }

  /// Reads that no value here causes, each with its reason.
  private static let exceptions: Set<String> = [
    // Across rules: see AcrossClauseTests.
    "CollectedBundle", "AcrossReport",
    // Keyed archives alone have them: see PolicyHostTests.
    "UID",
    // See PropertyListLibraryTests and PolicyHostSealTests.
    "Diagnostic", "Requirement",
  ]

  @Test func everyField() throws {
    let classes = PolicyLanguage.ofPolicies.classes.filter { $0.role == .object || $0.role == .record }
    let table = classes.map { each in
      let fields = each.fields.map { field in
        "{ \"\(field.name)\", \"\(field.type.replacing("\"", with: ""))\" }"
      }
      let index = each.index.map { "index = \"\($0.value)\", " } ?? ""
      return "[\"\(each.name)\"] = { \(index)\(fields.joined(separator: ", ")) }"
    }
    let body = """
      local classes = { \(table.joined(separator: ",\n")) }
      local seen, done = {}, {}
      local visit
      local function visit_all(list, kind, depth)
        local count = 0
        for _, value in pairs(list) do
          count = count + 1
          if count > 40 then return end
          visit(value, kind, depth)
        end
      end
      function visit(value, kind, depth)
        kind = kind:gsub("%?$", "")
        if depth > 12 or type(value) ~= "userdata" and type(value) ~= "table" then return end
        if type(value) == "userdata" then
          if seen[value] then return end
          seen[value] = true
          local _ = tostring(value), value == bundle
          pcall(function() return #value end)
        end
        local element = kind:match("^(.+)%[%]$") or kind:match("^table<[^,]+, *(.+)>$")
        local class = classes[kind]
        if class then
          for _, field in ipairs(class) do
            local is_read, inner = pcall(function() return value[field[1]] end)
            if is_read then
              done[kind .. "." .. field[1]] = true
              visit(inner, field[2], depth + 1)
            end
          end
        end
        pcall(visit_all, value, element or class and class.index or "any", depth + 1)
      end
      VISITS
      local missing = {}
      for name, class in pairs(classes) do
        for _, field in ipairs(class) do
          if not done[name .. "." .. field[1]] then missing[#missing + 1] = name .. "." .. field[1] end
        end
      end
      report(table.concat(missing, " "), { discriminator = "missing" })
      """
    let visits = """
      visit(bundle.info.Data, "Data", 1)
      visit(bundle, "Bundle", 1)
      for _, file in ipairs(bundles.files(bundle)) do visit(file, "File", 1) end
      visit(bundle.info.Date, "Date", 1)
      visit(as_of, "\(PolicyHost.daySchema.definition.name)", 1)
      visit(version.parse("1.0"), "Version", 1)
      visit(keys.CFBundleURLTypes, "Key", 1)
      visit(keys.split("A~ipad"), "KeyParts", 1)
      visit(bundles.twins(bundle), "Twin[]", 1)
      visit(plist.find(bundle.info, "/*"), "Found[]", 1)
      visit(keys.departures(bundle.info), "Departure[]", 1)
      visit(bundles.strings(bundle, "InfoPlist", "en"), "table<string, Entry>", 1)
      visit(bundles.localized_info(bundle, "en"), "table<string, LocalizedEntry>", 1)
      visit(plist.variants(bundle.info, "CFBundleName"), "Variant[]", 1)
      visit(plist.place(bundle.info), "Place", 1)
      visit(plist.diagnostics(bundle.info), "Diagnostic[]", 1)
      visit(bundles.problem(bundle, "Contents/Resources/bad.plist"), "Problem", 1)
      visit(bundles.info_strings(bundle), "LocalizedText[]", 1)
      visit(bundles.code(bundle), "CodeFile[]", 1)
      visit(bundles.components(bundle), "Component[]", 1)
      visit(bundle.files["Contents/Resources/a.txt"]:find { "a" }, "Match[]", 1)
      """
    let rule = Self.rule("r", body.replacing("VISITS", with: visits))
    let report = try Self.reports(rule, fuel: 1_000_000_000)[0]
    #expect(report.errors.isEmpty, "\(report.errors)")
    let missing = report.findings.first?.message.split(separator: " ").map(String.init) ?? ["nothing was read"]
    let unexpected = missing.filter { name in
      !Self.exceptions.contains(String(name.prefix { $0 != "." }))
    }
    #expect(unexpected.isEmpty, "\(unexpected)")
  }
}
