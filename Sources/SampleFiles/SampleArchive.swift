package enum SampleArchive {
  /// How an archive stores long names.
  package enum Form: CaseIterable {
    /// Before the content of the member.
    case bsd
    /// In a table of names.
    case gnu
  }

  /// The archive, after an empty table of symbols.
  package static func bytes(_ members: [(name: String, content: [UInt8])], _ form: Form = .bsd) -> [UInt8] {
    var file = ByteWriter()
    file.add(text: "!<arch>\n")
    func add(_ name: String, _ content: [UInt8]) {
      let size = String(content.count)
      file.add(text: name, filledUpWithSpacesTo: 16)
      file.add(text: "0", filledUpWithSpacesTo: 12)
      file.add(text: "0", filledUpWithSpacesTo: 6)
      file.add(text: "0", filledUpWithSpacesTo: 6)
      file.add(text: "100644", filledUpWithSpacesTo: 8)
      file.add(text: size, filledUpWithSpacesTo: 10)
      file.add([0x60, 0x0A])
      file.add(content)
      if content.count % 2 == 1 { file.add([0x0A]) }
    }
    switch form {
    case .bsd:
      add("#1/20", Array("__.SYMDEF SORTED\0\0\0\0".utf8) + [UInt8](repeating: 0, count: 8))
      for member in members {
        // Linkers require the content to start at a multiple of eight.
        let name = Array(member.name.utf8)
        let start = file.bytes.count + 60 + name.count
        let padding = [UInt8](repeating: 0, count: (8 - start % 8) % 8 + 8)
        add("#1/\(name.count + padding.count)", name + padding + member.content)
      }
    case .gnu:
      add("/", [0, 0, 0, 0])
      let long = members.map(\.name).filter { $0.utf8.count > 15 }
      if !long.isEmpty { add("//", Array(long.map { $0 + "/\n" }.joined().utf8)) }
      var start = 0
      for member in members {
        if member.name.utf8.count > 15 {
          add("/\(start)", member.content)
          start += member.name.utf8.count + 2
        } else {
          add(member.name + "/", member.content)
        }
      }
    }
    return file.bytes
  }
}

extension ByteWriter {
  fileprivate mutating func add(text: String, filledUpWithSpacesTo length: Int) {
    add(Array(text.utf8.prefix(length)) + [UInt8](repeating: 0x20, count: max(0, length - text.utf8.count)))
  }
}
