import Basics
import ProjectFiles
import PropertyLists
import Reports

/// The assignments of build settings in configuration files and Xcode projects.
struct BuildSettings: Sendable {
  struct Assignment: Sendable {
    let value: String
    let place: SourcePlace
    /// Whether it is for some systems or architectures only.
    let isConditional: Bool
    /// The project and the pointer of an assignment in it.
    var list: PropertyList?
    /// The lines around an assignment in a configuration file.
    var excerpt: PropertyListExcerpt?
    /// The targets that it is for; nil for all.
    var target: Int?
  }

  private var assignments: [String: [Assignment]] = [:]
  /// The bundle identifiers of each target, and the place of its settings.
  private var targets: [(identifiers: Set<String>, place: SourcePlace)] = []
  private var first: SourcePlace?

  /// The most files that configuration files include.
  private static let mostIncluded = 100

  init(_ names: [ProjectFile.Text], _ reader: inout SourceReader) throws(ProjectFileError) {
    for name in names {
      for file in try reader.files(.settings, [name]) {
        first = first ?? SourcePlace(file: file.path)
        if let list = file.list {
          addProject(list, file.path)
        } else {
          var included: Set<String> = []
          try addConfiguration(file.path, file.bytes, name, &included, &reader)
        }
      }
    }
  }

  // MARK: Looking up

  /// Returns the assignment that a bundle's value comes from: the last that equals the value, or else the last unconditional one.
  func assignment(of name: String, value: String?, in bundle: String) -> Assignment? {
    let own = (assignments[name] ?? []).filter { assignment in
      assignment.target.map { targets[$0].identifiers.contains(bundle) } ?? true
    }
    let nearest = own.contains { $0.target != nil } ? own.filter { $0.target != nil } : own
    let found =
      value.flatMap { value in nearest.last { $0.value == value } ?? own.last { $0.value == value } }
      ?? nearest.last { !$0.isConditional } ?? nearest.last
    return found
  }

  /// Follows an assignment whose value is only another setting.
  func followed(_ assignment: Assignment, value: String?, in bundle: String) -> Assignment {
    var found = assignment
    for _ in 0..<16 {
      guard let name = BuildVariable.whole(found.value),
        let next = self.assignment(of: name, value: value, in: bundle), next.place != found.place
      else { break }
      found = next
    }
    return found
  }

  /// The place of the settings of a bundle's target, for keys that are nowhere.
  func place(of bundle: String) -> SourcePlace? {
    targets.last { $0.identifiers.contains(bundle) }?.place ?? first
  }

  // MARK: Configuration files

  private mutating func addConfiguration(
    _ path: String, _ bytes: [UInt8], _ name: ProjectFile.Text, _ included: inout Set<String>,
    _ reader: inout SourceReader
  ) throws(ProjectFileError) {
    guard included.count < Self.mostIncluded, included.insert(FileSystem.realPath(path) ?? path).inserted else {
      return
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw reader.error(.invalid, .settings, name, "but \(path) is not UTF-8")
    }
    let scalars = text.unicodeScalars
    let lines = (scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...])
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (position, line) in lines.enumerated() {
      let number = position + 1
      let content = String(line.last == "\r" ? line.dropLast() : line)
      if let file = Self.included(content) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let target = file.path.hasPrefix("/") ? file.path : folder + file.path
        // Generated files may be missing, and files of other projects are outside.
        if reader.contains(target) {
          try addConfiguration(target, try reader.bytes(.settings, target, name), name, &included, &reader)
        } else if !file.isOptional, !file.path.hasPrefix("<"), FileSystem.realPath(target) == nil {
          throw reader.error(
            .missing, .settings, name, "but \(path):\(number) includes \(file.path), which does not exist")
        }
      } else if let assigned = Self.assigned(content) {
        let place = SourcePlace(file: path, line: number, column: assigned.column, setting: assigned.name)
        var assignment = Assignment(value: assigned.value, place: place, isConditional: assigned.isConditional)
        assignment.excerpt = Self.excerpt(content, number, assigned)
        assignments[assigned.name, default: []].append(assignment)
      }
    }
  }

  private static func included(_ line: String) -> (path: String, isOptional: Bool)? {
    var rest = line.drop(while: \.isWhitespace)
    guard rest.hasPrefix("#include") else { return nil }
    rest = rest.dropFirst("#include".count)
    let isOptional = rest.hasPrefix("?")
    let parts = rest.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 2 ? (String(parts[1]), isOptional) : nil
  }

  private struct Assigned {
    let name: String
    let value: String
    let isConditional: Bool
    let column: Int
  }

  private static func assigned(_ line: String) -> Assigned? {
    let blanks = line.unicodeScalars.prefix { $0 == " " || $0 == "\t" }.count
    var rest = line.unicodeScalars.dropFirst(blanks)
    let name = String(
      rest.prefix { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_") })
    rest = rest.dropFirst(name.unicodeScalars.count)
    if name.isEmpty { return nil }
    let isConditional = rest.first == "["
    while rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      rest = rest[rest.index(after: end)...]
    }
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard rest.first == "=" else { return nil }
    var text = String.UnicodeScalarView()
    for scalar in rest.dropFirst() {
      if scalar == "/", text.last == "/" {
        text.removeLast()
        break
      }
      text.append(scalar)
    }
    var value = trimmed(String(text))
    if value.hasSuffix(";") { value = trimmed(String(value.dropLast())) }
    return Assigned(name: name, value: value, isConditional: isConditional, column: blanks + 1)
  }

  private static func trimmed(_ text: String) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  private static func excerpt(_ line: String, _ number: Int, _ assigned: Assigned) -> PropertyListExcerpt? {
    guard line.unicodeScalars.count <= PropertyListExcerpt.mostCharacters, !line.contains("\t") else { return nil }
    var shown = PropertyListExcerpt.Line(line, number: number, mark: .found)
    shown.key = (assigned.column - 1)..<(assigned.column - 1 + assigned.name.unicodeScalars.count)
    return PropertyListExcerpt(form: .source, lines: [shown])
  }

  // MARK: Xcode projects

  private mutating func addProject(_ list: PropertyList, _ file: String) {
    let project = XcodeProject(list)
    for owner in project.owners {
      var target: Int?
      if !owner.isProject {
        target = targets.count
        targets.append(([], SourcePlace(file: file)))
      }
      for settings in owner.settings {
        if let target {
          let place = list.place(of: settings)
          targets[target].place = SourcePlace(
            file: file, line: place.line.map(Int.init), column: place.column.map(Int.init),
            keyPath: list.pointer(to: settings))
        }
        for position in 0..<list.count(of: settings) {
          guard let node = list.element(of: settings, at: position) else { continue }
          let key = list.key(of: settings, at: position)
          let name = String(key.prefix { $0 != "[" })
          let value = list.string(of: node) ?? ""
          if let target, name == "PRODUCT_BUNDLE_IDENTIFIER" { targets[target].identifiers.insert(value) }
          let place = list.keyPlace(of: settings, at: position)
          assignments[name, default: []].append(
            Assignment(
              value: value,
              place: SourcePlace(
                file: file, line: place.line.map(Int.init), column: place.column.map(Int.init),
                keyPath: list.pointer(to: node), setting: name), isConditional: name.utf8.count < key.utf8.count,
              list: list, target: target))
        }
      }
    }
  }
}

/// The build configurations in a project.pbxproj.
private struct XcodeProject {
  struct Owner {
    let isProject: Bool
    /// The dictionaries of settings, with the configuration Release last.
    let settings: [PropertyList.Node]
  }

  private(set) var owners: [Owner] = []

  init(_ list: PropertyList) {
    guard let objects = list.value(of: list.root, forKey: "objects") else { return }
    func object(_ id: PropertyList.Node?) -> PropertyList.Node? {
      id.flatMap(list.string).flatMap { list.value(of: objects, forKey: $0) }
    }
    for position in 0..<list.count(of: objects) {
      guard list.kind(of: objects) == .dictionary, let owner = list.element(of: objects, at: position),
        let isa = list.value(of: owner, forKey: "isa").flatMap(list.string),
        isa == "PBXProject" || isa.hasSuffix("Target"),
        let configurations = object(list.value(of: owner, forKey: "buildConfigurationList")).flatMap({
          list.value(of: $0, forKey: "buildConfigurations")
        })
      else { continue }
      var settings: [(isRelease: Bool, node: PropertyList.Node)] = []
      for index in 0..<list.count(of: configurations) {
        guard let configuration = object(list.element(of: configurations, at: index)),
          let node = list.value(of: configuration, forKey: "buildSettings"), list.kind(of: node) == .dictionary
        else { continue }
        settings.append((list.value(of: configuration, forKey: "name").flatMap(list.string) == "Release", node))
      }
      let sorted = settings.filter { !$0.isRelease } + settings.filter(\.isRelease)
      owners.append(Owner(isProject: isa == "PBXProject", settings: sorted.map(\.node)))
    }
  }
}

/// References to build settings: `$(NAME)`, `${NAME}`, `$(NAME:modifier)`.
enum BuildVariable {
  /// The names that a string refers to.
  static func names(in text: String) -> [String] { references(text).map(\.name) }

  /// The name if the string is a single reference.
  static func whole(_ text: String) -> String? {
    let found = references(text)
    guard found.count == 1, let first = found.first, first.length == text.utf8.count else { return nil }
    return first.name
  }

  private static func references(_ text: String) -> [(name: String, length: Int)] {
    var found: [(name: String, length: Int)] = []
    let bytes = Array(text.utf8)
    var position = 0
    while position + 3 < bytes.count {
      let close: UInt8? =
        switch (bytes[position], bytes[position + 1]) {
        case (UInt8(ascii: "$"), UInt8(ascii: "(")): UInt8(ascii: ")")
        case (UInt8(ascii: "$"), UInt8(ascii: "{")): UInt8(ascii: "}")
        default: nil
        }
      guard let close, let end = bytes[(position + 2)...].firstIndex(of: close) else {
        position += 1
        continue
      }
      let name = bytes[(position + 2)..<end].prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
      if !name.isEmpty { found.append((String(decoding: name, as: UTF8.self), end + 1 - position)) }
      position = end + 1
    }
    return found
  }
}
