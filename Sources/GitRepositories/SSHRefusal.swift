package enum SSHRefusal: Sendable {
  /// The server's host key is not in `known_hosts`, and nobody could be asked to confirm it.
  case unknownHost
  /// `known_hosts` has another key for the server.
  case changedHost
  /// The server accepts none of the user's keys.
  case noAccess

  init?(_ text: String) {
    if text.contains("Host key verification failed") {
      self = text.contains("HOST IDENTIFICATION HAS CHANGED") ? .changedHost : .unknownHost
    } else if text.contains("Permission denied (") {
      self = .noAccess
    } else {
      return nil
    }
  }

  /// A replacement for ssh's message, which is a twelve-line banner or omits the cause; nil if the message is clear.
  var text: String? {
    switch self {
    case .unknownHost: "ssh does not trust the server: its host key is not in known_hosts"
    case .changedHost:
      "ssh does not trust the server: its host key has changed, or somebody else answers in its place (known_hosts has another key)"
    case .noAccess: nil
    }
  }

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
