import Basics
package import GitRepositories

extension LedgerCode: GitErrorCode {
  package static func error(_ failure: GitFailure) -> LedgerError {
    let cacheHint = "name another folder with BUNDLEPOLICY_CACHE"
    switch failure {
    case .absent:
      return LedgerError(.unreachable, "git is not in PATH", hint: "install git, which reads and writes this ledger")
    case .start(let path, let error):
      return LedgerError(.failed, "git cannot be started: \(error.text)", file: path)
    case .time(let seconds, let what):
      return LedgerError(.unreachable, "git took longer than \(seconds) seconds to \(what)", hint: "try again")
    case .output(let limit, let what):
      return LedgerError(.failed, "git wrote more than \(limit) bytes to \(what)")
    case .download:
      return LedgerError(
        .failed, "the branch needs a download of more than \(GitLimits.fetch >> 20) MiB",
        hint: "name the branch of a ledger, which holds nothing else")
    case .exit(let what, let message, let refusal):
      return LedgerError(.failed, "git could not \(what): \(message)", hint: refusal?.advice)
    case .folder(let what, let path, let error):
      return LedgerError(.unwritable, "\(what): \(error.text)", file: path, hint: cacheHint)
    case .notFolder(let path):
      return LedgerError(.unwritable, "the cache is not a folder", file: path, hint: cacheHint)
    }
  }
}
