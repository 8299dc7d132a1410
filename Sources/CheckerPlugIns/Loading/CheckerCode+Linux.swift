import Basics

#if os(Linux)
  extension CheckerCode {
    /// Throws for a file that is not a library for this machine, with a better message than the loader's (the ELF
    /// header, `elf(5)`).
    static func look(at place: String, shownAs path: String) throws(PlugInError) {
      var header = [UInt8](repeating: 0, count: 20)
      let descriptor = open(place, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw PlugInError(.load, "the code cannot be opened: \(SystemError(errno).text)", file: path)
      }
      let count = read(descriptor, &header, header.count)
      close(descriptor)
      let hint = "build the checker on this system, for \(architecture.name)"
      let format = FileFormat(ofFileBeginning: header.prefix(max(count, 0)))
      guard count == header.count, format == .elf else {
        let isMachO = format == .machO || format == .universal
        let what = isMachO ? "is a Mach-O file, for macOS" : "is not a library"
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
    static func codePath(_ name: String) -> String { "Contents/Linux/lib\(name).so" }
  }
#endif
