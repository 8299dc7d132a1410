enum XMLTag: UInt8, BitwiseCopyable {
  case none, plist, dict, array, key, string, integer, real, date, data, yes, no

  /// Parses a zero-terminated element name; returns `none` if it is unknown.
  @inline(__always) static func named(_ name: UnsafePointer<UInt8>) -> XMLTag {
    var packed: UInt64 = 0
    var at = 0
    while name[at] != 0 {
      if at == 8 { return .none }
      packed = packed << 8 | UInt64(name[at])
      at += 1
    }
    return switch packed {
    case 0x6B_6579: .key
    case 0x7374_7269_6E67: .string
    case 0x6469_6374: .dict
    case 0x696E_7465_6765_72: .integer
    case 0x6172_7261_79: .array
    case 0x7472_7565: .yes
    case 0x6661_6C73_65: .no
    case 0x7265_616C: .real
    case 0x6461_7465: .date
    case 0x6461_7461: .data
    case 0x706C_6973_74: .plist
    default: .none
    }
  }

  private static let names = [
    "", "plist", "dict", "array", "key", "string", "integer", "real", "date", "data", "true", "false",
  ]

  var name: String { Self.names[Int(rawValue)] }

  @inline(__always) var length: Int {
    switch self {
    case .none: 0
    case .key: 3
    case .dict, .real, .date, .data, .yes: 4
    case .plist, .array, .no: 5
    case .string: 6
    case .integer: 7
    }
  }
}
