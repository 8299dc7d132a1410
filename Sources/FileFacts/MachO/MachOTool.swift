enum MachOTool {
  private static let names: [UInt32: String] = [
    1: "clang", 2: "swift", 3: "ld", 4: "lld", 1024: "metal", 1025: "airlld", 1026: "airnt", 1027: "airnt-plugin",
    1028: "airpack", 1031: "gpuarchiver", 1032: "metal-framework",
  ]

  /// The name, or `tool-NUMBER` if it is unknown.
  static func name(_ number: UInt32) -> String { names[number] ?? "tool-\(number)" }
}
