import Bundles
import PropertyLists

/// libFuzzer's entry point: a bundle in memory whose layout, property lists, names and languages come from the input. It must give a graph
/// that answers all queries, or an error. `Scripts/fuzz` builds and runs it.
///
/// The first byte selects the layout. Then follow parts, each preceded by its length in two little-endian bytes: Info.plist, a strings
/// file, a table of all languages, and lines with a key, two languages, a pointer and names of additional files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBundles(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(bytes: UnsafeBufferPointer(start: bytes, count: count)[...])
  let arrangement = input.byte()
  let (info, strings, table) = (input.part(), input.part(), input.part())
  let words = input.part().split(separator: UInt8(ascii: "\n"), maxSplits: 20, omittingEmptySubsequences: false)
    .map { String(decoding: $0, as: UTF8.self) }
  func word(_ at: Int) -> String { words.indices.contains(at) ? words[at] : "" }

  check(languages: [word(1), word(2)], among: words)
  check(pointer: word(3))
  check(key: word(0))
  let tree = Arrangement(arrangement, info: info, strings: strings, table: table, extra: Array(words.dropFirst(4)))
  guard let storage = try? MemoryStorage(tree.files) else { return 0 }
  do {
    let graph = try BundleGraph.open(storage: storage, name: tree.name)
    for error in graph.errors where error.description.isEmpty { fatalError("an error without a message") }
    for bundle in graph.bundles.prefix(20) { check(bundle, key: word(0), languages: [word(1), word(2)]) }
  } catch {
    if error.description.isEmpty { fatalError("an error without a message") }
  }
  return 0
}

/// Splits the input into parts.
private struct Input {
  var bytes: Slice<UnsafeBufferPointer<UInt8>>

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func part() -> [UInt8] {
    let count = Int(byte()) | Int(byte()) << 8
    let part = Array(bytes.prefix(count))
    bytes = bytes.dropFirst(part.count)
    return part
  }
}

/// The files of a bundle, at the places selected by the input.
private struct Arrangement {
  var name = "Seed.app"
  var files: [(path: String, node: MemoryStorage.Node)] = []

  init(_ choice: UInt8, info: [UInt8], strings: [UInt8], table: [UInt8], extra: [String]) {
    var (folder, resources) = ("", "")
    switch choice & 7 {
    case 0: break
    case 1: (folder, resources) = ("Contents/", "Contents/Resources/")
    case 2:
      (name, folder, resources) = ("Kit.framework", "Versions/A/Resources/", "Versions/A/Resources/")
      files += [
        ("Versions/Current", .link("A")), ("Resources", .link("Versions/Current/Resources")),
        ("Kit", .link("Versions/Current/Kit")),
      ]
    case 3:
      (folder, resources) = ("Wrapper/Inner.app/", "Wrapper/Inner.app/")
      files.append(("WrappedBundle", .link("Wrapper/Inner.app")))
    case 4: (folder, resources) = ("Support Files/", "Resources/")
    case 5: (folder, resources) = ("Resources/", "Resources/")
    case 6: (name, folder) = ("Kit.xcframework", "")
    default: (name, folder) = ("Seed.xcarchive", "")
    }
    files += [
      (folder + "Info.plist", .file(info)), (folder + "Seed", .file([0xCF, 0xFA, 0xED, 0xFE], mode: 0o755)),
      (resources + "fr.lproj/InfoPlist.strings", .file(strings)),
      (resources + "en.lproj/Table.strings", .file(strings)),
      (resources + "en.lproj/Table.stringsdict", .file(table)), (resources + "Localizable.loctable", .file(table)),
      (folder + "PlugIns/Share.appex/Info.plist", .file(strings)),
      (folder + "Frameworks/Kit.framework/Info.plist", .file(info)),
      (folder + "Info-iphoneos.plist", .file(table)),
    ]
    // A platform-specific list replaces the general one, so only half of the inputs have one.
    if choice & 8 == 0 { files.removeLast() }
    for (at, path) in extra.enumerated() {
      let node: MemoryStorage.Node =
        switch (Int(choice >> 4) + at) % 5 {
        case 0: .directory
        // Sometimes the target goes up and down again, so that webs of such links occur.
        case 1:
          .link(
            (path.utf8.count % 4 == 0 ? String(repeating: path + "/../", count: 300) : "")
              + extra[(at + 1) % extra.count])
        case 2: .other
        default: .file(strings)
        }
      // Invalid and duplicate paths would make the whole tree invalid.
      if (try? MemoryStorage(files + [(path, node)])) != nil { files.append((path, node)) }
    }
  }
}

private func check(_ bundle: Bundle, key: String, languages: [String]) {
  for diagnostic in bundle.diagnostics where diagnostic.message.isEmpty { fatalError("a diagnostic without a message") }
  do {
    let localizations = try bundle.localizations()
    for language in languages + localizations.prefix(20) {
      if let path = try bundle.resource(named: "Table", ofType: "strings", language: language) {
        _ = try bundle.files.status(path)
      }
      _ = try bundle.localizedResource(named: "InfoPlist.strings", language: language)
      if let strings = try? bundle.strings(table: "Table", language: language), let found = strings.value(forKey: key) {
        if found.source.list.record(of: found.node) == nil { fatalError("a value of another list") }
      }
    }
    _ = try bundle.localizedInfo(languages: languages)
    for entry in try bundle.files.all().prefix(200) {
      _ = try bundle.files.status(entry.path)
      if bundle.files.steps(to: entry.path) > 2 * 1025 { fatalError("more steps than there may be") }
      _ = try? bundle.files.destination(ofLink: entry.path)
    }
  } catch {
    if "\(error)".isEmpty { fatalError("an error without a message") }
  }
  check(keysOf: bundle.info, asked: key)
}

extension PropertyList {
  /// Returns the node if it belongs to this list.
  fileprivate func record(of node: Node) -> Node? { Int(node.index) < nodeCount ? node : nil }
}

private func check(keysOf info: PropertyList, asked: String) {
  let variants = QualifiedKey.all(in: info)
  for variant in variants.prefix(50) {
    if !QualifiedKey.variants(of: variant.parts.base, in: info).contains(variant) {
      fatalError("a variant its base doesn't know")
    }
  }
  for name in [asked] + variants.prefix(10).map(\.parts.base) {
    for resolution in QualifiedKey.allResolutions(info, name) {
      let single = QualifiedKey.resolve(info, name, platform: resolution.platform, device: resolution.device)
      if single?.node != resolution.node || single?.key != resolution.key { fatalError("two answers for one device") }
    }
  }
  for platform in Bundle.Platform.allCases {
    for entry in QualifiedKey.effective(info, platform: platform).prefix(50) {
      if QualifiedKey.resolve(info, entry.name, platform: platform)?.node != entry.node {
        fatalError("an entry that resolves to another")
      }
    }
  }
}

private func check(key: String) {
  let parts = QualifiedKey.split(key)
  let whole = parts.base + (parts.platform.map { "-" + $0 } ?? "") + (parts.device.map { "~" + $0 } ?? "")
  if Array(whole.utf8) != Array(key.utf8) { fatalError("a key that is more than its parts") }
}

private func check(pointer: String) {
  guard let tokens = JSONPointer.tokens(pointer) else { return }
  let joined = tokens.map { "/" + JSONPointer.escape($0) }.joined()
  if JSONPointer.tokens(joined).map({ $0.map { Array($0.utf8) } }) != tokens.map({ Array($0.utf8) }) {
    fatalError("a pointer that changes")
  }
}

private func check(languages: [String], among localizations: [String]) {
  for language in languages {
    let identifier = LanguageIdentifier(language)
    if identifier.chain.count > 20 { fatalError("an endless chain of parents") }
    if LanguageIdentifier(identifier.canonical).canonical != identifier.canonical {
      fatalError("a canonical form that isn't")
    }
    if let found = Localizations.find(language, in: localizations),
      !localizations.contains(where: { Array($0.utf8) == Array(found.utf8) })
    {
      fatalError("a localization that isn't there")
    }
  }
  let preferred = Localizations.preferred(from: .init(localizations), for: languages)
  if preferred.contains(where: { name in !localizations.contains { Array($0.utf8) == Array(name.utf8) } }) {
    fatalError("a preferred localization that isn't there")
  }
  if Localizations.searchList(.init(localizations), developmentRegion: languages.last, languages: languages)
    .isEmpty
  {
    fatalError("nowhere to look")
  }
}
