/// A Mach-O file of a described bundle: a header and load commands without code, which is what a check looks at.
///
/// Numbers are those of Apple's `mach-o/fat.h`, `mach-o/loader.h` and `mach/machine.h`.
struct MachOContent {
  /// What code is described for.
  enum Architecture: String, CaseIterable {
    case arm64, arm64e, i386, armv7
    case intel = "x86_64"

    fileprivate var cpu: (type: UInt32, subtype: UInt32) {
      switch self {
      case .arm64: (0x0100_000C, 0)
      case .arm64e: (0x0100_000C, 2)
      case .intel: (0x0100_0007, 3)
      case .i386: (0x7, 3)
      case .armv7: (0xC, 9)
      }
    }

    fileprivate var is64Bit: Bool { cpu.type & 0x0100_0000 != 0 }
  }

  /// What it is built for; those of `LC_BUILD_VERSION`.
  enum Platform: String, CaseIterable {
    case macos, ios, tvos, watchos, catalyst, visionos
    case iosSimulator = "ios-simulator"
    case tvosSimulator = "tvos-simulator"
    case watchosSimulator = "watchos-simulator"
    case visionosSimulator = "visionos-simulator"

    fileprivate var number: UInt32 {
      switch self {
      case .macos: 1
      case .ios: 2
      case .tvos: 3
      case .watchos: 4
      case .catalyst: 6
      case .iosSimulator: 7
      case .tvosSimulator: 8
      case .watchosSimulator: 9
      case .visionos: 11
      case .visionosSimulator: 12
      }
    }
  }

  /// What kind of code it is.
  enum FileType: String, CaseIterable {
    case execute, dylib, bundle

    fileprivate var number: UInt32 {
      switch self {
      case .execute: 2
      case .dylib: 6
      case .bundle: 8
      }
    }
  }

  /// A slice for each; one makes a file without a table of slices.
  var architectures: [Architecture] = [.arm64, .intel]
  var platform = Platform.macos
  /// Parts of a version, each below 65,536, 256 and 256.
  var minimumOS: (UInt32, UInt32, UInt32) = (13, 0, 0)
  var fileType = FileType.execute
  /// Paths, as load commands name them.
  var libraries = ["/usr/lib/libSystem.B.dylib"]
  var rpaths: [String] = []
  var isPIE = true

  /// The file.
  var bytes: [UInt8] {
    let slices = architectures.map { ($0, slice($0)) }
    guard slices.count > 1 else { return slices.first?.1 ?? [] }
    var file = NumberBytes(isBigEndian: true)
    file.add(0xCAFE_BABE, UInt32(clamping: slices.count))
    var offset = 8 + slices.count * 20
    for (architecture, content) in slices {
      file.add(architecture.cpu.type, architecture.cpu.subtype, UInt32(clamping: offset))
      file.add(UInt32(clamping: content.count), 2)
      offset += content.count
    }
    return slices.reduce(file.bytes) { $0 + $1.1 }
  }

  private func slice(_ architecture: Architecture) -> [UInt8] {
    var commands = NumberBytes(isBigEndian: false)
    let (major, minor, patch) = minimumOS
    let version = major << 16 | minor << 8 | patch
    commands.add(0x32, 24, platform.number, version, version, 0)
    for library in libraries {
      Self.add(0xC, [24, 2, 0x1_0000, 0x1_0000], library, to: &commands)
    }
    for rpath in rpaths { Self.add(0x8000_001C, [12], rpath, to: &commands) }
    var file = NumberBytes(isBigEndian: false)
    file.add(architecture.is64Bit ? 0xFEED_FACF : 0xFEED_FACE, architecture.cpu.type, architecture.cpu.subtype)
    file.add(fileType.number, UInt32(clamping: 1 + libraries.count + rpaths.count))
    file.add(UInt32(clamping: commands.bytes.count), isPIE ? 0x20_0085 : 0x85)
    if architecture.is64Bit { file.add(0) }
    return file.bytes + commands.bytes
  }

  /// A load command that ends in text, the first of its numbers being where the text starts.
  private static func add(_ command: UInt32, _ numbers: [UInt32], _ text: String, to commands: inout NumberBytes) {
    var body = NumberBytes(isBigEndian: false)
    for number in numbers { body.add(number) }
    body.bytes += Array(text.utf8) + [0]
    while body.bytes.count % 8 != 0 { body.bytes.append(0) }
    commands.add(command, UInt32(clamping: body.bytes.count + 8))
    commands.bytes += body.bytes
  }
}

/// Numbers of four bytes, one after the other.
struct NumberBytes {
  var bytes: [UInt8] = []
  let isBigEndian: Bool

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  mutating func add(_ numbers: UInt32...) {
    for number in numbers { withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 } }
  }
}
