import Basics
import Bundles
import ProjectFiles
import Reports

struct AssetCatalog: Sendable {
  let folder: String
  private var sets: [String] = []
  /// The paths of sets by name, also with the names of the folders around them: a compiled catalog has both.
  private var named: [String: [String]] = [:]

  private static let limit = 1_000_000
  private static let depth = 32

  init(_ folder: String, _ name: ProjectFile.Text, _ reader: SourceReader) throws(ProjectFileError) {
    self.folder = folder
    let isFolder = FileSystem.isDirectory(folder)
    var pending: [[String]] = [[]]
    var count = 0
    do throws(StorageError) {
      let storage = try DirectoryStorage(path: folder)
      while let parent = pending.popLast() {
        let path = parent.joined(separator: "/")
        for entry in try storage.list(path)
        where entry.type == .directory && entry.isNameValid && !entry.name.hasPrefix(".") {
          pending.append(parent + [entry.name])
          count += 1
          if parent.count == Self.depth || count > Self.limit {
            throw StorageError(.tooMany, path: path, limit: Self.limit, detail: "folders")
          }
        }
        if parent.last?.contains(".") == true { add(parent) }
      }
    } catch {
      throw reader.error(
        .invalid, .assets, name, isFolder ? "which cannot be read: \(error.message)" : "which is not a folder", folder)
    }
  }

  private mutating func add(_ path: [String]) {
    let set = folder + "/" + path.joined(separator: "/")
    sets.append(set)
    let names = path.map { name in name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }
    for start in names.indices { named[names[start...].joined(separator: "/"), default: []].append(set) }
  }

  private static func contents(_ folder: String) -> String {
    let file = folder + "/Contents.json"
    return FileSystem.status(file) != nil ? file : folder
  }

  /// Returns the file that a compiled catalog, or an icon beside it such as `AppIcon60x60@2x.png`, is made of; nil for other files. For
  /// a compiled catalog, the set that the finding names, if there is one.
  static func source(of finding: Finding, _ file: String, _ catalogs: [AssetCatalog]) -> String? {
    if file == "Assets.car" {
      let quoted = (finding.givenMessage ?? finding.message).split(separator: "'", omittingEmptySubsequences: false)
      let names = Set(quoted.dropFirst().dropLast().map(String.init) + [finding.discriminator])
      let sets = catalogs.flatMap { catalog in names.flatMap { catalog.named[$0] ?? [] } }
      // The sets that contain no other one that is named, or those in another one.
      let found = [
        sets.filter { set in !sets.contains { $0.hasPrefix(set + "/") } },
        sets.filter { set in sets.contains { set.hasPrefix($0 + "/") } },
      ].first { $0.count == 1 }
      return (found?.first ?? catalogs.first?.folder).map(contents)
    }
    guard file.hasSuffix(".png") else { return nil }
    for set in catalogs.flatMap(\.sets).reversed() where set.hasSuffix(".appiconset") {
      let name = (set.split(separator: "/").last ?? "").dropLast(".appiconset".count)
      if file.hasPrefix(name), file.dropFirst(name.count).utf8.first.map(\.isASCIIDigit) ?? false {
        return contents(set)
      }
    }
    return nil
  }
}
