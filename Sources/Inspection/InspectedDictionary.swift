import Basics
package import Bundles
import Presentation
package import PropertyLists
import StructuredText

/// A dictionary as one device, or a reader of some languages, sees it; the unit that `inspect --resolve` and `--language`
/// show.
package struct InspectedDictionary: Sendable {
  /// One value and where it comes from.
  package struct Entry {
    package let name: String
    package let key: String
    package let node: PropertyList.Node
    package let list: PropertyList
    /// Said behind the value.
    package let note: String?
  }

  /// What is shown, and for whom.
  package let title: String
  package let entries: [Entry]

  /// A property list's root as `device` sees it; nil when it is no dictionary.
  package init?(_ list: PropertyList, for device: DeviceKind) {
    guard list.kind(of: list.root) == .dictionary else { return nil }
    title = "\(list.file) as read by \(device)"
    entries = QualifiedKey.effective(list, platform: device.platform, device: device.device).map { entry in
      Entry(
        name: entry.name, key: entry.key, node: entry.node, list: list,
        note: entry.name.utf8.elementsEqual(entry.key.utf8) ? nil : "from \(entry.key)")
    }
  }

  /// A bundle's information property list as a reader of `languages` sees it.
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

  /// For people.
  package func tree(isColored: Bool) -> String {
    var out = TerminalText(isColored: isColored)
    out.add(title, .bold)
    out.add("  dictionary, \(counted(entries.count, "key"))", .dim)
    out.newLine()
    for entry in entries {
      PropertyListTree.writeEntry(entry.name, entry.node, of: entry.list, indent: 1, note: entry.note, to: &out)
    }
    return out.text
  }

  /// One JSON object, as PropertyListJSON writes a dictionary.
  package func json() -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for entry in entries {
        json.name(entry.name)
        PropertyListJSON.write(entry.node, of: entry.list, to: &json)
      }
    }
    return json.bytes + [0x0A]
  }
}
