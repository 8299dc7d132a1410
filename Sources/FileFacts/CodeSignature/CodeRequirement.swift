import Basics
package import PropertyLists

/// A requirement in a code signature: a condition on code, such as the code itself (`designated`).
package struct CodeRequirement: Hashable, Sendable {
  /// The type: `host`, `guest`, `designated`, `library` or `plugin`; otherwise a number.
  package let kind: String
  /// The condition in the requirement language, as `codesign -d -r-` prints it; nil if its format is unknown.
  package let expression: String?
}

extension MachOSlice {
  /// The requirements in the code signature, in order; nil if no load command refers to a signature.
  ///
  /// `source` and `file` must be the source of the slice. Throws if the signature or its table of requirements is malformed, or cannot be
  /// read.
  package func codeRequirements(in source: any ByteSource, file: String) throws(FileFactError) -> [CodeRequirement]? {
    try signatureReader(source, file)?.requirements()
  }
}

/// Reads requirements (`Requirements` of Apple's `libsecurity_codesigning`).
extension SignatureReader {
  /// The maximum number of requirements in a signature; there are five types.
  private static let requirementLimit = 16
  private static let requirementsSizeLimit = 1 << 20
  private static let requirementKinds = ["host", "guest", "designated", "library", "plugin"]

  func requirements() throws(FileFactError) -> [CodeRequirement] {
    let name = "the requirements"
    guard let table = try table(), let part = table[SignedPart.requirements.rawValue] else { return [] }
    let (head, content) = try open(part, in: table, Magic.requirements, size: 12, name)
    let (start, end) = (content.lowerBound - 8, content.upperBound)
    guard end - start <= Self.requirementsSizeLimit else {
      throw .signaturePartTooLarge(name, end - start, limit: Self.requirementsSizeLimit, head.place(4))
    }
    let fields = try reader.fields(at: start, count: end - start, end: end, of: name)
    let count = try fields.uint32(8)
    guard count <= Self.requirementLimit else {
      throw .signatureCount(count, limit: Self.requirementLimit, fields.place(8))
    }
    var requirements: [CodeRequirement] = []
    for number in 0..<Int(count) {
      let kind = Int(try fields.uint32(12 + number * 8))
      let offset = Int(try fields.uint32(16 + number * 8))
      guard offset >= 12 + Int(count) * 8, offset < fields.count else {
        throw .signatureOffset(
          "requirement \(number + 1)", UInt32(offset), within: fields.count, fields.place(16 + number * 8))
      }
      let (head, ownEnd) = try blob(at: start + offset, end: end, size: 12, of: "a requirement")
      try require(Magic.requirement, head, "a requirement")
      let body = try fields.fields(offset + 8, ownEnd - start - offset - 8, of: "a requirement")
      // 1 means an expression; no other value is in use.
      var program = RequirementProgram(fields: body, position: 4)
      let text = try body.uint32(0) == 1 ? try? program.expression(.or, depth: 0) : nil
      requirements.append(
        CodeRequirement(
          kind: kind > 0 && kind <= Self.requirementKinds.count ? Self.requirementKinds[kind - 1] : "\(kind)",
          expression: text))
    }
    return requirements
  }
}

/// Converts an expression in prefix order to text (`reqdumper.cpp`).
private struct RequirementProgram {
  let fields: Fields
  var position: Int
  private static let depthLimit = 64
  var operatorsLeft = 1000

  private struct Unknown: Error {}

  enum Level: Int { case primary, and, or }

  mutating func expression(_ level: Level, depth: Int) throws -> String {
    operatorsLeft -= 1
    guard depth < Self.depthLimit, operatorsLeft > 0 else { throw Unknown() }
    // The upper bits define how systems treat an operator they do not know.
    switch try number() & 0xFFFFFF {
    case 0: return "never"
    case 1: return "always"
    case 2: return "identifier \(Self.quoted(try data()))"
    case 3: return "anchor apple"
    case 4: return "certificate\(try certificate()) = H\"\(Hexadecimal.text(of: try data()))\""
    case 5: return "info[\(Self.quoted(try data(), dots: true))] = \(Self.quoted(try data()))"
    case 6: return try operation("and", .and, level, depth)
    case 7: return try operation("or", .or, level, depth)
    case 8: return "cdhash H\"\(Hexadecimal.text(of: try data()))\""
    case 9: return "! \(try expression(.primary, depth: depth + 1))"
    case 10: return "info[\(Self.quoted(try data(), dots: true))]\(try match())"
    case 11: return "certificate\(try certificate())[\(Self.quoted(try data(), dots: true))]\(try match())"
    case 12: return "certificate\(try certificate()) trusted"
    case 13: return "anchor trusted"
    case 14: return "certificate\(try certificate())[field.\(try objectIdentifier())]\(try match())"
    case 15: return "anchor apple generic"
    case 16: return "entitlement[\(Self.quoted(try data(), dots: true))]\(try match())"
    case 17: return "certificate\(try certificate())[policy.\(try objectIdentifier())]\(try match())"
    case 18: return "anchor apple \(Self.quoted(try data()))"
    case 19: return "(\(Self.quoted(try data())))"
    case 20: return "platform = \(Int32(bitPattern: try number()))"
    case 21: return "notarized"
    case 23: return "legacy"
    default: throw Unknown()
    }
  }

  private mutating func operation(_ word: String, _ own: Level, _ around: Level, _ depth: Int) throws -> String {
    let left = try expression(own, depth: depth + 1)
    let right = try expression(own, depth: depth + 1)
    let text = "\(left) \(word) \(right)"
    return around.rawValue < own.rawValue ? "(\(text))" : text
  }

  private mutating func certificate() throws -> String {
    switch Int32(bitPattern: try number()) {
    case -1: " root"
    case 0: " leaf"
    case let slot: " \(slot)"
    }
  }

  private mutating func match() throws -> String {
    switch try number() {
    case 0: " /* exists */"
    case 1: " = \(Self.quoted(try data()))"
    case 2: " ~ \(Self.quoted(try data()))"
    case 3: " = \(Self.quoted(try data()))*"
    case 4: " = *\(Self.quoted(try data()))"
    case 5: " < \(Self.quoted(try data()))"
    case 6: " > \(Self.quoted(try data()))"
    case 7: " <= \(Self.quoted(try data()))"
    case 8: " >= \(Self.quoted(try data()))"
    case 14: " absent"
    default: throw Unknown()
    }
  }

  private mutating func number() throws -> UInt32 {
    let value = try fields.uint32(position)
    position += 4
    return value
  }

  /// Bytes preceded by their count, padded to a multiple of four.
  private mutating func data() throws -> ArraySlice<UInt8> {
    let count = Int(try number())
    let bytes = try fields.part(position, count, of: "a value of a requirement")
    position += (count + 3) & ~3
    return bytes
  }

  /// An object identifier, such as `1.2.840.113635.100.6.2.6`.
  private mutating func objectIdentifier() throws -> String {
    var numbers: [UInt64] = []
    var value: UInt64 = 0
    for byte in try data() {
      guard value >> 57 == 0 else { throw Unknown() }
      value = value << 7 | UInt64(byte & 0x7F)
      guard byte & 0x80 == 0 else { continue }
      if numbers.isEmpty {
        numbers = [min(value / 40, 2), value - 40 * min(value / 40, 2)]
      } else {
        numbers.append(value)
      }
      value = 0
    }
    return numbers.map(String.init).joined(separator: ".")
  }

  private static let reserved: Set<String> = [
    "guest", "host", "designated", "library", "plugin", "or", "and", "always", "true", "never", "false", "identifier",
    "cdhash", "platform", "notarized", "legacy", "anchor", "apple", "generic", "certificate", "cert", "trusted", "info",
    "entitlement", "exists", "absent", "leaf", "root", "timestamp",
  ]

  /// A word without quotes, other text in quotes, and other bytes as hexadecimal digits.
  private static func quoted(_ bytes: ArraySlice<UInt8>, dots: Bool = false) -> String {
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) || (9...13).contains($0) || $0 == 0x20 }) else {
      return "0x" + Hexadecimal.text(of: bytes)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let isWord = bytes.allSatisfy { $0.isASCIIAlphanumeric || dots && $0 == 0x2E }
    if isWord, let first = bytes.first, !first.isASCIIDigit, !reserved.contains(text) { return text }
    return "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
  }
}
