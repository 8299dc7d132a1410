extension SampleMachO {
  package struct Segment: Sendable {
    package var name: String
    /// `VM_PROT_…`
    package var protection: UInt32
    package var maximumProtection: UInt32
    package var sections: [Section]
    /// Overrides the size of the sections in memory, and their start there.
    package var statedSize: UInt64?
    package var statedAddress: UInt64?
    var statedCount: UInt32?

    package init(
      _ name: String, protection: UInt32 = 5, maximumProtection: UInt32? = nil, _ sections: [Section] = []
    ) {
      (self.name, self.protection, self.sections) = (name, protection, sections)
      self.maximumProtection = maximumProtection ?? protection
    }

    var bytes: [UInt8] { sections.flatMap(\.content) }

    /// The load command of the segment, whose bytes start at `offset`.
    func command(of code: SampleMachO, at offset: UInt32, address: UInt64) -> (UInt32, [UInt8]) {
      var body = ByteWriter(isBigEndian: code.isBigEndian)
      body.add(name: name)
      let address = statedAddress ?? address
      body.add(
        pointers: address, statedSize ?? UInt64(bytes.count), UInt64(offset), UInt64(bytes.count),
        is64Bit: code.is64Bit)
      body.add(maximumProtection, protection, statedCount ?? UInt32(sections.count), 0)
      var start = offset
      for section in sections {
        body.add(name: section.name)
        body.add(name: section.segment ?? name)
        body.add(
          pointers: address &+ UInt64(start - offset), section.statedSize ?? UInt64(section.content.count),
          is64Bit: code.is64Bit)
        body.add(section.statedOffset ?? start, section.alignment, 0, 0, section.flags, 0, 0)
        if code.is64Bit { body.add(0) }
        start += UInt32(section.content.count)
      }
      return (code.is64Bit ? 0x19 : 0x1, body.bytes)
    }
  }

  package struct Section: Sendable {
    package var name: String
    package var content: [UInt8]
    /// `S_…`
    package var flags: UInt32
    /// The exponent of a power of two.
    package var alignment: UInt32 = 0
    package var segment: String?
    package var statedOffset: UInt32?
    package var statedSize: UInt64?

    package init(_ name: String, _ content: [UInt8] = [], flags: UInt32 = 0) {
      (self.name, self.content, self.flags) = (name, content, flags)
    }

    package init(_ name: String, strings: [String]) {
      self.init(name, strings.flatMap { Array($0.utf8) + [0] }, flags: 2)
    }
  }
}
