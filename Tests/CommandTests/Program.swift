import PolicyTestSupport
import Testing

/// Runs the built program.
enum Program {
  static let path = BuiltProgram.path
  static let packageRoot = BuiltProgram.packageRoot

  static func run(_ arguments: [String], in directory: String? = nil, environment: [String: String] = [:]) throws
    -> ChildProcess
  {
    try ChildProcess.run(path, arguments, in: directory ?? packageRoot, environment: environment)
  }
}

/// A folder with a policy, and valid and invalid applications.
func workshop(_ rules: String = #"rule "r" { summary = "s", forbid = "Bad" }"#) throws -> TemporaryFolder {
  let folder = try TemporaryFolder([
    "policy.lua": "policy \"test\" { summary = \"for a test\" }\n" + rules + "\n",
    "Good.app/Contents/Info.plist": PropertyListText.document(
      "<key>CFBundleIdentifier</key><string>com.x.good</string>"),
    "Bad.app/Contents/Info.plist": PropertyListText.document("<key>Bad</key><true/>"),
    "Malformed.app/Contents/Info.plist": PropertyListText.document("<key>Bad</key>"),
    "List.app/Contents/Info.plist": "<plist><array/></plist>", "Empty.app/Contents/Info.plist": "",
    "NoInfo.app/Contents/MacOS/NoInfo": "x", "plain/file.txt": "x",
    "Case.app/Contents/info.plist": PropertyListText.document(""),
    "Info.plist": PropertyListText.document("<key>Bad</key><true/>"), "text.txt": "no property list",
  ])
  let whole = Array(PropertyListText.document("<key>A</key><string>b</string>").utf8)
  try folder.write("Truncated.app/Contents/Info.plist", Array(whole.prefix(whole.count / 2)))
  try folder.makeDirectory("Hollow.app")
  return folder
}
