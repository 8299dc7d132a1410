import Basics

/// A key in the text format of RFC 7468: one block between `BEGIN` and `END` lines.
struct PEMText {
  /// The label, such as `PRIVATE KEY`.
  let label: String
  let bytes: [UInt8]
}

extension PEMText {
  /// The largest text in bytes. Keys have at most a few hundred bytes, but there may be comments around the block.
  static let sizeLimit = 1 << 16

  /// Finds the only block in a string. Ignores other lines, and `EC PARAMETERS`, which `openssl ecparam` writes first, because the key names
  /// its curve itself.
  init(_ text: [UInt8]) throws(ReceiptError) {
    guard text.count <= Self.sizeLimit else { throw .key("the key has more than \(Self.sizeLimit) bytes") }
    var blocks: [PEMText] = []
    var label: String?
    var digits: [UInt8] = []
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let line = Self.trimmed(line)
      if let name = Self.name(in: line, after: "-----BEGIN ") {
        guard label == nil else { throw Self.malformed }
        (label, digits) = (name, [])
      } else if let name = Self.name(in: line, after: "-----END ") {
        guard name == label else { throw Self.malformed }
        // Encrypted keys in the old format have headers, which contain a colon.
        if digits.contains(UInt8(ascii: ":")) { throw Self.encrypted }
        guard let bytes = Base64.decode(digits) else { throw Self.malformed }
        if name != "EC PARAMETERS" { blocks.append(PEMText(label: name, bytes: bytes)) }
        label = nil
      } else if label != nil {
        digits += line
      }
    }
    guard label == nil else { throw Self.malformed }
    guard let block = blocks.first else {
      throw .key("the file has no PEM key: no line '-----BEGIN …-----'", hint: KeyAlgorithm.advice)
    }
    guard blocks.count == 1 else { throw .key("the file has \(blocks.count) PEM blocks; expected one key") }
    if block.label == "ENCRYPTED PRIVATE KEY" { throw Self.encrypted }
    self = block
  }

  private static let malformed = ReceiptError.key("the key is damaged: its PEM block is incomplete")
  private static let encrypted = ReceiptError.key(
    "the private key is encrypted, and the command cannot ask for a passphrase",
    hint: "store the key unencrypted in a secret store: openssl pkey -in key.pem -out plain.pem")

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = line.drop { $0 == 0x20 || $0 == 0x09 }
    let end = line.lastIndex { $0 != 0x20 && $0 != 0x09 }
    return end.map { line[...$0] } ?? []
  }

  private static func name(in line: ArraySlice<UInt8>, after start: String) -> String? {
    let end = Array("-----".utf8)
    guard line.starts(with: start.utf8), line.count >= start.utf8.count + end.count,
      line.suffix(end.count).elementsEqual(end)
    else { return nil }
    return String(decoding: line.dropFirst(start.utf8.count).dropLast(end.count), as: UTF8.self)
  }
}
