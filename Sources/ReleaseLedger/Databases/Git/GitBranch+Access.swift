import Basics
import GitRepositories

// Running git for a ledger without prompts. Secrets are passed in the environment, which other users cannot read.
extension GitBranch {
  /// The seconds that the server may take to answer a question, and to send or receive the branch.
  static let (question, transfer) = (30, 300)

  func program(seconds: Int = Self.transfer) throws(LedgerError) -> GitProgram<LedgerCode> {
    try GitProgram(seconds: seconds, isKept: true, mayPrompt: false, try variables()) { () throws(LedgerError) in folder
    }
  }

  private func variables() throws(LedgerError) -> [String: String] {
    var variables = address.variables
    variables.merge(["GCM_INTERACTIVE": "never", "SSH_ASKPASS": "", "SSH_ASKPASS_REQUIRE": "never"]) { $1 }
    if address.url.hasPrefix("ssh:"), let command = try sshCommand() { variables["GIT_SSH_COMMAND"] = command }
    if let credentials = address.credentials {
      // Added after the settings that the environment already has (git-config(1), GIT_CONFIG_COUNT).
      let count = (variables["GIT_CONFIG_COUNT"] ?? environmentVariable("GIT_CONFIG_COUNT")).flatMap { Int($0) } ?? 0
      let origin = address.url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      variables["GIT_CONFIG_KEY_\(count)"] = "http.\(origin.joined(separator: "/"))/.extraHeader"
      variables["GIT_CONFIG_VALUE_\(count)"] = "Authorization: Basic " + Base64.encode(Array(credentials.utf8))
      variables["GIT_CONFIG_COUNT"] = String(count + 1)
    }
    return variables
  }

  /// The configured ssh command, without prompts; nil if the user configured a program whose options are unknown.
  private func sshCommand() throws(LedgerError) -> String? {
    var command = environmentVariable("GIT_SSH_COMMAND")
    if command == nil {
      if environmentVariable("GIT_SSH") != nil { return nil }
      let git = try GitProgram<LedgerCode>(seconds: Self.question, isKept: true, mayPrompt: false, address.variables) {
        () throws(LedgerError) in folder
      }
      let configured = try git.run(["config", "--get", "core.sshCommand"], what: "read its configuration")
      command = configured.status == 0 && !configured.line.isEmpty ? configured.line : nil
    }
    return (command ?? "ssh") + " -oBatchMode=yes -oConnectTimeout=15"
  }
}
