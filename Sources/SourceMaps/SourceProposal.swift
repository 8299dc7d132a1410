import Basics
import Bundles
import ProjectFiles
import PropertyLists

/// The setting `sources` for a repository: the files that its bundles are clearly built from. What is not clear is left out.
package struct SourceProposal: Sendable {
  /// The setting as YAML; empty if nothing is clear.
  package private(set) var text = ""
  /// The bundle identifiers in it, applications first.
  package private(set) var identifiers: [String] = []
  /// The sources that were left out, and why, one a line.
  package private(set) var remarks: [String] = []

  private struct Product {
    let name: String
    let identifier: String?
    let isApplication: Bool
    var project: String?
    var info: String?
    var entitlements: String?
    /// The folders with its files, which no other product has.
    var folders: [String] = []
    var problem: String?
  }

  private struct Files {
    private static let skipped: Set = [
      "Pods", "Carthage", "build", "Build", "DerivedData", "SourcePackages", "node_modules", "vendor", "Vendor",
      "third_party", "ThirdParty",
    ]
    private static let bundles = ["app", "appex", "framework", "xcframework", "bundle", "xcarchive", "dSYM"]
    private static let kinds = [
      "xcodeproj", "xcassets", "plist", "entitlements", "xcprivacy", "strings", "stringsdict", "xcstrings",
    ]
    private static let most = 100_000
    private static let depth = 8

    private(set) var paths: [String] = []
    private(set) var folders: Set<String> = []
    private var count = 0

    init(_ folder: String) throws(StorageError) { try enter("", try DirectoryStorage(path: folder), 0) }

    private mutating func enter(_ folder: String, _ storage: DirectoryStorage, _ depth: Int) throws(StorageError) {
      for entry in try storage.list(folder) where entry.isNameValid && !entry.name.hasPrefix(".") {
        count += 1
        let path = folder.isEmpty ? entry.name : folder + "/" + entry.name
        let ending = entry.name.split(separator: ".").dropFirst().last.map(String.init) ?? ""
        let isFolder = entry.type == .directory
        if Self.kinds.contains(ending), isFolder == ["xcodeproj", "xcassets"].contains(ending),
          isFolder || entry.type == .file
        {
          paths.append(path)
        } else if isFolder, depth < Self.depth, count < Self.most, !Self.skipped.contains(entry.name),
          !Self.bundles.contains(ending)
        {
          folders.insert(path)
          try enter(path, storage, depth + 1)
        }
      }
    }

    func named(_ ending: String, in folder: String? = nil) -> [String] {
      paths.filter { path in path.hasSuffix(ending) && (folder.map { path.hasPrefix($0 + "/") } ?? true) }
    }
  }

  private let folder: String

  package init(_ folder: String) {
    self.folder = folder
    guard let files = try? Files(folder) else { return }
    let projects = files.named(".xcodeproj").map { $0 + "/project.pbxproj" }
      .filter { FileSystem.realPath(path($0)) != nil }
    var products: [Product] = []
    if !projects.isEmpty {
      do throws(ProjectFileError) {
        products = self.products(of: try settings(projects), files)
      } catch {
        remarks.append("the sources of \(projects.joined(separator: ", ")): \(error.message)")
        return
      }
    } else {
      products = files.named("Info.plist").prefix(100).map { product(of: $0) }
    }
    let clear = separated(products)
    if clear.isEmpty { return }
    var lines = ["sources:"]
    for product in clear.filter(\.isApplication) + clear.filter({ !$0.isApplication }) {
      identifiers.append(product.identifier ?? "")
      lines += ["  \(ProjectFileText.quoted(product.identifier ?? "")):"] + fields(of: product, files)
    }
    let setting = (lines + [""]).joined(separator: "\n")
    do throws(ProjectFileError) {
      _ = try SourceMap(try project(setting))
      text = setting
    } catch {
      remarks.append("sources: \(error.message)")
    }
  }

  private func path(_ name: String) -> String { folder == "." ? name : folder + "/" + name }

  private func project(_ text: String) throws(ProjectFileError) -> ProjectFile {
    try ProjectFile(Array(text.utf8), file: path(ProjectFile.name))
  }

  private func settings(_ projects: [String]) throws(ProjectFileError) -> BuildSettings {
    let text = (["sources:", "  \"*\":", Self.list("settings", projects)] + [""]).joined(separator: "\n")
    let project = try project(text)
    var reader = try SourceReader(project)
    reader.entry = "*"
    return try BuildSettings(project.sources[0].fields[0].paths, &reader)
  }

  // MARK: Products

  private func products(of settings: BuildSettings, _ files: Files) -> [Product] {
    settings.targets.indices.filter { settings.targets[$0].isProduct }.map { number in
      let target = settings.targets[number]
      /// The path of a file or folder in the repository, as seen from there.
      func path(_ name: String) -> String? {
        let start = self.path("")
        let full = BuildSettings.path(name, of: target.project)
        guard full.hasPrefix(start) else { return nil }
        var parts: [Substring] = []
        for part in full.dropFirst(start.count).split(separator: "/") where part != "." {
          if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        let path = parts.joined(separator: "/")
        return files.paths.contains(path) || files.folders.contains(path) ? path : nil
      }
      var product = Product(
        name: "target '\(target.name)'",
        identifier: settings.value(of: "PRODUCT_BUNDLE_IDENTIFIER", inTarget: number).flatMap(Self.plain),
        isApplication: target.productType?.hasSuffix("application") ?? false)
      if product.identifier == nil { product.problem = "its bundle identifier is not clear" }
      let isGenerated = settings.value(of: "GENERATE_INFOPLIST_FILE", inTarget: number) == "YES"
      if settings.assigns("INFOPLIST_FILE", toTarget: number) {
        product.info = settings.value(of: "INFOPLIST_FILE", inTarget: number).flatMap(path)
        if product.info == nil { product.problem = product.problem ?? "its Info.plist is not found" }
      } else if !isGenerated {
        product.problem = product.problem ?? "its Info.plist is not clear"
      }
      product.entitlements = settings.value(of: "CODE_SIGN_ENTITLEMENTS", inTarget: number).flatMap(path)
      product.project = String(target.project.dropFirst(self.path("").count))
      product.folders = target.folders.compactMap(path)
      if product.folders.isEmpty {
        product.folders = [product.info.map(Self.folder) ?? path(target.name) ?? ""].filter { !$0.isEmpty }
      }
      return product
    }
  }

  private func product(of info: String) -> Product {
    let bytes = (try? NamedFile.bytes(path(info), limit: 1 << 20, isFound: true)) ?? []
    let list = try? PropertyList.parse(bytes, file: info)
    let value = { (key: String) in list.flatMap { $0.value(of: $0.root, forKey: key).flatMap($0.string) } }
    var product = Product(
      name: info, identifier: value("CFBundleIdentifier").flatMap(Self.plain),
      isApplication: value("CFBundlePackageType") == "APPL", info: info)
    if product.identifier == nil { product.problem = "its bundle identifier is not clear" }
    product.folders = [Self.folder(of: info)].filter { !$0.isEmpty }
    return product
  }

  private static func folder(of info: String) -> String {
    var parts = info.split(separator: "/").dropLast()
    while parts.count > 1, let last = parts.last,
      ["Supporting Files", "SupportingFiles", "Resources", "Support"].contains(last)
    {
      parts.removeLast()
    }
    return parts.joined(separator: "/")
  }

  private static func plain(_ identifier: String) -> String? {
    let isPlain = identifier.utf8.allSatisfy { $0.isASCIIAlphanumeric || ".-_".utf8.contains($0) }
    return isPlain && identifier.contains(".") && !identifier.hasPrefix(".") ? identifier : nil
  }

  private mutating func separated(_ products: [Product]) -> [Product] {
    var clear: [Product] = []
    for (number, one) in products.enumerated() {
      var product = one
      let others = products.enumerated().filter { $0.offset != number }.map(\.element)
      if others.contains(where: { $0.identifier != nil && $0.identifier == product.identifier }) {
        product.problem = product.problem ?? "others have its bundle identifier, too"
      }
      if let problem = product.problem {
        remarks.append("the sources of \(product.name): \(problem)")
        continue
      }
      product.folders.removeAll { folder in
        others.contains {
          $0.folders.contains { ($0 + "/").hasPrefix(folder + "/") || (folder + "/").hasPrefix($0 + "/") }
        }
      }
      clear.append(product)
    }
    return clear
  }

  // MARK: Fields

  private func fields(of product: Product, _ files: Files) -> [String] {
    var fields: [String] = []
    func add(_ field: SourceField, _ paths: [String]) {
      if paths.isEmpty { return }
      fields.append(
        field.isList ? Self.list(field.rawValue, paths) : "    \(field.rawValue): \(ProjectFileText.quoted(paths[0]))")
    }
    func only(_ ending: String) -> [String] {
      let found = product.folders.flatMap { files.named(ending, in: $0) }
      return found.count == 1 ? found : []
    }
    add(.info, product.info.map { [$0] } ?? [])
    add(.entitlements, product.entitlements.map { [$0] } ?? only(".entitlements"))
    add(.privacy, only("/PrivacyInfo.xcprivacy"))
    let patterns = product.folders.filter { !$0.utf8.contains { "*?[".utf8.contains($0) } }.flatMap { folder in
      ["strings", "stringsdict", "xcstrings"].filter { !files.named("." + $0, in: folder).isEmpty }
        .map { "\(folder)/**/*.\($0)" }
    }
    add(.strings, patterns)
    add(.assets, product.folders.flatMap { files.named(".xcassets", in: $0) })
    add(.settings, product.project.map { [$0] } ?? [])
    return fields
  }

  private static func list(_ name: String, _ values: [String]) -> String {
    "    \(name): [\(values.map(ProjectFileText.quoted).joined(separator: ", "))]"
  }
}
