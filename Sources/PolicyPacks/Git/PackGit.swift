import Basics
package import GitRepositories

typealias GitProgram = GitRepositories.GitProgram<PackCode>
typealias FolderTree = GitRepositories.FolderTree<PackCode>

extension GitRepositories.GitProgram where Code == PackCode {
  convenience init(in cache: PackCache, seconds: Int, _ variables: [String: String] = [:]) throws(PackError) {
    try self.init(seconds: seconds, isKept: false, mayPrompt: true, variables) { () throws(PackError) in
      try cache.makeTemporaryFolder()
    }
  }
}

extension PackCode: GitErrorCode {
  package static func error(_ failure: GitFailure) -> PackError {
    switch failure {
    case .absent: return PackError(.git, "git is not in PATH", hint: "install git, which fetches packs")
    case .start(let path, let error):
      return PackError(.git, "git cannot be started: \(error.text)", file: path)
    case .time(let seconds, let what):
      return PackError(
        .time, "git took longer than \(seconds) seconds to \(what)",
        hint: "try again, or allow more time with --timeout SECONDS")
    case .output(let limit, let what): return PackError(.limit, "git wrote more than \(limit) bytes to \(what)")
    case .download:
      return PackError(
        .limit, "the repository needs a download of more than \(GitLimits.fetch >> 20) MiB",
        hint: "name a tag or branch, which is fetched without its history, or keep policies in a smaller repository")
    case .exit(let what, let message, let refusal):
      return PackError(
        .git, "git could not \(what): \(message)",
        hint: refusal?.advice ?? "check that git can read it: git ls-remote ADDRESS")
    case .folder(let what, let path, let error):
      return PackError(
        .cache, "\(what): \(error.text)", file: path, hint: "name another folder with BUNDLEPOLICY_CACHE")
    case .notFolder(let path):
      return PackError(
        .cache, "the cache is not a folder", file: path, hint: "name another folder with BUNDLEPOLICY_CACHE")
    }
  }
}
