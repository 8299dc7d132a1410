/// Names of architectures, as `lipo` and compilers call them.
enum MachOArchitecture {
  /// The subtype without the bits that tell capabilities (`CPU_SUBTYPE_MASK`).
  static func subtype(_ raw: UInt32) -> UInt32 { raw & 0x00FF_FFFF }

  /// `arm64e`, `x86_64`…; `cpu_TYPE_SUBTYPE` for one that has no name here.
  static func name(type: UInt32, subtype raw: UInt32) -> String {
    let subtype = subtype(raw)
    let name: String? =
      switch type {
      case 0x0000_0007: subtype == 4 ? "i486" : "i386"
      case 0x0100_0007: subtype == 8 ? "x86_64h" : subtype == 3 ? "x86_64" : nil
      case 0x0000_000C: arm[subtype]
      case 0x0100_000C: [0: "arm64", 1: "arm64v8", 2: "arm64e"][subtype]
      case 0x0200_000C: subtype <= 1 ? "arm64_32" : nil
      case 0x0000_0012: powerPC[subtype]
      case 0x0100_0012: subtype == 0 ? "ppc64" : subtype == 100 ? "ppc970-64" : nil
      default: nil
      }
    return name ?? "cpu_\(type)_\(subtype)"
  }

  private static let arm: [UInt32: String] = [
    0: "arm", 5: "armv4t", 6: "armv6", 7: "armv5", 8: "xscale", 9: "armv7", 10: "armv7f", 11: "armv7s", 12: "armv7k",
    13: "armv8", 14: "armv6m", 15: "armv7m", 16: "armv7em",
  ]

  private static let powerPC: [UInt32: String] = [
    0: "ppc", 1: "ppc601", 3: "ppc603", 4: "ppc603e", 5: "ppc603ev", 6: "ppc604", 7: "ppc604e", 9: "ppc750",
    10: "ppc7400", 11: "ppc7450", 100: "ppc970",
  ]
}
