import Basics
package import PolicySchema

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
  package private(set) var services: [PipelineService] = []

  /// Plans for a directory with files, other than the data of a version control system. `services` replaces those that are found, and `id`
  /// the id of the policy that the repository suggests; `schema` is the JSON Schema of the project file, `sources` its setting with this
  /// name, and `application` the identifier of the first application.
  package init(
    in directory: ScaffoldDirectory, id given: String?, services givenServices: [PipelineService]?, schema: String,
    sources: String = "", application: String? = nil, _ language: PolicyLanguage
  ) {
    let prefix = (given ?? application).map(Scaffold.prefix)
    let name =
      application.map(Scaffold.prefix) ?? (FileSystem.realPath(directory.path) ?? "").split(separator: "/").last.map {
        $0 + "."
      } ?? ""
    let id = given ?? Self.id(name + "release")
    services = givenServices ?? PipelineService.allCases.filter(directory.uses)
    files = [
      Scaffold.projectFile(sources: sources), Scaffold.smallPolicy(id: id, prefix: prefix),
      Scaffold.script(policies: "policy.lua"), ScaffoldFile(path: "ci/install-bundlepolicy", Scaffold.installer),
    ]
    for service in services { add(service, directory) }
    files += Scaffold.editors
    files += Scaffold.generated(of: language, schema: schema)
    if !sources.isEmpty, let text = directory.text("bundlepolicy.yml"), !text.contains("sources:") {
      steps.append("bundlepolicy.yml: to see findings in the files that you edit, add")
      steps += sources.split(separator: "\n").map { "    " + $0 }
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

  /// Makes an id of a policy: parts of lower-case letters and digits.
  private static func id(_ text: String) -> String {
    let parts = text.lowercased().split(separator: ".").map { part in
      part.utf8.split { !$0.isASCIIAlphanumeric }.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }
    return parts.filter { !$0.isEmpty }.joined(separator: ".")
  }

  private static let installed = "bin=$(ci/install-bundlepolicy ci/bundlepolicy.SHA256SUMS \"$BUNDLEPOLICY_RELEASES\")"

  private mutating func add(_ service: PipelineService, _ directory: ScaffoldDirectory) {
    switch service {
    case .github:
      files.append(Scaffold.workflow(usesLuacheck: false))
      steps.append("GitHub Actions: run ci/policy.sh APP in the job that builds APP")
    case .gitlab:
      let path = "ci/bundlepolicy.gitlab-ci.yml"
      files.append(ScaffoldFile(path: path, EmbeddedText.gitlabCiYml))
      if directory.exists(".gitlab-ci.yml") {
        steps.append(".gitlab-ci.yml: add include: [{ local: \(path) }]")
      } else {
        files.append(ScaffoldFile(path: ".gitlab-ci.yml", text: "include:\n  - local: \(path)\n"))
      }
    case .xcodeCloud:
      let path = "ci_scripts/ci_post_xcodebuild.sh"
      if directory.exists(path) {
        steps.append(
          "\(path): for archives, add cd \"$CI_PRIMARY_REPOSITORY_PATH\" && \(Self.installed) && "
            + "PATH=\"$bin:$PATH\" ci/policy.sh \"$CI_ARCHIVE_PATH\"")
      } else {
        files.append(ScaffoldFile(path: path, EmbeddedText.xcodeCloudSh))
      }
    case .bitrise:
      steps.append(
        "bitrise.yml: add a Script step before the upload: \(Self.installed) && PATH=\"$bin:$PATH\" ci/policy.sh \"$BITRISE_IPA_PATH\""
      )
    case .fastlane:
      files.append(ScaffoldFile(path: "fastlane/bundlepolicy.rb", EmbeddedText.fastlaneRb))
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
}
