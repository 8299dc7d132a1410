extension SymbolNames {
  /// The Swift modules that declare these symbols, if their mangled names start with a module; sorted, without duplicates.
  package var swiftModules: [String] {
    var modules: Set<String> = []
    for position in 0..<count {
      if let module = Self.swiftModule(of: self[position]) { modules.insert(module) }
    }
    return modules.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The prefixes of the current mangling, of Swift 4.2 and of Swift 4 (`docs/ABI/Mangling.rst`), after C's underscore.
  private static let prefixes = ["_$s", "_$S", "__T0"].map { Array($0.utf8) }

  private static func swiftModule(of name: ArraySlice<UInt8>) -> String? {
    guard let prefix = prefixes.first(where: { name.starts(with: $0) }) else { return nil }
    // The descriptor of an associated type starts with the name of that type.
    if name.suffix(2).elementsEqual("Tl".utf8) { return nil }
    let rest = name.dropFirst(prefix.count)
    guard let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "s"): return "Swift"
    case UInt8(ascii: "S"):
      // Types of the standard library are abbreviated to one letter. `So` and `SC` denote imported C declarations.
      guard let letter = rest.dropFirst().first, !"oC".utf8.contains(letter), letter > 0x40 else { return nil }
      return "Swift"
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard digits.count <= 4, let length = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
      let identifier = rest.dropFirst(digits.count).prefix(length)
      return identifier.count == length ? String(decoding: identifier, as: UTF8.self) : nil
    default: return nil
    }
  }
}
