import PolicyEngine

/// What shells offer for the value of an option.
enum Completion: Sendable {
  /// What the placeholder in help says: paths for `FILE`, `OLD` and `BUNDLE`, directories for `DIR`, else nothing.
  case byPlaceholder
  case files, directories
  /// Files, directories, and the ids of the standard policies.
  case policies
  /// One of a few words. They are asked for when completions are made, and never by other commands.
  case words(@Sendable () -> [String])
}

/// What a value may be, decided.
enum Candidates: Equatable {
  case anything, files, directories
  /// Words, and files besides.
  case policies([String])
  case words([String])

  /// Of an option that takes a value.
  init(_ option: Option) {
    switch option.completes {
    case .files: self = .files
    case .directories: self = .directories
    case .policies: self = .policies(DefaultPolicy.standardIdentifiers)
    case .words(let words): self = .words(words())
    case .byPlaceholder:
      switch option.value {
      case "FILE", "OLD", "BUNDLE": self = .files
      case "DIR", "DIRECTORY": self = .directories
      default: self = .anything
      }
    }
  }

  /// Of what a command takes besides options, by how its help calls it.
  init(operands: String) {
    if ["BUNDLE", "PATH", "PLIST", "FILE", "…"].contains(where: { operands.contains($0) }), !operands.contains("RULE") {
      self = .files
    } else if operands.contains("DIRECTORY") {
      self = .directories
    } else {
      self = .anything
    }
  }
}
