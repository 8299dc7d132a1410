import Bundles
package import Presentation
package import PropertyLists

/// Writes an Info.plist for a terminal. Qualified keys are below the key that they qualify, with the devices that read them.
package enum InfoTree {
  /// Whether a property list looks like an Info.plist, by its keys.
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

  /// Returns the devices that read a qualified key.
  private static func readers(of key: String, _ base: String, _ info: PropertyList) -> String {
    let kinds = QualifiedKey.allResolutions(info, base).filter {
      $0.key.map { $0.utf8.elementsEqual(key.utf8) } ?? false
    }
    .map { DeviceKind(platform: $0.platform, device: $0.device).description }
    return kinds.isEmpty ? "no device reads it" : "read by " + kinds.joined(separator: ", ")
  }
}
