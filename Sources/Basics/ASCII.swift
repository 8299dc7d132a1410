// Character classes of ASCII.
extension UInt8 {
  package var isASCIIDigit: Bool { 0x30...0x39 ~= self }
  package var isASCIILowercase: Bool { 0x61...0x7A ~= self }
  package var isASCIILetter: Bool { 0x61...0x7A ~= self | 0x20 }
  package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
}
