import Basics
import ProjectFiles
import PropertyLists
import Reports

struct BuildSettings: Sendable {
  struct Product {
    let identifier: String
    let platform: String?
  }

  struct Assignment: Sendable {
    /// From the least to the most specific: for all targets, in a file that a target is based on, in a target.
    enum Level: Sendable, CaseIterable { case shared, file, target }

    let name: String
    let value: String
    var place: SourcePlace
    /// The project and the pointer of an assignment in it.
    var list: PropertyList?
    /// The lines around an assignment in a configuration file.
    var excerpt: PropertyListExcerpt?
    /// The target that it is for; nil for all.
    fileprivate(set) var target: Int?
    private(set) var configuration: String?
    fileprivate(set) var level = Level.shared
    /// Whether it is for some systems or architectures only.
    private(set) var isConditional = false
    /// The patterns of SDKs, such as `iphoneos*`.
    private var systems: [String] = []

    init(_ name: String, _ conditions: [String], _ value: String, _ place: SourcePlace) {
      (self.name, self.value, self.place) = (name, value, place)
      for condition in conditions.flatMap({ $0.split(separator: ",") }) {
        let parts = condition.split(separator: "=", maxSplits: 1).map { String($0.filter { $0 != " " }) }
        if parts.count == 2, parts[0] == "config", parts[1] != "*" {
          restrict(to: parts[1])
        } else if parts.first != "config" {
          isConditional = true
          if parts.count == 2, parts[0] == "sdk" { systems.append(parts[1]) }
        }
      }
    }

    /// Limits it to a configuration. Release is what ships, so only others are shown.
    fileprivate mutating func restrict(to name: String) {
      configuration = name
      if name != "Release" { place.configuration = name }
    }

    func applies(to platform: String?) -> Bool {
      let names: [String]
      switch platform {
      case "ios": names = ["iphoneos", "iphonesimulator"]
      case "macos", "catalyst": names = ["macosx"]
      case "tvos": names = ["appletvos", "appletvsimulator"]
      case "watchos": names = ["watchos", "watchsimulator"]
      case "visionos": names = ["xros", "xrsimulator"]
      default: return true
      }
      return systems.allSatisfy { pattern in
        let start = pattern.prefix { $0.isLetter }
        return names.contains { $0.hasPrefix(start) }
      }
    }
  }

  struct Target: Sendable {
    let name: String
    let productType: String?
    let configurations: [String]
    let folders: [String]
    let project: String
    var place: SourcePlace
    /// Its bundle identifiers, with `BuildVariable.unknown` for settings that are not known.
    fileprivate(set) var identifiers: Set<String> = []

    /// Whether it is built into a bundle that people get.
    var isProduct: Bool {
      !["unit-test", "ui-testing", "library", "tool"].contains { productType?.contains($0) ?? false }
    }
  }

  private(set) var targets: [Target] = []
  private var assignments: [String: [Assignment]] = [:]
  private var count = 0
  private var first: SourcePlace?

  private static let mostAssignments = 1_000_000

  init(_ names: [ProjectFile.Text], _ reader: inout SourceReader) throws(ProjectFileError) {
    var files: [(file: SourceFile, name: ProjectFile.Text)] = []
    for name in names {
      for file in try reader.files(.settings, [name]) { files.append((file, name)) }
    }
    // Of files that projects name, the target and the configuration are known.
    var based: Set<String> = []
    let projects = files.map { $0.file.list.map(XcodeProject.init) }
    for ((file, _), project) in zip(files, projects) {
      for base in project?.bases ?? [] { based.insert(FileSystem.realPath(Self.path(base, of: file.path)) ?? "") }
    }
    for ((file, name), project) in zip(files, projects) {
      first = first ?? SourcePlace(file: file.path)
      if let project, let list = file.list {
        try add(project, list, file.path, name, &reader)
      } else if !based.contains(file.real) {
        for assignment in try reader.assignments(file.path, name, isNamed: true) { add(assignment) }
      }
      if count > Self.mostAssignments {
        throw reader.error(.invalid, .settings, name, "with which there are more than \(Self.mostAssignments) settings")
      }
    }
    for target in targets.indices { targets[target].identifiers = identifiers(of: target) }
  }

  private mutating func add(_ assignment: Assignment) {
    count += 1
    assignments[assignment.name, default: []].append(assignment)
  }

  static func path(_ name: String, of project: String) -> String {
    let folder = project.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
    return name.hasPrefix("/") || folder.isEmpty && !project.hasPrefix("/") ? name : folder + "/" + name
  }

  private mutating func add(
    _ project: XcodeProject, _ list: PropertyList, _ file: String, _ name: ProjectFile.Text,
    _ reader: inout SourceReader
  ) throws(ProjectFileError) {
    for owner in project.owners {
      let target = owner.target == nil ? nil : targets.count
      if let name = owner.target {
        targets.append(
          Target(
            name: name, productType: owner.productType, configurations: owner.configurations.map(\.name),
            folders: owner.folders, project: file, place: SourcePlace(file: file)))
      }
      for configuration in owner.configurations {
        if let base = configuration.base.map({ Self.path($0, of: file) }), reader.contains(base) {
          for var assignment in try reader.assignments(base, name, isNamed: false) {
            if let own = assignment.configuration, own != configuration.name { continue }
            assignment.restrict(to: configuration.name)
            (assignment.target, assignment.level) = (target, target == nil ? .shared : .file)
            add(assignment)
          }
        }
        let settings = configuration.settings
        func place(_ place: Place, _ node: PropertyList.Node, _ setting: String?) -> SourcePlace {
          SourcePlace(
            file: file, line: place.line.map(Int.init), column: place.column.map(Int.init),
            keyPath: list.pointer(to: node), setting: setting)
        }
        if let target { targets[target].place = place(list.place(of: settings), settings, nil) }
        for position in 0..<list.count(of: settings) {
          guard let node = list.element(of: settings, at: position) else { continue }
          let parts = list.key(of: settings, at: position).split(separator: "[").map(String.init)
          guard let name = parts.first else { continue }
          var assignment = Assignment(
            name, parts.dropFirst().map { String($0.prefix { $0 != "]" }) }, list.string(of: node) ?? "",
            place(list.keyPlace(of: settings, at: position), node, name))
          assignment.restrict(to: configuration.name)
          (assignment.target, assignment.level, assignment.list) = (target, target == nil ? .shared : .target, list)
          add(assignment)
        }
      }
    }
  }

  // MARK: Values

  private struct Scope {
    let target: Int?
    let configuration: String?
  }

  private func nearest(_ name: String, _ scope: Scope) -> [Assignment] {
    let own = (assignments[name] ?? []).filter { assignment in
      (assignment.target == nil || assignment.target == scope.target)
        && (assignment.configuration ?? scope.configuration) == (scope.configuration ?? assignment.configuration)
    }
    for level in Assignment.Level.allCases.reversed() {
      let found = own.filter { $0.level == level }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Replaces the settings in a string; `steps` bounds the work, also for settings that refer to each other.
  private func expanded(_ text: String, _ scope: Scope, _ steps: inout Int, depth: Int = 0) -> String {
    steps -= 1
    if steps < 0 || depth > 16 { return BuildVariable.unknown }
    return BuildVariable.expanded(text) { name in
      switch name {
      case "TARGET_NAME": return scope.target.map { targets[$0].name } ?? BuildVariable.unknown
      case "CONFIGURATION": return scope.configuration ?? BuildVariable.unknown
      case "SRCROOT", "PROJECT_DIR", "SOURCE_ROOT": return "."
      default: break
      }
      let values = Set(nearest(name, scope).map(\.value))
      if let value = values.first {
        return values.count == 1 ? expanded(value, scope, &steps, depth: depth + 1) : BuildVariable.unknown
      }
      let usual = ["PRODUCT_NAME": "$(TARGET_NAME)", "EXECUTABLE_NAME": "$(PRODUCT_NAME)"][name]
      return usual.map { expanded($0, scope, &steps, depth: depth + 1) } ?? BuildVariable.unknown
    }
  }

  func assigns(_ name: String, toTarget target: Int) -> Bool {
    !nearest(name, Scope(target: target, configuration: targets[target].configurations.last)).isEmpty
  }

  /// The value of a setting in the last configuration of a target, which is Release if it has that; nil if it is not known.
  func value(of name: String, inTarget target: Int) -> String? {
    let scope = Scope(target: target, configuration: targets[target].configurations.last)
    guard assigns(name, toTarget: target) else { return nil }
    var steps = Self.mostSteps
    let value = expanded("$(\(name))", scope, &steps)
    return value.contains(BuildVariable.unknown) ? nil : value
  }

  private static let mostSteps = 1000

  private func identifiers(of target: Int) -> Set<String> {
    var found: Set<String> = []
    for configuration in targets[target].configurations {
      let scope = Scope(target: target, configuration: configuration)
      let assigned = nearest("PRODUCT_BUNDLE_IDENTIFIER", scope)
      var steps = Self.mostSteps
      for assignment in assigned { found.insert(expanded(assignment.value, scope, &steps)) }
      if assigned.isEmpty { found.insert(BuildVariable.unknown) }
    }
    return found
  }

  /// The targets with an identifier, or else the only one that may have it. Several that may have it are not clear.
  private func owners(of identifier: String) -> (found: [Int], unclear: [Int]) {
    let exact = targets.indices.filter { targets[$0].identifiers.contains(identifier) }
    if !exact.isEmpty { return (exact, []) }
    let possible = targets.indices.filter { target in
      targets[target].isProduct && targets[target].identifiers.contains { BuildVariable.matches(identifier, $0) }
    }
    return possible.count == 1 ? (possible, []) : ([], possible)
  }

  // MARK: Looking up

  /// Returns the assignment that a bundle's value comes from: the most specific with that value, or else the last unconditional one, if it
  /// is for Release.
  func assignment(of name: String, value: String?, in product: Product) -> Assignment? {
    let (found, unclear) = owners(of: product.identifier)
    let own = (assignments[name] ?? []).filter { assignment in
      assignment.applies(to: product.platform)
        && (assignment.target.map { found.contains($0) || unclear.contains($0) } ?? true)
    }
    let levels = Assignment.Level.allCases.reversed().map { level in own.filter { $0.level == level } }
    let isUnclear = own.contains { $0.target.map(unclear.contains) ?? false }
    for isKnown in value == nil ? [] : [true, false] {
      for level in levels {
        let equal = level.filter { has($0, value ?? "", isKnown: isKnown, found.last) }
        if equal.isEmpty { continue }
        return isUnclear && equal.count > 1 ? nil : equal.last
      }
    }
    if isUnclear { return nil }
    for level in levels {
      let shipped = level.filter(isShipped)
      if let last = shipped.last(where: { !$0.isConditional }) ?? shipped.last { return last }
    }
    return nil
  }

  private func has(_ assignment: Assignment, _ value: String, isKnown: Bool, _ target: Int?) -> Bool {
    var steps = Self.mostSteps
    let scope = Scope(target: assignment.target ?? target, configuration: assignment.configuration)
    let expanded = expanded(assignment.value, scope, &steps)
    if expanded == BuildVariable.unknown || expanded.contains(BuildVariable.unknown) == isKnown { return false }
    let words = ["true": "YES", "false": "NO"]
    return BuildVariable.matches(value, expanded) || words[value] == expanded
  }

  /// Whether it is for Release, or for any configuration other than Debug if there is no Release.
  private func isShipped(_ assignment: Assignment) -> Bool {
    guard let configuration = assignment.configuration, configuration != "Release" else { return true }
    let isUsual = { (target: Target) in target.configurations.contains("Release") }
    return configuration != "Debug"
      && !(assignment.target.map { isUsual(targets[$0]) } ?? targets.contains(where: isUsual))
  }

  /// Follows an assignment whose value is only another setting.
  func followed(_ assignment: Assignment, value: String?, in product: Product) -> Assignment {
    var found = assignment
    for _ in 0..<16 {
      guard let name = BuildVariable.whole(found.value),
        let next = self.assignment(of: name, value: value, in: product), next.place != found.place
      else { break }
      found = next
    }
    return found
  }

  func place(of identifier: String) -> SourcePlace? {
    owners(of: identifier).found.last.map { targets[$0].place } ?? first
  }
}
