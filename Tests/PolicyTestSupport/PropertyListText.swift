package import Bundles

/// XML property lists for fixtures. The first key stands on line 5.
package enum PropertyListText {
  /// The text of a property list whose root dictionary has this content.
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

  /// Strings under keys, one line each, as the content of a dictionary.
  package static func strings(_ pairs: KeyValuePairs<String, String>) -> String {
    pairs.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined(separator: "\n")
  }
}

extension MemoryStorage.Node {
  /// A property list with this content.
  package static func info(_ content: String) -> Self { .text(PropertyListText.document(content)) }

  /// A property list of strings.
  package static func info(_ pairs: KeyValuePairs<String, String>) -> Self { .info(PropertyListText.strings(pairs)) }
}

extension BundleGraph {
  /// A bundle made of files in memory.
  package static func fixture(_ name: String, _ files: [String: MemoryStorage.Node]) throws -> BundleGraph {
    try open(storage: try MemoryStorage(files), name: name)
  }

  /// A macOS application with this information property list.
  package static func app(_ info: String, _ name: String = "App.app") throws -> BundleGraph {
    try fixture(name, ["Contents/Info.plist": .info(info)])
  }

  /// A macOS application with these strings.
  package static func app(_ pairs: KeyValuePairs<String, String>, _ name: String = "App.app") throws -> BundleGraph {
    try app(PropertyListText.strings(pairs), name)
  }
}
