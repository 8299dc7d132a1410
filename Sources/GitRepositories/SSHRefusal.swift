/// Why ssh did not connect git to a server, as far as its messages tell and the user can do something about it.
package enum SSHRefusal: Sendable {
  /// The server's host key is not in `known_hosts`, and nobody was asked whether it is the right one.
  case unknownHost
  /// `known_hosts` has another host key for the server.
  case changedHost
  /// The server takes none of the user's keys.
  case noAccess

  /// What git and ssh wrote to standard error; nil when it says nothing of these.
  init?(_ text: String) {
    if text.contains("Host key verification failed") {
      self = text.contains("HOST IDENTIFICATION HAS CHANGED") ? .changedHost : .unknownHost
    } else if text.contains("Permission denied (") {
      self = .noAccess
    } else {
      return nil
    }
  }

  /// In place of what ssh says, which is a banner of twelve lines, or does not say what is missing; nil where it is clear.
  var text: String? {
    switch self {
    case .unknownHost: "ssh does not trust the server: its host key is not in known_hosts"
    case .changedHost:
      "ssh does not trust the server: its host key has changed, or somebody else answers in its place (known_hosts has another key)"
    case .noAccess: nil
    }
  }

  /// What to do about it.
  package var advice: String {
    switch self {
    case .unknownHost:
      "get the server's key with 'ssh-keyscan HOST', compare it with the one that the server's administrators publish, and add it to known_hosts"
    case .changedHost:
      "ask the server's administrators whether the key was replaced; if it was, remove the old one with 'ssh-keygen -R HOST' and add the new one"
    case .noAccess:
      "allow this user's ssh key to read the repository; 'ssh -T USER@HOST' shows whether the server takes it"
    }
  }
}
