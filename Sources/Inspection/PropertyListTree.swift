import Basics
import Bundles
package import Presentation
package import PropertyLists

package enum PropertyListTree {
  package static func write(_ node: PropertyList.Node, of list: PropertyList, indent: Int, to out: inout TerminalText) {
    let isDictionary = list.kind(of: node) == .dictionary
    for position in 0..<list.count(of: node) {
      guard let child = list.element(of: node, at: position) else { continue }
      let name = isDictionary ? list.key(of: node, at: position) : String(position)
      writeEntry(name, child, of: list, indent: indent, note: nil, to: &out)
    }
  }

  package static func writeEntry(
    _ name: String, _ node: PropertyList.Node, of list: PropertyList, indent: Int, note: String?,
    to out: inout TerminalText
  ) {
    out.add(String(repeating: "  ", count: indent))
    out.add(name, .blue)
    describe(node, of: list, &out)
    if let note { out.add("  (\(note))", .dim) }
    out.newLine()
    write(node, of: list, indent: indent + 1, to: &out)
  }

  package static func render(_ list: PropertyList, isColored: Bool) -> String {
    var out = TerminalText(isColored: isColored)
    out.add(list.file, .bold)
    // Policies read JSON files as well, which are not property lists.
    out.add("  " + (list.format == .json ? "JSON" : "\(list.format.rawValue) property list"), .dim)
    describe(list.root, of: list, &out)
    out.newLine()
    if InfoTree.isInfo(list) {
      InfoTree.write(list, indent: 1, to: &out)
    } else {
      write(list.root, of: list, indent: 1, to: &out)
    }
    return out.text
  }

  package static func describe(_ node: PropertyList.Node, of list: PropertyList, _ out: inout TerminalText) {
    let count = list.count(of: node)
    func value(_ text: String, _ style: TerminalText.Style) {
      out.add(" = ")
      out.add(text, style)
    }
    switch list.kind(of: node) {
    case .dictionary: out.add("  dictionary, \(counted(count, "key"))", .dim)
    case .array: out.add("  array, \(counted(count, "element"))", .dim)
    case .set: out.add("  set, \(counted(count, "element"))", .dim)
    case .string: value("\"\(list.string(of: node) ?? "")\"", .green)
    case .boolean: value(list.boolean(of: node) == true ? "true" : "false", .yellow)
    case .integer:
      switch list.integer(of: node) {
      case .signed(let number): value("\(number)", .yellow)
      case .unsigned(let number): value("\(number)", .yellow)
      case nil: break
      }
    case .real: value("\(list.real(of: node) ?? .nan)", .yellow)
    case .date: value(list.date(of: node).map { CivilTime(secondsSince2001: $0).text } ?? "", .yellow)
    case .data:
      let size = list.data(of: node)?.count ?? 0
      out.add("  data, \(counted(size, "byte"))", .dim)
    case .uid: out.add("  UID \(list.uid(of: node) ?? 0)", .dim)
    case .null: out.add("  null", .dim)
    }
  }
}

/// Writes an Info.plist for a terminal. Qualified keys are below the key that they qualify, with the devices that read them.
package enum InfoTree {
  package static func isInfo(_ list: PropertyList) -> Bool {
    (0..<list.count(of: list.root)).contains { position in
      list.keyUTF8(of: list.root, at: position).starts(with: "CFBundle".utf8)
    }
  }

  package static func write(_ info: PropertyList, indent: Int, to out: inout TerminalText) {
    var variants: [[UInt8]: [QualifiedKey.Variant]] = [:]
    for variant in QualifiedKey.all(in: info) { variants[Array(variant.parts.base.utf8), default: []].append(variant) }
    for position in 0..<info.count(of: info.root) {
      let key = info.key(of: info.root, at: position)
      guard let node = info.element(of: info.root, at: position) else { continue }
      let parts = QualifiedKey.split(key)
      let hasDefault = info.value(of: info.root, forKey: parts.base) != nil
      // Written below its base.
      if parts.isQualified && hasDefault { continue }
      var note = parts.isQualified ? readers(of: key, parts.base, info) + "; no default" : nil
      if let system = QualifiedKey.droppingSystem(of: key) { note = "\(system) ignores it" }
      PropertyListTree.writeEntry(key, node, of: info, indent: indent, note: note, to: &out)
      if parts.isQualified { continue }
      for variant in variants[Array(key.utf8)] ?? [] {
        PropertyListTree.writeEntry(
          variant.key, variant.node, of: info, indent: indent + 1, note: readers(of: variant.key, key, info), to: &out)
      }
    }
  }

  private static func readers(of key: String, _ base: String, _ info: PropertyList) -> String {
    let kinds = QualifiedKey.allResolutions(info, base).filter {
      $0.key.map { $0.utf8.elementsEqual(key.utf8) } ?? false
    }
    .map { DeviceKind(platform: $0.platform, device: $0.device).description }
    return kinds.isEmpty ? "no device reads it" : "read by " + kinds.joined(separator: ", ")
  }
}
