/// The purpose of code, by its type.
package enum CodeRole: String, CaseIterable, Sendable {
  /// The executable of the bundle.
  case main
  /// Another program.
  case program
  case library
  /// Code that a program loads (`MH_BUNDLE`).
  case plugIn = "plug_in"
  case object
  /// A static library.
  case archive
  /// Debug symbols.
  case debugSymbols = "debug_symbols"
  /// Other code, or code that cannot be read.
  case other

  package init(_ slices: [MachOSlice]) {
    switch slices.first?.fileType {
    case "execute": self = .program
    case "dylib", "dylib_stub", "fvmlib": self = .library
    case "bundle": self = .plugIn
    case "object": self = .object
    case "archive": self = .archive
    case "dsym": self = .debugSymbols
    default: self = .other
    }
  }
}
