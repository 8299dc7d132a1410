import Basics
package import Bundles
import Presentation
package import PropertyLists
import StructuredText

/// A dictionary as a device or a user with some languages sees it, for `inspect --resolve` and `--language`.
package struct InspectedDictionary: Sendable {
  package struct Entry {
    package let name: String
    package let key: String
    package let node: PropertyList.Node
    package let list: PropertyList
    package let note: String?
  }

  /// A title: the list, and the device or languages.
  package let title: String
  package let entries: [Entry]

  /// The root of a property list as a device sees it, or nil if it is not a dictionary.
  package init?(_ list: PropertyList, for device: DeviceKind) {
    guard list.kind(of: list.root) == .dictionary else { return nil }
    title = "\(list.file) as read by \(device)"
    entries = QualifiedKey.effective(list, platform: device.platform, device: device.device).map { entry in
      Entry(
        name: entry.name, key: entry.key, node: entry.node, list: list,
        note: entry.name.utf8.elementsEqual(entry.key.utf8) ? nil : "from \(entry.key)")
    }
  }

  package init(_ bundle: Bundle, languages: [String], device: DeviceKind?) throws(BundleError) {
    let info = try bundle.localizedInfo(languages: languages, device: device)
    let reader = languages.joined(separator: ", ") + (device.map { " on \($0)" } ?? "")
    title = "\(bundle.info.file) for a user with the language \(reader)"
    entries = info.values.map { value in
      var notes: [String] = []
      if value.isLocalized {
        let place = value.source.list.place(of: value.node).description
        notes.append("\(value.source.path)\(place.isEmpty ? "" : ":")\(place)")
      }
      if !value.name.utf8.elementsEqual(value.key.utf8) { notes.append("from \(value.key)") }
      return Entry(
        name: value.name, key: value.key, node: value.node, list: value.source.list,
        note: notes.isEmpty ? nil : notes.joined(separator: ", "))
    }
  }

  package func tree(isColored: Bool) -> String {
    var out = TerminalText(isColored: isColored)
    out.add(title, .bold)
    out.addLine("  dictionary, \(counted(entries.count, "key"))", .dim)
    for entry in entries {
      PropertyListTree.writeEntry(entry.name, entry.node, of: entry.list, indent: 1, note: entry.note, to: &out)
    }
    return out.text
  }

  package func json() -> [UInt8] {
    JSONWriter.document { json in
      for entry in entries { json.member(entry.name, entry) { PropertyListJSON.write($0.node, of: $0.list, to: &$1) } }
    }
  }
}
