package import Bundles

/// XML property lists for fixtures. The first key is on line 5.
package enum PropertyListText {
  /// Returns a property list with these contents in its root dictionary.
  package static func document(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(content)
    </dict>
    </plist>

    """
  }

  /// Returns keys with strings, one pair per line, as the contents of a dictionary.
  package static func strings(_ pairs: KeyValuePairs<String, String>) -> String {
    pairs.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined(separator: "\n")
  }
}

extension MemoryStorage.Node {
  /// A property list with these contents.
  package static func info(_ content: String) -> Self { .text(PropertyListText.document(content)) }

  /// A property list of strings.
  package static func info(_ pairs: KeyValuePairs<String, String>) -> Self { .info(PropertyListText.strings(pairs)) }
}

extension BundleGraph {
  /// Makes a bundle from files in memory.
  package static func fixture(_ name: String, _ files: [String: MemoryStorage.Node]) throws -> BundleGraph {
    try open(storage: try MemoryStorage(files), name: name)
  }

  /// Makes a macOS application with this Info.plist.
  package static func app(_ info: String, _ name: String = "App.app") throws -> BundleGraph {
    try fixture(name, ["Contents/Info.plist": .info(info)])
  }

  /// Makes a macOS application with these strings in Info.plist.
  package static func app(_ pairs: KeyValuePairs<String, String>, _ name: String = "App.app") throws -> BundleGraph {
    try app(PropertyListText.strings(pairs), name)
  }
}
