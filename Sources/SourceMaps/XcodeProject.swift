import PropertyLists

struct XcodeProject {
  struct Configuration {
    let name: String
    let settings: PropertyList.Node
    /// The path of the configuration file that it is based on, as seen from the folder of the project.
    let base: String?
  }

  struct Owner {
    /// Nil for the project.
    let target: String?
    /// `com.apple.product-type.application`, for example.
    let productType: String?
    /// The folders with all of the target's files, as seen from the folder of the project.
    let folders: [String]
    /// The configurations, with Release last.
    let configurations: [Configuration]
  }

  private(set) var owners: [Owner] = []
  private let list: PropertyList
  private let objects: PropertyList.Node
  private var groups: [String: String] = [:]

  init(_ list: PropertyList) {
    self.list = list
    objects = list.value(of: list.root, forKey: "objects") ?? list.root
    guard list.kind(of: objects) == .dictionary else { return }
    var found: [String: [PropertyList.Node]] = [:]
    for position in 0..<list.count(of: objects) {
      guard let object = list.element(of: objects, at: position) else { continue }
      for child in elements(object, "children") { groups[child] = list.key(of: objects, at: position) }
      found[text(object, "isa") ?? "", default: []].append(object)
    }
    let projects = (found["PBXProject"] ?? []).map { (owner: $0, isProject: true) }
    // The project comes first: its targets take precedence.
    for (owner, isProject) in projects + (found["PBXNativeTarget"] ?? []).map({ ($0, false) }) {
      let configurations = self.object(text(owner, "buildConfigurationList")).map {
        elements($0, "buildConfigurations").compactMap(configuration)
      }
      guard let configurations, !configurations.isEmpty else { continue }
      owners.append(
        Owner(
          target: isProject ? nil : text(owner, "name") ?? "", productType: text(owner, "productType"),
          folders: elements(owner, "fileSystemSynchronizedGroups").compactMap { path($0) },
          configurations: configurations.filter { $0.name != "Release" }
            + configurations.filter { $0.name == "Release" }
        ))
    }
  }

  var bases: [String] { owners.flatMap { $0.configurations.compactMap(\.base) } }

  private func configuration(_ id: String) -> Configuration? {
    guard let object = object(id), let settings = list.value(of: object, forKey: "buildSettings"),
      list.kind(of: settings) == .dictionary
    else { return nil }
    var base = text(object, "baseConfigurationReference").flatMap { path($0) }
    if let folder = text(object, "baseConfigurationReferenceAnchor").flatMap({ path($0) }),
      let name = text(object, "baseConfigurationReferenceRelativePath")
    {
      base = Self.join(folder, name)
    }
    return Configuration(name: text(object, "name") ?? "", settings: settings, base: base)
  }

  /// The path of a file or group, as seen from the folder of the project; nil if it is somewhere else.
  private func path(_ id: String, depth: Int = 0) -> String? {
    guard depth < 64, let object = object(id) else { return nil }
    let own = text(object, "path") ?? ""
    switch text(object, "sourceTree") {
    case "SOURCE_ROOT": return own
    case "<absolute>": return own.hasPrefix("/") ? own : nil
    case "<group>":
      // The main group has no parent.
      guard let group = groups[id] else { return own }
      return path(group, depth: depth + 1).map { Self.join($0, own) }
    default: return nil
    }
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || name.hasPrefix("/") ? name : name.isEmpty ? folder : folder + "/" + name
  }

  private func object(_ id: String?) -> PropertyList.Node? { id.flatMap { list.value(of: objects, forKey: $0) } }

  private func text(_ object: PropertyList.Node, _ key: String) -> String? {
    list.value(of: object, forKey: key).flatMap(list.string)
  }

  private func elements(_ object: PropertyList.Node, _ key: String) -> [String] {
    guard let array = list.value(of: object, forKey: key) else { return [] }
    return (0..<list.count(of: array)).compactMap { list.element(of: array, at: $0).flatMap(list.string) }
  }
}
