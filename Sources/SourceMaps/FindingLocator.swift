import Basics
import PropertyLists
import Reports

struct FindingLocator {
  private static let mostExcerpts = 5000

  private struct Found {
    var place: SourcePlace
    var related: [SourcePlace] = []
    var isAddedByBuild = false
    var list: PropertyList?
    /// The pointer of the value in `list`, or of the place where it is missing; nil to show no lines.
    var pointer: String?
    var excerpt: PropertyListExcerpt?
  }

  private let map: SourceMap
  private let bundle: BundleReport
  private var sources: [String: SourceMap.Entry?] = [:]
  private var digests = ValueDigests()

  init(_ map: SourceMap, _ bundle: BundleReport) { (self.map, self.bundle) = (map, bundle) }

  mutating func locate(_ findings: inout [Finding], _ evidence: EvidenceLevel) {
    /// The findings with a place in each source.
    var shown: [ObjectIdentifier: (list: PropertyList, findings: [(position: Int, proxy: Finding)])] = [:]
    var count = 0
    for position in findings.indices where !findings[position].isOfEarlierBuild {
      let finding = findings[position]
      guard let found = found(finding) else { continue }
      let isNewer = isNewer(found, finding)
      var source = FindingSource(
        place: found.place, related: found.related, isAddedByBuild: found.isAddedByBuild && !isNewer)
      source.isNewer = isNewer
      source.excerpt = evidence >= .excerpts ? found.excerpt : nil
      source.obstacle =
        finding.edits.isEmpty
        ? nil : isNewer ? "\(found.place.file) is newer than the bundle: build it again" : obstacle(finding, found)
      if evidence >= .replacements, !finding.edits.isEmpty, source.obstacle == nil {
        source.replacements =
          found.list?.replacements(for: finding.edits, most: FindingEvidence.mostChangedBytes) ?? []
      }
      findings[position].source = source
      guard evidence >= .excerpts, let list = found.list, let pointer = found.pointer, count < Self.mostExcerpts else {
        continue
      }
      count += 1
      var proxy = finding
      (proxy.line, proxy.column, proxy.keyPath) = (found.place.line, found.place.column, pointer)
      proxy.isMissing = list.value(at: pointer) == nil
      shown[ObjectIdentifier(list), default: (list, [])].findings.append((position, proxy))
    }
    for (list, proxies) in shown.values {
      let excerpts = FindingEvidence.excerpts(of: proxies.map(\.proxy), in: list)
      for (proxy, excerpt) in zip(proxies, excerpts) { findings[proxy.position].source?.excerpt = excerpt }
    }
  }

  /// Whether the bundle was built before its source was changed: the source has a key that the bundle lacks, or `--fix` changed the value.
  private mutating func isNewer(_ found: Found, _ finding: Finding) -> Bool {
    guard let list = found.list, let pointer = finding.keyPath, found.place.setting == nil else { return false }
    if finding.isMissing { return found.pointer == pointer && list.value(at: pointer) != nil }
    guard map.changed[found.place.file]?.contains(pointer) ?? false else { return false }
    return list.value(at: pointer).map { digests.digest(of: $0, in: list) != finding.valueDigest }
      ?? found.isAddedByBuild
  }

  // MARK: Files

  private mutating func found(_ finding: Finding) -> Found? {
    let known = sources[finding.bundleName] ?? map.sources(of: finding.bundleName)
    sources[finding.bundleName] = .some(known)
    guard let source = known else { return nil }
    let file = finding.file ?? ""
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    if bundle.kind == "plist" {
      // The list may be the source.
      if let info = source.info, FileSystem.realPath(bundle.path) == info.real { return nil }
      return info(finding, source)
    }
    if name.isEmpty { return nil }
    if Self.isInfo(file) { return info(finding, source) }
    if finding.keyPath != nil, name == executable(of: finding.bundle) {
      return source.entitlements.flatMap { place(finding, in: $0) }
    }
    if name == "PrivacyInfo.xcprivacy", let privacy = source.privacy { return place(finding, in: privacy) }
    if let path = AssetCatalog.source(of: finding, name, source.catalogs) {
      return Found(place: SourcePlace(file: path))
    }
    return resource(finding, file, source.strings + source.files)
  }

  /// Whether the file at a path in a bundle is its Info.plist, in any layout.
  private static func isInfo(_ file: String) -> Bool {
    let parts = file.split(separator: "/")
    guard parts.last == "Info.plist" else { return false }
    switch parts.count {
    case 1: return true
    case 2: return parts[0] == "Contents" || parts[0] == "Resources"
    default:
      return parts[0] == "Versions" && parts[2] == "Resources" && parts.count == 4
        || (parts[0] == "Wrapper" || parts[0] == "WrappedBundle") && parts.count < 4
    }
  }

  private func executable(of path: String) -> String? {
    guard let build = bundle.builds.first(where: { $0.path.hasSameBytes(as: path) }) else { return nil }
    if let name = build.info["CFBundleExecutable"] ?? nil { return name }
    return build.name.lastIndex(of: ".").map { String(build.name[..<$0]) }
  }

  // MARK: Places

  private func info(_ finding: Finding, _ source: SourceMap.Entry) -> Found? {
    guard let pointer = finding.keyPath, let settings = source.settings else {
      return source.info.flatMap { place(finding, in: $0) }
    }
    let build = bundle.builds.first { $0.path.hasSameBytes(as: finding.bundle) }
    let product = BuildSettings.Product(identifier: finding.bundleName, platform: build?.platform)
    if let info = source.info, let list = info.list, let node = list.value(at: pointer) {
      guard var found = place(finding, in: info), let text = list.string(of: node) else {
        return place(finding, in: info)
      }
      let value = finding.value
      if let name = BuildVariable.whole(text), let assignment = settings.assignment(of: name, value: value, in: product)
      {
        return self.found(settings.followed(assignment, value: value, in: product), usedAt: found.place)
      }
      found.related = BuildVariable.names(in: text).compactMap { name in
        settings.assignment(of: name, value: nil, in: product).map {
          settings.followed($0, value: nil, in: product).place
        }
      }
      return found
    }
    for name in Self.generating(pointer) {
      guard let assignment = settings.assignment(of: name, value: finding.value, in: product) else { continue }
      return self.found(settings.followed(assignment, value: finding.value, in: product), usedAt: nil)
    }
    if let info = source.info { return place(finding, in: info) }
    // A list that is generated from build settings alone.
    return finding.isMissing ? settings.place(of: finding.bundleName).map { Found(place: $0) } : nil
  }

  private func found(_ assignment: BuildSettings.Assignment, usedAt place: SourcePlace?) -> Found {
    Found(
      place: assignment.place, related: place.map { [$0] } ?? [], list: assignment.list,
      pointer: assignment.place.keyPath, excerpt: assignment.excerpt)
  }

  /// The keys that Xcode generates from other settings than `INFOPLIST_KEY_…`.
  private static let generated = [
    "CFBundleDevelopmentRegion": ["DEVELOPMENT_LANGUAGE"], "CFBundleExecutable": ["EXECUTABLE_NAME", "PRODUCT_NAME"],
    "CFBundleIdentifier": ["PRODUCT_BUNDLE_IDENTIFIER"], "CFBundleName": ["PRODUCT_NAME"],
    "CFBundleShortVersionString": ["MARKETING_VERSION"], "CFBundleVersion": ["CURRENT_PROJECT_VERSION"],
    "LSMinimumSystemVersion": ["MACOSX_DEPLOYMENT_TARGET"],
    "MinimumOSVersion": [
      "IPHONEOS_DEPLOYMENT_TARGET", "TVOS_DEPLOYMENT_TARGET", "WATCHOS_DEPLOYMENT_TARGET", "XROS_DEPLOYMENT_TARGET",
    ], "UIDeviceFamily": ["TARGETED_DEVICE_FAMILY"],
  ]

  /// The build settings that a key may come from. In their names, devices follow an underscore: `INFOPLIST_KEY_Key_iPad`.
  private static func generating(_ pointer: String) -> [String] {
    guard let key = JSONPointer.tokens(pointer)?.first else { return [] }
    var name = key
    for (qualifier, suffix) in [("~ipad", "_iPad"), ("~iphone", "_iPhone")] where key.hasSuffix(qualifier) {
      name = String(key.dropLast(qualifier.count)) + suffix
    }
    return ["INFOPLIST_KEY_" + name] + (generated[key] ?? [])
  }

  private func place(_ finding: Finding, in file: SourceFile) -> Found? {
    guard let list = file.list, let pointer = finding.keyPath else {
      // Other files are copied as they are.
      let isText = file.list == nil
      return Found(
        place: SourcePlace(
          file: file.path, line: isText ? finding.line : nil, column: isText ? finding.column : nil))
    }
    return place(pointer, finding, in: list, file.path)
  }

  private func place(_ pointer: String, _ finding: Finding, in list: PropertyList, _ path: String) -> Found {
    func found(_ place: Place, _ pointer: String) -> Found {
      Found(
        place: SourcePlace(
          file: path, line: place.line.map(Int.init), column: place.column.map(Int.init), keyPath: pointer),
        list: list, pointer: pointer)
    }
    if let node = list.value(at: pointer) {
      let key = JSONPointer.tokens(pointer)?.last ?? ""
      guard let container = list.parent(of: node), list.kind(of: container) == .dictionary,
        let position = list.position(of: container, forKey: key)
      else { return found(list.place(of: node), pointer) }
      return found(list.keyPlace(of: container, at: position), pointer)
    }
    let container = list.end(of: pointer)?.container ?? list.root
    var result = found(list.place(of: container), list.pointer(to: container))
    result.isAddedByBuild = !finding.isMissing
    result.pointer = finding.isMissing ? pointer : container == list.root ? nil : result.pointer
    return result
  }

  // MARK: Resources

  private func resource(_ finding: Finding, _ file: String, _ candidates: [SourceFile]) -> Found? {
    let parts = file.split(separator: "/")
    guard let name = parts.last else { return nil }
    let language = parts.dropLast().last.flatMap { $0.hasSuffix(".lproj") ? $0 : nil }
    var best: (file: SourceFile, count: Int)?
    for candidate in candidates {
      let own = candidate.components
      guard own.last == name else { continue }
      let ownLanguage = own.dropLast().last.flatMap { $0.hasSuffix(".lproj") ? $0 : nil }
      guard language == ownLanguage else { continue }
      let count = zip(parts.reversed(), own.reversed()).prefix { $0 == $1 }.count
      if count > best?.count ?? 0 { best = (candidate, count) }
    }
    if let best { return place(finding, in: best.file) }
    guard let table = [".strings", ".stringsdict"].first(where: name.hasSuffix).map({ name.dropLast($0.count) }),
      let catalog = candidates.first(where: { $0.components.last == table + ".xcstrings" }), let list = catalog.list
    else { return nil }
    guard let key = finding.keyPath.flatMap(JSONPointer.tokens)?.first else {
      return Found(place: SourcePlace(file: catalog.path))
    }
    // The deepest part that exists: the source language has no text of its own if it is the key.
    let base = "/strings/" + JSONPointer.escape(key)
    let localized = language.map { "\(base)/localizations/\(JSONPointer.escape(String($0.dropLast(6))))" } ?? base
    let existing = [localized + "/stringUnit/value", localized, base].first { list.value(at: $0) != nil }
    var found = place(existing ?? base, finding, in: list, catalog.path)
    if existing != nil { found.isAddedByBuild = false }
    return found
  }

  // MARK: Edits

  /// Why the edits of a finding cannot be made in its source; nil if they can.
  private mutating func obstacle(_ finding: Finding, _ found: Found) -> String? {
    if let setting = found.place.setting { return "the value comes from the build setting \(setting)" }
    guard let list = found.list, list.format != .json, let pointer = finding.keyPath else {
      return "\(found.place.file) is not a property list or strings file"
    }
    let absent = "\(found.place.file) does not have this key"
    if found.isAddedByBuild { return absent }
    let other = "\(found.place.file) has another value than the bundle"
    if finding.isMissing {
      guard let end = list.end(of: pointer) else { return other }
      guard JSONPointer.tokens(pointer)?.dropLast() == JSONPointer.tokens(list.pointer(to: end.container))?[...] else {
        return "\(found.place.file) does not have the dictionary of this key"
      }
      if digests.digest(around: end.container, in: list) != finding.valueDigest { return other }
    } else {
      guard let node = list.value(at: pointer) else { return absent }
      guard let digest = digests.digest(of: node, in: list), digest == finding.valueDigest else { return other }
      // Positions mean the same elements only in equal lists.
      if finding.edits.contains(where: { $0.operation == .remove }),
        digests.digest(ofListAround: node, in: list) != finding.listDigest
      {
        return "\(found.place.file) has another list than the bundle"
      }
    }
    for edit in finding.edits {
      if case .add = edit.operation {
        // Whether an element was added before is known only if the whole array is compared.
        if edit.keyPath.hasSuffix("/-"), finding.isMissing || !edit.keyPath.hasPrefix(pointer + "/") {
          return "the change concerns other keys, too"
        }
        if list.value(at: edit.keyPath) != nil { return "\(found.place.file) already has \(edit.keyPath)" }
      } else if edit.keyPath != pointer, !edit.keyPath.hasPrefix(pointer + "/") {
        return "the change concerns other keys, too"
      }
    }
    return nil
  }
}
