import CheckerPlugIns
import PolicyTestSupport

/// A checker bundle for a test: its Info.plist, put together of parts that may be wrong.
struct CheckerSample {
  var name: String
  var identifier: String
  /// Functions by the UUIDs of factories, in this order.
  var factories: [(uuid: String, function: String)]
  /// More content for the dictionary.
  var more = ""
  var library: [UInt8]

  static let type = "2BCAC4B1-A261-403E-91BC-194CB31A07FF"

  /// The UUID of the factory with this number.
  static func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "00000000-0000-0000-1111-" + String(repeating: "0", count: 12 - digits.utf8.count) + digits
  }

  /// One that registers one factory statically.
  init(_ name: String, _ identifier: String, _ function: String, uuid number: Int = 1, library: [UInt8]) {
    self.name = name
    self.identifier = identifier
    self.library = library
    factories = [(Self.uuid(number), function)]
  }

  /// One that registers what its register function does.
  init(_ name: String, _ identifier: String, registering function: String?, library: [UInt8]) {
    self.name = name
    self.identifier = identifier
    self.library = library
    factories = []
    more = "<key>CFPlugInDynamicRegistration</key><string>YES</string>"
    if let function { more += "<key>CFPlugInDynamicRegisterFunction</key><string>\(function)</string>" }
  }

  var info: String {
    var content = PropertyListText.strings([
      "CFBundleIdentifier": identifier, "CFBundleExecutable": name, "CFBundlePackageType": "BNDL",
    ])
    if !factories.isEmpty {
      content += "<key>CFPlugInFactories</key><dict>"
      for (uuid, function) in factories { content += "<key>\(uuid)</key><string>\(function)</string>" }
      content += "</dict><key>CFPlugInTypes</key><dict><key>\(Self.type)</key><array>"
      for (uuid, _) in factories { content += "<string>\(uuid)</string>" }
      content += "</array></dict>"
    }
    return PropertyListText.document(content + more)
  }

  /// The path of a checker's code in its bundle.
  static func codePath(_ name: String) -> String {
    #if os(macOS)
      "Contents/MacOS/\(name)"
    #else
      "Contents/Linux/lib\(name).so"
    #endif
  }

  /// Writes it; returns its path in the folder.
  @discardableResult func write(to folder: TemporaryFolder, in directory: String = "Plugins") throws -> String {
    let path = "\(directory)/\(name).checker"
    try folder.write("\(path)/Contents/Info.plist", info)
    try folder.write("\(path)/\(Self.codePath(name))", library, mode: 0o755)
    return folder(path)
  }

  /// The checker that goes wrong as its option says.
  static func fault() throws -> CheckerSample {
    CheckerSample("Fault", "com.example.fault", "FaultFactory", library: try CheckerCompiler.library("faults.c"))
  }

  /// A checker that reports the state of its process; if `beside`, it is the second in its bundle.
  static func state(beside: Bool = false) throws -> CheckerSample {
    var sample = CheckerSample(
      "State", "com.example.state", "StateFactory", uuid: 3, library: try CheckerCompiler.library("faults.c"))
    if beside {
      sample.identifier = "com.example"
      sample.factories.append((uuid(4), "FaultFactory"))
    }
    return sample
  }

  /// One that reports `good`.
  static func good() throws -> CheckerSample {
    CheckerSample("Good", "com.example.good", "GoodFactory", uuid: 2, library: try CheckerCompiler.library("faults.c"))
  }
}
