import SampleFiles
import Basics
import FileFacts
import PolicyTestSupport
import Testing

/// `inspect` on files other than property lists, and on fields.
@Suite struct InspectFactsTests {
  private static let executable = "Examples/Hello.app/Contents/MacOS/Hello"

  private func inspect(_ line: String, in folder: String? = nil) throws -> ChildProcess {
    try Program.run(["inspect"] + line.split(separator: " ").map(String.init), in: folder)
  }

  @Test(arguments: [
    ("--path /mach_o/slices/0/platform --format json \(executable)", "\"macos\"\n"),
    (
      "--file Contents/MacOS/Hello --path /mach_o/slices/0/libraries/0/name --format json Examples/Hello.app",
      "\"/usr/lib/libSystem.B.dylib\"\n"
    ),
    ("--field size --format json \(executable)", "33440\n"),
    ("--field identifier --format json Examples/Hello.app", "\"com.example.Hello\"\n"),
    ("--field parent --format json Examples/Hello.app", "null\n"),
    ("--path /mach_o/slices/0/imports --format json \(executable)", "[\n  \"_puts\"\n]\n"),
    ("--file Contents/Info.plist --path /CFBundleVersion --format json Examples/Hello.app", "\"42\"\n"),
    ("--field info --path /CFBundleVersion --format json Examples/Hello.app", "\"42\"\n"),
  ])
  func oneFact(_ line: String, _ output: String) throws {
    let result = try inspect(line)
    #expect(result.outputText == output, "\(result.errorText)")
    #expect(result.status == 0)
  }

  @Test func tree() throws {
    let result = try inspect(Self.executable)
    #expect(result.status == 0)
    for line in [
      "Examples/Hello.app/Contents/MacOS/Hello\n", "  mode = 0o755\n", "    architectures = \"arm64\"\n",
      "        flags = \"noundefs\", \"dyldlink\", \"twolevel\", \"pie\"\n", "        imports = \"_puts\"\n",
    ] { #expect(result.outputText.contains(line), "\(line)") }
    // Only here, empty lists are left out.
    #expect(!result.outputText.contains("rpaths"))
    #expect(try inspect("--format json \(Self.executable)").outputText.contains("\"rpaths\": []"))
  }

  @Test func catalog() throws {
    let folder = try TemporaryFolder()
    var catalog = SampleCatalog()
    catalog.assets = [("AppIcon", [.init()])]
    try folder.write("Assets.car", catalog.bytes)
    let result = try inspect("--path /catalog/names --format json Assets.car", in: folder.path)
    #expect(result.outputText == "[\n  \"AppIcon\"\n]\n", "\(result.errorText)")
  }

  @Test func archive() throws {
    let folder = try TemporaryFolder([
      "Payload/A.app/Info.plist": PropertyListText.document("<key>K</key><string>v</string>")
    ])
    _ = try ChildProcess.run(
      "/usr/bin/env", ["cp", "\(Program.packageRoot)/\(Self.executable)", "Payload/A.app/A"], in: folder.path)
    _ = try ChildProcess.run("/usr/bin/env", ["tar", "-cf", "A.tar", "Payload"], in: folder.path)
    let result = try inspect("--file A --path /mach_o/architectures/0 --format json A.tar", in: folder.path)
    #expect(result.outputText == "\"arm64\"\n", "\(result.errorText)")
  }

  @Test(
    arguments: [
      ("--path /mach_o/slices/1 \(executable)", 2, "there is nothing at /mach_o/slices/1\n"),
      ("--path /mach_o/slice \(executable)", 2, "there is nothing at /mach_o/slice; did you mean /mach_o/slices?\n"),
      ("--field identifer Examples/Hello.app", 2, "there is no field 'identifer'; did you mean 'identifier'?\n"),
      ("--file Contents/None Examples/Hello.app", 2, "Contents/None"),
      ("--file ../secret Examples/Hello.app", 2, "../secret"),
      ("--file Contents/None Examples/Hello.app/Contents/Info.plist", 64, "--file Contents/None needs a bundle"),
      ("--file a --stats Examples/Hello.app", 64, "--file cannot be combined with --stats"),
      ("--field a --resolve macos Examples/Hello.app", 64, "--field cannot be combined with --resolve"),
      ("--file a --language fr Examples/Hello.app", 64, "--file cannot be combined with --language"),
    ] as [(String, Int32, String)])
  func refused(_ line: String, _ status: Int32, _ error: String) throws {
    let result = try inspect(line)
    #expect(result.status == status)
    #expect(result.output.isEmpty)
    #expect(result.errorText.contains(error), "\(result.errorText)")
  }

  /// Signatures are verified against the surrounding bundle, by whichever path the code is named.
  @Test func theBundleAroundCode() throws {
    let info = PropertyListText.document("<key>CFBundleExecutable</key><string>A</string>")
    let folder = try TemporaryFolder(["A.app/Contents/Info.plist": info])
    let code = SampleMachO().signed(
      with: SampleSignature { $0.partHashes = [1: SignatureHash.sha256.hash(of: Array(info.utf8))] })
    try folder.write("A.app/Contents/MacOS/A", code)
    try folder.write("alone", code)
    let line = "--path /mach_o/slices/0/signature/parts/0/state --format json"
    #expect(try inspect("\(line) A.app/Contents/MacOS/A", in: folder.path).outputText == "\"same\"\n")
    #expect(try inspect("\(line) A", in: folder("A.app/Contents/MacOS")).outputText == "\"same\"\n")
    #expect(try inspect("\(line) alone", in: folder.path).outputText == "\"missing\"\n")
  }

  /// The readable parts of damaged code are shown, with exit status 2.
  @Test func damaged() throws {
    let folder = try TemporaryFolder()
    try folder.write("code", [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1])
    let result = try inspect("--format json code", in: folder.path)
    #expect(result.status == 2)
    #expect(result.outputText.contains("\"$problem\": \""))
    #expect(result.errorText.hasPrefix("code: error: "), "\(result.errorText)")
  }
}
