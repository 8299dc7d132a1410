/// The load commands that are looked at (`LC_…` in `mach-o/loader.h`).
enum LoadCommand {
  static let segment: UInt32 = 0x1
  static let loadDylib: UInt32 = 0xC
  static let idDylib: UInt32 = 0xD
  static let segment64: UInt32 = 0x19
  static let uuid: UInt32 = 0x1B
  static let codeSignature: UInt32 = 0x1D
  static let lazyLoadDylib: UInt32 = 0x20
  static let encryptionInfo: UInt32 = 0x21
  static let versionMinMacOS: UInt32 = 0x24
  static let versionMinIOS: UInt32 = 0x25
  static let encryptionInfo64: UInt32 = 0x2C
  static let versionMinTVOS: UInt32 = 0x2F
  static let versionMinWatchOS: UInt32 = 0x30
  static let buildVersion: UInt32 = 0x32
  static let loadWeakDylib: UInt32 = 0x8000_0018
  static let runPath: UInt32 = 0x8000_001C
  static let reexportDylib: UInt32 = 0x8000_001F
  static let loadUpwardDylib: UInt32 = 0x8000_0023

  /// In place of the time stamp, of a command that ends its fields with flags (`DYLIB_USE_MARKER`).
  static let useMarker: UInt32 = 0x1A74_1800

  /// `DYLIB_USE_…`
  enum Use {
    static let weakLink: UInt32 = 1
    static let reexport: UInt32 = 2
    static let upward: UInt32 = 4
    static let delayedInit: UInt32 = 8
  }
}
