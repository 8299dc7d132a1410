import Basics
package import BuildRecords
package import Bundles
package import PropertyLists

/// The sets by which a rule can say that a build has the same things as the one before it.
package enum ComparedSet: String, CaseIterable, Sendable {
  case entitlements
  case privacy
  case frameworks
  case extensions
  case localizations
  case urlSchemes = "url-schemes"
  case queriedSchemes = "queried-schemes"
  case usageDescriptions = "usage-descriptions"
  case backgroundModes = "background-modes"
  case transportSecurity = "transport-security"

  package enum Source { case info, entitlements, files }

  package var noun: String { facts.noun }

  package var summary: String { facts.summary }

  package var source: Source { facts.source }

  private var facts: (noun: String, source: Source, summary: String) {
    switch self {
    case .entitlements:
      ("entitlement", .entitlements, "the entitlements in the executable's signature, each element of a list by itself")
    case .privacy:
      (
        "entry of the privacy manifest", .files,
        "tracking, tracking domains, collected data and accessed APIs of the privacy manifests"
      )
    case .frameworks: ("framework or library", .files, "the nested frameworks, and the libraries beside them")
    case .extensions:
      ("extension or nested application", .files, "the nested extensions and applications, such as App Clips")
    case .localizations: ("localization", .files, "the localizations")
    case .urlSchemes: ("URL scheme", .info, "the URL schemes in `CFBundleURLTypes`")
    case .queriedSchemes: ("queried URL scheme", .info, "the schemes in `LSApplicationQueriesSchemes`")
    case .usageDescriptions: ("usage description", .info, "the keys of Info.plist that end in `UsageDescription`")
    case .backgroundModes: ("background mode", .info, "the modes in `UIBackgroundModes`")
    case .transportSecurity: ("setting of transport security", .info, "the settings in `NSAppTransportSecurity`")
    }
  }

  /// The key of Info.plist that has its members; nil if they are elsewhere, or at the top.
  package var key: String? {
    switch self {
    case .urlSchemes: "CFBundleURLTypes"
    case .queriedSchemes: "LSApplicationQueriesSchemes"
    case .backgroundModes: "UIBackgroundModes"
    case .transportSecurity: "NSAppTransportSecurity"
    default: nil
    }
  }
}

package struct SetMembers {
  package enum Place {
    case entry(list: Int, container: PropertyList.Node, position: Int)
    case file(String)
    case bundle
  }

  package struct Member {
    package let name: String
    package let value: String?
    package let place: Place
  }

  /// The property lists that members come from, each with its path in the bundle; nil for Info.plist and entitlements.
  package private(set) var lists: [(list: PropertyList, file: String?)] = []
  package private(set) var members: [Member] = []

  package func recorded(as name: String) -> BuildSet {
    BuildSet(name: name, members: members.map { BuildSet.Member(name: $0.name, value: $0.value) })
  }

  private mutating func add(_ name: String, _ value: String? = nil, at place: Place) {
    members.append(Member(name: name, value: value, place: place))
  }

  // MARK: Property lists

  package init(_ set: ComparedSet, info: PropertyList) {
    lists = [(info, nil)]
    if set == .usageDescriptions {
      for position in 0..<info.count(of: info.root) {
        let key = info.key(of: info.root, at: position)
        if key.hasSuffix("UsageDescription") { add(key, at: .entry(list: 0, container: info.root, position: position)) }
      }
      return
    }
    guard let key = set.key, let position = info.position(of: info.root, forKey: key),
      let node = info.element(of: info.root, at: position)
    else { return }
    switch set {
    case .urlSchemes:
      for position in 0..<info.count(of: node) {
        guard let type = info.element(of: node, at: position), info.kind(of: type) == .dictionary,
          let schemes = info.value(of: type, forKey: "CFBundleURLSchemes")
        else { continue }
        addStrings(of: schemes, in: info)
      }
    case .transportSecurity: addLeaves(of: node, (info.root, position), "", in: info)
    default: addStrings(of: node, in: info)
    }
  }

  /// Reads a list of entitlements. `false` and an empty list grant nothing.
  package init(entitlements list: PropertyList?) {
    guard let list else { return }
    lists = [(list, nil)]
    for position in 0..<list.count(of: list.root) {
      guard let node = list.element(of: list.root, at: position) else { continue }
      let key = list.key(of: list.root, at: position)
      let place = Place.entry(list: 0, container: list.root, position: position)
      switch list.kind(of: node) {
      case .boolean: if list.boolean(of: node) == true { add(key, at: place) }
      case .array:
        for element in 0..<list.count(of: node) {
          guard let value = list.element(of: node, at: element) else { continue }
          add("\(key) \(CanonicalText.of(value, in: list))", at: place)
        }
      default: add(key, CanonicalText.of(node, in: list), at: place)
      }
    }
  }

  private mutating func addStrings(of array: PropertyList.Node, in list: PropertyList) {
    guard list.kind(of: array) == .array else { return }
    for position in 0..<list.count(of: array) {
      guard let node = list.element(of: array, at: position), let text = list.string(of: node) else { continue }
      add(text, at: .entry(list: 0, container: array, position: position))
    }
  }

  /// Adds every value that is not a dictionary, by its path.
  private mutating func addLeaves(
    of node: PropertyList.Node, _ place: (container: PropertyList.Node, position: Int), _ path: String,
    in list: PropertyList
  ) {
    guard list.kind(of: node) == .dictionary else {
      return add(
        path.isEmpty ? "NSAppTransportSecurity" : path, CanonicalText.of(node, in: list),
        at: .entry(list: 0, container: place.container, position: place.position))
    }
    for position in 0..<list.count(of: node) {
      guard let child = list.element(of: node, at: position) else { continue }
      let key = list.key(of: node, at: position)
      addLeaves(of: child, (node, position), path.isEmpty ? key : "\(path)/\(key)", in: list)
    }
  }

  // MARK: Files

  /// Reads a set of a bundle's files and nested bundles. Throws if files cannot be listed or read.
  package init(_ set: ComparedSet, of bundle: Bundle, in graph: BundleGraph) throws(StorageError) {
    switch set {
    case .frameworks:
      addNested(in: bundle, of: graph) { $0 == .framework }
      let folder = bundle.layout == .contents ? "Contents/Frameworks" : "Frameworks"
      do throws(StorageError) {
        for entry in try bundle.files.list(folder) where entry.type != .directory && entry.name.hasSuffix(".dylib") {
          add(entry.name, at: .file(BundlePath.join(folder, entry.name)))
        }
      } catch { if !error.isUnresolvable { throw error } }
    case .extensions: addNested(in: bundle, of: graph) { $0 == .extension || $0 == .application }
    case .localizations: for name in try bundle.localizations() { add(name, at: .bundle) }
    case .privacy: try addPrivacy(of: bundle, in: graph)
    default: break
    }
  }

  private mutating func addNested(in bundle: Bundle, of graph: BundleGraph, _ isMeant: (Bundle.Kind) -> Bool) {
    let above = bundle.path.isEmpty ? 0 : bundle.path.utf8.count + 1
    for child in graph.children(of: bundle) where isMeant(child.kind) {
      add(child.name, at: .file(String(decoding: child.path.utf8.dropFirst(above), as: UTF8.self)))
    }
  }

  private static let manifest = "PrivacyInfo.xcprivacy"

  /// The manifests in a bundle; nested bundles have their own.
  private mutating func addPrivacy(of bundle: Bundle, in graph: BundleGraph) throws(StorageError) {
    let above = bundle.path.isEmpty ? 0 : bundle.path.utf8.count + 1
    let nested = Set(graph.children(of: bundle).map { Array($0.path.utf8.dropFirst(above)) })
    let own = BundlePath.join(bundle.resourcesPath, Self.manifest)
    for entry in try bundle.files.all() where entry.type == .file && entry.isNameValid {
      guard BundlePath.lastComponent(entry.path) == Self.manifest, !BundlePath.isInside(nested, entry.path.utf8) else {
        continue
      }
      let bytes = try bundle.files.read(entry.path)
      guard let list = try? PropertyList.parse(bytes, file: entry.path), list.kind(of: list.root) == .dictionary else {
        throw StorageError(.system, path: entry.path, detail: "it is not a property list with a dictionary")
      }
      lists.append((list, entry.path))
      addPrivacy(list, lists.count - 1, entry.path.hasSameBytes(as: own) ? "" : " (\(entry.path))")
    }
  }

  private mutating func addPrivacy(_ list: PropertyList, _ number: Int, _ suffix: String) {
    func texts(_ key: String, of node: PropertyList.Node) -> [String] {
      guard let array = list.value(of: node, forKey: key), list.kind(of: array) == .array else { return [] }
      return (0..<list.count(of: array)).compactMap { list.element(of: array, at: $0).flatMap { list.string(of: $0) } }
    }
    func isTrue(_ key: String, of node: PropertyList.Node) -> Bool {
      list.value(of: node, forKey: key).flatMap { list.boolean(of: $0) } ?? false
    }
    for position in 0..<list.count(of: list.root) {
      guard let value = list.element(of: list.root, at: position) else { continue }
      let place = Place.entry(list: number, container: list.root, position: position)
      let key = list.key(of: list.root, at: position)
      switch key {
      case "NSPrivacyTracking": if list.boolean(of: value) == true { add("tracking" + suffix, at: place) }
      case "NSPrivacyTrackingDomains":
        for domain in texts(key, of: list.root) { add("tracking domain \(domain)" + suffix, at: place) }
      case "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes":
        guard list.kind(of: value) == .array else { continue }
        for element in 0..<list.count(of: value) {
          guard let node = list.element(of: value, at: element), list.kind(of: node) == .dictionary else { continue }
          let place = Place.entry(list: number, container: value, position: element)
          if key == "NSPrivacyAccessedAPITypes" {
            guard let type = list.value(of: node, forKey: "NSPrivacyAccessedAPIType").flatMap({ list.string(of: $0) })
            else { continue }
            for reason in texts("NSPrivacyAccessedAPITypeReasons", of: node) {
              add("accessed API \(type), reason \(reason)" + suffix, at: place)
            }
          } else if let type = list.value(of: node, forKey: "NSPrivacyCollectedDataType").flatMap({
            list.string(of: $0)
          }) {
            let uses =
              [
                isTrue("NSPrivacyCollectedDataTypeLinked", of: node) ? "linked" : nil,
                isTrue("NSPrivacyCollectedDataTypeTracking", of: node) ? "tracking" : nil,
              ].compactMap(\.self) + texts("NSPrivacyCollectedDataTypePurposes", of: node).sortedByBytes()
            add("collected data \(type)" + suffix, uses.joined(separator: ", "), at: place)
          }
        }
      default: break
      }
    }
  }
}

/// A value as text, to compare it with another. A long text ends in its digest.
enum CanonicalText {
  private static let limit = 160

  static func of(_ node: PropertyList.Node, in list: PropertyList) -> String {
    var text = ""
    write(node, list, &text)
    guard text.utf8.count > limit else { return text }
    return text.shortened(to: 60) + " sha256:" + SHA256Digest(of: Array(text.utf8)).hexadecimal.prefix(16)
  }

  private static func write(_ node: PropertyList.Node, _ list: PropertyList, _ text: inout String) {
    switch list.kind(of: node) {
    case .dictionary:
      text += "{"
      for rank in 0..<list.count(of: node) {
        let position = list.sortedPosition(of: node, rank: rank)
        guard let value = list.element(of: node, at: position) else { continue }
        text += "\(rank > 0 ? ", " : "")\(list.key(of: node, at: position)): "
        write(value, list, &text)
      }
      text += "}"
    case .array, .set:
      text += "["
      for position in 0..<list.count(of: node) {
        guard let value = list.element(of: node, at: position) else { continue }
        if position > 0 { text += ", " }
        write(value, list, &text)
      }
      text += "]"
    case .string: text += list.string(of: node) ?? ""
    case .data: text += "data " + Hexadecimal.text(of: list.data(of: node).map { [UInt8]($0) } ?? [])
    default: text += ValueText.describe(node, in: list)
    }
  }
}
