import Basics

#if os(Linux)
  extension CheckerCode {
    /// Throws for what is no library of this machine, in better words than the loader has (the ELF header, `elf(5)`).
    static func look(at place: String, shownAs path: String) throws(PlugInError) {
      var header = [UInt8](repeating: 0, count: 20)
      let descriptor = open(place, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw PlugInError(.load, "the code cannot be opened: \(SystemError(errno).text)", file: path)
      }
      let count = read(descriptor, &header, header.count)
      close(descriptor)
      let hint = "build the checker on this system, for \(architecture.name)"
      guard count == header.count, header.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
        let machO: [[UInt8]] = [[0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE], [0xCE, 0xFA, 0xED, 0xFE]]
        let what = machO.contains { header.starts(with: $0) } ? "is a Mach-O file, for macOS" : "is not a library"
        throw PlugInError(.load, "the code \(what); an ELF library is needed here", file: path, hint: hint)
      }
      let isLittleEndian = header[5] == 1
      let machine =
        isLittleEndian ? UInt16(header[18]) | UInt16(header[19]) << 8 : UInt16(header[18]) << 8 | UInt16(header[19])
      guard header[4] == 2, machine == architecture.machine else {
        let found = names[machine] ?? "machine \(machine)"
        throw PlugInError(
          .load, "the code is for another architecture: \(found)\(header[4] == 2 ? "" : ", 32 bits")", file: path,
          hint: hint)
      }
    }

    /// `e_machine` of common machines.
    private static let names: [UInt16: String] = [
      3: "x86", 40: "arm", 62: "x86_64", 183: "aarch64", 243: "riscv64", 21: "ppc64", 22: "s390x",
    ]

    private static var architecture: (name: String, machine: UInt16) {
      #if arch(x86_64)
        ("x86_64", 62)
      #elseif arch(arm64)
        ("aarch64", 183)
      #elseif arch(riscv64)
        ("riscv64", 243)
      #elseif arch(s390x)
        ("s390x", 22)
      #else
        ("this machine", 0)
      #endif
    }
  }

  extension CheckerBundle {
    /// Where the code lies in a checker bundle.
    static func codePath(_ name: String) -> String { "Contents/Linux/lib\(name).so" }
  }
#endif
