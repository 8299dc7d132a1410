/// Makes valid and invalid tar archives (POSIX.1-1988, ustar).
enum TarBuilder {
  struct Entry: CustomDebugStringConvertible {
    var name: String
    var bytes: [UInt8] = []
    var mode = 0o644
    /// `0` for a file, `1` for a hard link, `2` for a symbolic link, `3` for a device, `5` for a folder, `6` for a pipe.
    var type: Character = "0"
    var target = ""
    /// The size in the header, if it is wrong.
    var size: Int?

    /// Tests print their arguments; printing 64 MiB byte by byte would take almost a minute.
    var debugDescription: String { name }

    static func file(_ name: String, _ text: String, mode: Int = 0o644) -> Entry {
      Entry(name: name, bytes: Array(text.utf8), mode: mode)
    }
  }

  static func tar(_ entries: [Entry]) -> [UInt8] {
    entries.flatMap(block) + [UInt8](repeating: 0, count: 1024)
  }

  private static func block(_ entry: Entry) -> [UInt8] {
    var header: [UInt8] = []
    func add(_ text: String, _ width: Int) {
      let bytes = Array(text.utf8.prefix(width))
      header += bytes + [UInt8](repeating: 0, count: width - bytes.count)
    }
    func octal(_ number: Int, _ width: Int) {
      let digits = String(number, radix: 8)
      add(String(repeating: "0", count: max(0, width - 1 - digits.count)) + digits, width)
    }
    add(entry.name, 100)
    octal(entry.mode, 8)
    octal(0, 8)
    octal(0, 8)
    octal(entry.size ?? entry.bytes.count, 12)
    octal(0, 12)
    header += Array("        ".utf8)
    add(String(entry.type), 1)
    add(entry.target, 100)
    add("ustar", 6)
    add("00", 2)
    add("", 247)
    let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    let checksum = Array((String(repeating: "0", count: max(0, 6 - sum.count)) + sum).utf8) + [0, 0x20]
    header.replaceSubrange(148..<156, with: checksum)
    header += [UInt8](repeating: 0, count: 512 - header.count)
    let padding = (512 - entry.bytes.count % 512) % 512
    return header + entry.bytes + [UInt8](repeating: 0, count: padding)
  }
}
