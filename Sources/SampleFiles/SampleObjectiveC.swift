extension SampleMachO {
  package struct ObjectiveC {
    package var classes: [String] = []
    package var selectors: [String] = []
    package var otherNames: [String] = []
    /// The storage format of pointers (`DYLD_CHAINED_PTR_…`); nil for plain addresses.
    package var pointerForm: UInt16?
    package var address: UInt64 = 0x10_0000
    /// Overrides the sizes of the lists of classes and selectors, in pointers.
    package var statedCount: Int?
    /// Overrides the addresses to which the pointers of these lists point.
    package var statedTarget: UInt64?

    package init(classes: [String] = [], selectors: [String] = []) {
      (self.classes, self.selectors) = (classes, selectors)
    }

    /// A segment with the lists, the classes and the names, and its load command.
    func part(of code: SampleMachO, at offset: Int) -> (bytes: [UInt8], command: (UInt32, [UInt8])) {
      let width = code.is64Bit ? 8 : 4
      // Lists, then for each class its object of five pointers and its description, then the names.
      let (object, description) = (5 * width, 2 * 16 + width)
      let lists = (classes.count + selectors.count) * width
      var names = ByteWriter(isBigEndian: code.isBigEndian)
      let firstName = lists + classes.count * (object + description)
      func place(_ name: String) -> Int {
        defer {
          names.add(text: name)
          names.add([0])
        }
        return firstName + names.bytes.count
      }
      var file = ByteWriter(isBigEndian: code.isBigEndian)
      func add(_ target: Int, flags: UInt64 = 0) {
        file.add(pointers: target == 0 ? 0 : stored(address + UInt64(target) + flags), is64Bit: code.is64Bit)
      }
      func addListed(_ target: Int) {
        if let statedTarget { file.add(pointers: statedTarget, is64Bit: code.is64Bit) } else { add(target) }
      }
      let classNames = classes.map(place)
      let methodNames = firstName + names.bytes.count
      let selectorNames = selectors.map(place)
      otherNames.forEach { _ = place($0) }
      for number in classes.indices { addListed(lists + number * (object + description)) }
      selectorNames.forEach(addListed)
      for (number, name) in classNames.enumerated() {
        for _ in 0..<4 { add(0) }
        // Swift classes have a flag there.
        add(lists + number * (object + description) + object, flags: 2)
        // flags, instanceStart, instanceSize, reserved if pointers have 64 bits, ivarLayout, name
        file.add(0, 8, 8)
        if width == 8 { file.add(0) }
        add(0)
        add(name)
        file.add([UInt8](repeating: 0, count: description - (width == 8 ? 32 : 20)))
      }
      file.add(names.bytes)
      let sections = [
        ("__objc_classlist", 0, (statedCount ?? classes.count) * width),
        ("__objc_selrefs", classes.count * width, (statedCount ?? selectors.count) * width),
        ("__objc_methname", methodNames, file.bytes.count - methodNames),
      ]
      return (file.bytes, command(of: code, sections, offset, file.bytes.count))
    }

    private func command(
      of code: SampleMachO, _ sections: [(name: String, start: Int, size: Int)], _ offset: Int, _ size: Int
    ) -> (UInt32, [UInt8]) {
      var body = ByteWriter(isBigEndian: code.isBigEndian)
      body.add(name: "__DATA")
      body.add(pointers: address, UInt64(size), UInt64(offset), UInt64(size), is64Bit: code.is64Bit)
      body.add(3, 3, UInt32(sections.count), 0)
      for section in sections {
        body.add(name: section.name)
        body.add(name: "__DATA")
        body.add(pointers: address + UInt64(section.start), UInt64(section.size), is64Bit: code.is64Bit)
        body.add(UInt32(offset + section.start), 0, 0, 0, 0, 0, 0)
        if code.is64Bit { body.add(0) }
      }
      return (code.is64Bit ? 0x19 : 0x1, body.bytes)
    }

    private func stored(_ address: UInt64) -> UInt64 {
      switch pointerForm {
      // The chain continues, and an authenticated pointer has a key.
      case 1: address | 3 << 51
      case 2, 6: address | 2 << 51
      case 3: address | 1 << 26
      case 9: address | 1 << 63 | 5 << 32
      case 12: address | 1 << 52
      default: address
      }
    }

    /// The description of the storage of pointers: `dyld_chained_fixups_header`, and the format of the first segment.
    func fixups(isBigEndian: Bool) -> [UInt8]? {
      guard let pointerForm else { return nil }
      var fixups = ByteWriter(isBigEndian: isBigEndian)
      fixups.add(0, 32, 60, 60, 0, 1, 0, 0)
      fixups.add(1, 8, 24)
      fixups.add16(0x4000, pointerForm)
      fixups.add(0, 0, 0)
      return fixups.bytes
    }
  }
}
