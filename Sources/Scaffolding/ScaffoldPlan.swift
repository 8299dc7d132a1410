package import PolicySchema

/// The service or tool that runs checks of a repository.
package enum PipelineService: String, CaseIterable, Sendable {
  case github, gitlab
  case xcodeCloud = "xcode-cloud"
  case bitrise, fastlane

  var name: String {
    switch self {
    case .github: "GitHub Actions"
    case .gitlab: "GitLab"
    case .xcodeCloud: "Xcode Cloud"
    case .bitrise: "Bitrise"
    case .fastlane: "fastlane"
    }
  }
}

/// The files to add to a repository that has others, and what its people have to do themselves: their files are never changed.
package struct ScaffoldPlan: Sendable {
  package private(set) var files: [ScaffoldFile] = []
  /// Steps for people, one a line.
  package private(set) var steps: [String] = []
  /// The services that files are for.
  package private(set) var services: [PipelineService] = []

  /// Plans for a directory with files, other than the data of a version control system. `services` replaces those that are found, and `id`
  /// the id of the policy that the repository suggests; `schema` is the JSON Schema of the project file.
  package init(
    in directory: ScaffoldDirectory, id: String?, services given: [PipelineService]?, schema: String,
    _ language: PolicyLanguage
  ) {
    let found = directory.applicationIdentifier.map {
      String($0[...($0.lastIndex(of: ".") ?? $0.startIndex)]) + "release"
    }
    let id = id ?? found
    services = given ?? PipelineService.allCases.filter(directory.uses)
    files = [
      Scaffold.projectFile,
      ScaffoldFile(
        path: "policy.lua", text: PolicyTemplate.small(id: id ?? Scaffold.defaultID, prefix: id.map(Scaffold.prefix))),
      ScaffoldFile(path: "ci/policy.sh", text: RepositoryTemplate.script(policies: "policy.lua"), isExecutable: true),
      ScaffoldFile(path: "ci/install-bundlepolicy", text: InstallerTemplate.script, isExecutable: true),
    ]
    for service in services { add(service, directory) }
    files += Scaffold.editors
    files += Scaffold.generated(of: language, schema: schema)
    if id == nil {
      steps.append("policy.lua: write your own id for \(Scaffold.defaultID), or run init with --id first")
    }
    if directory.exists(".gitignore") { steps.append(".gitignore: add /reports/, where ci/policy.sh writes") }
    if !services.isEmpty {
      steps.append(
        "ci/bundlepolicy.SHA256SUMS: save the file SHA256SUMS of the bundlepolicy release that CI should install")
      steps.append(
        "BUNDLEPOLICY_RELEASES: set this variable in \(services.map(\.name).joined(separator: ", ")) to the address of the "
          + "releases, with {version} for the version")
    } else {
      steps.append("no CI service was found: name one with --ci, or run ci/policy.sh BUNDLE after the build")
    }
  }

  private static let installed = "bin=$(ci/install-bundlepolicy ci/bundlepolicy.SHA256SUMS \"$BUNDLEPOLICY_RELEASES\")"

  private mutating func add(_ service: PipelineService, _ directory: ScaffoldDirectory) {
    switch service {
    case .github:
      files.append(
        ScaffoldFile(
          path: ".github/workflows/policy.yml", text: RepositoryTemplate.workflow(usesLuacheck: false)))
      steps.append("GitHub Actions: run ci/policy.sh APP in the job that builds APP")
    case .gitlab:
      files.append(ScaffoldFile(path: ServiceTemplate.gitlabFile, text: ServiceTemplate.gitlab))
      if directory.exists(".gitlab-ci.yml") {
        steps.append(".gitlab-ci.yml: add include: [{ local: \(ServiceTemplate.gitlabFile) }]")
      } else {
        files.append(ScaffoldFile(path: ".gitlab-ci.yml", text: ServiceTemplate.gitlabStart))
      }
    case .xcodeCloud:
      let path = "ci_scripts/ci_post_xcodebuild.sh"
      if directory.exists(path) {
        steps.append(
          "\(path): for archives, add cd \"$CI_PRIMARY_REPOSITORY_PATH\" && \(Self.installed) && "
            + "PATH=\"$bin:$PATH\" ci/policy.sh \"$CI_ARCHIVE_PATH\"")
      } else {
        files.append(ScaffoldFile(path: path, text: ServiceTemplate.xcodeCloud, isExecutable: true))
      }
    case .bitrise:
      steps.append(
        "bitrise.yml: add a Script step before the upload: \(Self.installed) && PATH=\"$bin:$PATH\" ci/policy.sh \"$BITRISE_IPA_PATH\""
      )
    case .fastlane:
      files.append(ScaffoldFile(path: "fastlane/bundlepolicy.rb", text: ServiceTemplate.fastlane))
      steps.append("fastlane/Fastfile: add import(\"bundlepolicy.rb\"), and call check_bundle before the upload")
    }
  }
}

extension ScaffoldDirectory {
  /// Whether the directory contains nothing but the data of a version control system.
  package var isNew: Bool {
    ((try? names()) ?? []).allSatisfy { [".", "..", ".git", ".hg", ".DS_Store"].contains($0) }
  }

  fileprivate func uses(_ service: PipelineService) -> Bool {
    switch service {
    case .github: exists(".github") || hasRemote("github.")
    case .gitlab: exists(".gitlab-ci.yml") || hasRemote("gitlab.")
    case .xcodeCloud: exists("ci_scripts")
    case .bitrise: exists("bitrise.yml")
    case .fastlane: exists("fastlane/Fastfile")
    }
  }

  private func hasRemote(_ host: String) -> Bool {
    (text(".git/config") ?? "").split(separator: "\n").contains { line in
      line.contains("url") && line.contains(host)
    }
  }

  /// The bundle identifier of the first target of an Xcode project in the directory that has a literal one.
  fileprivate var applicationIdentifier: String? {
    for project in ((try? names()) ?? []).sorted() where project.hasSuffix(".xcodeproj") {
      for line in (text("\(project)/project.pbxproj") ?? "").split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].contains("PRODUCT_BUNDLE_IDENTIFIER") else { continue }
        let value = parts[1].filter { !" \t\";".contains($0) }
        let isPlain = value.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
            || byte == 0x2E
        }
        let id = value.lowercased()
        if isPlain, id.contains("."), !id.hasPrefix("."), !id.contains(".."), !id.hasSuffix(".") { return id }
      }
    }
    return nil
  }
}
