/// Determines a bundle's layout as `_CFBundleGetBundleVersionForURL` does (`CFBundle_Resources.c`).
///
/// Wrapped bundles first; then, for frameworks, `Resources`, `Contents`, `Support Files`; for everything else `Contents`, `Resources`,
/// `Support Files`; flat if there is none of these. The three names match in any letter case, as directories and as links; the two wrapper
/// names must match exactly. Only one layout falls back to another: a framework that lost its links is read through its
/// only version.
struct ArrangementReader {
  let directory: BundleDirectory
  let top: [DirectoryEntry]

  /// Case-sensitive: to Core Foundation `.Framework` is not a framework.
  private var isFramework: Bool { directory.name.endsInBytes(".framework") }

  func read() throws(BundleError) -> Arrangement {
    if let wrapped = try wrapped() { return wrapped }
    let contents = find("Contents", in: top)
    let resources = find("Resources", in: top)
    let support = find("Support Files", in: top)
    let hasVersions = isFramework && top.contains { $0.name == "Versions" && $0.type == .directory }

    var arrangement: Arrangement
    if let contents, !(isFramework && resources != nil) {
      arrangement = try self.contents(contents.name)
    } else if let resources, hasVersions {
      arrangement = try FrameworkVersions(directory: directory, top: top).read(topResources: resources)
    } else if let resources {
      arrangement = try oldStyle(resources.name, resources: resources.name, executables: "")
      arrangement.reason = "a directory named \(resources.name) at the top makes the platform look only there"
    } else if let support {
      arrangement = try oldStyle(
        support.name, resources: support.name + "/Resources", executables: support.name + "/Executables")
    } else if hasVersions, !top.contains(where: { $0.name.asciiLowercased == "info.plist" }) {
      arrangement = try FrameworkVersions(directory: directory, top: top).read(topResources: nil)
    } else {
      arrangement = Arrangement(layout: .flat, infoEntries: top, codeEntries: top)
    }
    for case let (entry?, usual) in [(contents, "Contents"), (resources, "Resources"), (support, "Support Files")] {
      guard entry.name != usual else { continue }
      let message = "the directory is spelled \(entry.name), but the platform opens \(usual); letter case matters"
      arrangement.diagnostics.append(BundleDiagnostic(code: "layout.case", message: message, path: entry.name))
    }
    return arrangement
  }

  /// The directory or link of this name: the exact spelling if it exists, otherwise any letter case.
  private func find(_ name: String, in entries: [DirectoryEntry]) -> DirectoryEntry? {
    let candidates = entries.lazy.filter { entry in
      (entry.type == .directory || entry.type == .symbolicLink) && entry.name.asciiLowercased == name.asciiLowercased
    }
    return candidates.first { $0.name == name } ?? candidates.first
  }

  private func contents(_ name: String) throws(BundleError) -> Arrangement {
    let entries = try directory.list(name)
    return Arrangement(
      layout: .contents, infoDirectory: name, infoEntries: entries, resources: name + "/Resources",
      executables: name + "/MacOS", code: name, codeEntries: entries)
  }

  private func oldStyle(_ name: String, resources: String, executables: String) throws(BundleError) -> Arrangement {
    Arrangement(
      layout: .resources, infoDirectory: name, infoEntries: try directory.list(name), resources: resources,
      executables: executables, codeEntries: top)
  }

  /// An iOS application as the Mac App Store installs it: the actual bundle is below `Wrapper/`, with a link to it beside `Wrapper/`.
  private func wrapped() throws(BundleError) -> Arrangement? {
    let link = "WrappedBundle"
    guard top.contains(where: { $0.name == "Wrapper" && ($0.type == .directory || $0.type == .symbolicLink) }),
      top.contains(where: { $0.name == link && $0.type == .symbolicLink })
    else { return nil }
    func refuse(_ reason: String) -> BundleError {
      BundleError(
        .notABundle, "Wrapper/ and WrappedBundle make this a wrapped bundle, but \(reason)",
        file: directory.display(link), bundle: directory.path,
        hint: "WrappedBundle must be a relative symbolic link to the bundle below Wrapper/, with the same extension")
    }
    let target = try directory.status(link).linkTarget ?? ""
    guard target.utf8.count >= 2, target.utf8.first != 0x2F else {
      throw refuse("its target '\(target)' is not relative")
    }
    guard BundlePath.fileExtension(BundlePath.lastComponent(target)) == BundlePath.fileExtension(directory.name)
    else { throw refuse("its target '\(target)' has a different extension") }
    guard let inner = try directory.resolve(link), !inner.isEmpty else {
      throw refuse("its target '\(target)' is not inside the bundle")
    }
    let entries = try directory.list(inner)
    guard let contents = find("Contents", in: entries) else {
      return Arrangement(
        layout: .wrapped, infoDirectory: inner, infoEntries: entries, resources: inner, executables: inner, code: inner,
        codeEntries: entries)
    }
    let base = BundlePath.join(inner, contents.name)
    let inside = try directory.list(base)
    return Arrangement(
      layout: .wrapped, infoDirectory: base, infoEntries: inside, resources: base + "/Resources",
      executables: base + "/MacOS", code: base, codeEntries: inside)
  }
}
