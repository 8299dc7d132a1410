import PolicyTestSupport
import Testing

/// The files of a checkout cannot influence git.
@Suite struct PackIsolationTests {
  /// A repository of policies, and a checkout with all files that git might use.
  private struct Trap {
    let folder: TemporaryFolder
    let variables: [String: String]

    /// A file that must not be created.
    var mark: String { folder("mark") }

    init() throws {
      folder = try TemporaryFolder([
        "house/policy.lua": "policy \"house\" { summary = \"s\" }\n",
        "evil/policy.lua": "policy \"evil\" { summary = \"s\" }\n",
      ])
      variables = [
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
        "BUNDLEPOLICY_CACHE": folder("cache"), "HOME": "/nonexistent",
      ]
      for name in ["house", "evil"] {
        try shell(
          "cd \"$0\" && git init --quiet -b main . && git add --all && git commit --quiet --message x && git tag v1",
          folder(name))
      }
    }

    func shell(_ script: String, _ words: String...) throws {
      let run = try ChildProcess.run("/bin/sh", ["-c", script] + words, environment: variables)
      #expect(run.status == 0, "\(run.errorText)")
    }

    func run(_ words: [String], in directory: String, _ added: [String: String] = [:]) throws -> ChildProcess {
      try Program.run(words, in: directory, environment: variables.merging(added) { $1 })
    }

    /// A git configuration that runs a command for ssh, and redirects `house` to `evil`.
    var configuration: String {
      """
      [core]
        repositoryformatversion = 0
        bare = true
        sshCommand = touch \(mark);
        fsmonitor = touch \(mark)
        hooksPath = \(folder("hooks"))
      [credential]
        helper = "!touch \(mark)"
      [url "file://\(folder("evil"))"]
        insteadOf = file://\(folder("house"))
      """
    }

    /// Creates a folder that git accepts as a repository: bare, or with `.git`.
    func repository(_ place: String, isBare: Bool) throws {
      let top = isBare ? place : place + "/.git"
      try folder.write(top + "/HEAD", "ref: refs/heads/main\n")
      try folder.write(top + "/config", configuration)
      try folder.makeDirectory(top + "/objects")
      try folder.makeDirectory(top + "/refs")
    }

    func isSprung() throws -> Bool { try folder.names().contains("mark") }
  }

  @Test(arguments: [
    ("checkout", true, "checkout"), ("checkout", false, "checkout"), ("checkout", true, "checkout/below"),
    ("checkout", false, "checkout/below"),
  ])
  func theWorkingDirectoryDecidesNothing(_ place: String, _ isBare: Bool, _ directory: String) throws {
    let trap = try Trap()
    try trap.repository(place, isBare: isBare)
    try trap.folder.makeDirectory("checkout/below")
    let here = trap.folder(directory)
    let source = "git+file://" + trap.folder("house")
    // The cache may be in the checkout.
    for cache in ["cache", directory + "/cache"] {
      let added = ["BUNDLEPOLICY_CACHE": trap.folder(cache)]
      let name = cache == "cache" ? "house" : "other"
      let add = try trap.run(["pack", "add", source + "@v1", "--name", name], in: here, added)
      #expect(add.status == 0, "\(add.errorText)")
      let remote = try trap.run(["pack", "verify", "--remote"], in: here, added)
      #expect(name == "other" || remote.status == 0, "\(remote.errorText)")
      #expect(try trap.run(["pack", "update"], in: here, added).status == 0)
      let ssh = try trap.run(["pack", "add", "git+ssh://git@host.invalid/x.git", "--timeout", "60"], in: here, added)
      #expect(ssh.status == 2)
    }
    #expect(try !trap.isSprung())
    let sources = try trap.run(["check", "--policy", "house", "--format", "json", "."], in: here)
    #expect(!sources.outputText.contains("\"evil\""))
    let found = try ChildProcess.run("/usr/bin/find", [trap.folder("cache"), "-name", "policy.lua"])
    #expect(try TemporaryFolder.bytes(of: String(found.outputText.dropLast())) == trap.folder.bytes("house/policy.lua"))
  }

  @Test(arguments: [".:/usr/bin:/bin", ":/usr/bin:/bin", "/usr/bin:/bin:", "bin:/usr/bin:/bin"])
  func programsOfTheCheckoutAreNotRun(_ path: String) throws {
    let trap = try Trap()
    for name in ["git", "ssh", "ssh-keygen", "git-upload-pack", "git-remote-https", "sh"] {
      for place in ["checkout/", "checkout/bin/"] {
        try trap.folder.write(place + name, Array("#!/bin/sh\ntouch \(trap.mark)\nexit 1\n".utf8), mode: 0o755)
      }
    }
    let here = trap.folder("checkout")
    let added = ["PATH": path]
    #expect(try trap.run(["pack", "add", "git+file://" + trap.folder("house")], in: here, added).status == 0)
    for source in ["git+ssh://git@host.invalid/x.git", "git+https://host.invalid/x.git"] {
      #expect(try trap.run(["pack", "add", source], in: here, added).status == 2)
    }
    #expect(try !trap.isSprung())
  }

  /// git serves a repository on disk with that repository's configuration, which may name a command that fetches missing files.
  @Test func aRepositoryOnDiskRunsNothing() throws {
    let trap = try Trap()
    try trap.folder.write("serve", Array("#!/bin/sh\ntouch \(trap.mark)\nexit 1\n".utf8), mode: 0o755)
    try trap.shell(
      """
      cd "$0" && blob=$(git rev-parse HEAD:policy.lua)
      others=$(git rev-list --objects HEAD | cut -d' ' -f1 | grep -v "$blob")
      pack=$(printf '%s\\n' "$others" | git pack-objects --quiet .git/objects/pack/pack)
      : > ".git/objects/pack/pack-$pack.promisor"
      rm -f ".git/objects/$(echo "$blob" | cut -c1-2)/$(echo "$blob" | cut -c3-)"
      git config core.repositoryformatversion 1; git config extensions.partialClone o
      git config remote.o.promisor true; git config remote.o.url "file://$0"
      git config remote.o.uploadpack "$1"; git config uploadpack.packObjectsHook "$1"
      git config core.sshCommand "$1"; git config core.fsmonitor "$1"; git config core.alternateRefsCommand "$1"
      """, trap.folder("evil"), trap.folder("serve"))
    try trap.folder.makeDirectory("checkout")
    // Older versions of git fetch missing objects by default.
    let add = try trap.run(
      ["pack", "add", "git+file://" + trap.folder("evil") + "@v1"], in: trap.folder("checkout"),
      ["GIT_NO_LAZY_FETCH": "0"])
    #expect(add.status == 2, "\(add.outputText)")
    #expect(try !trap.isSprung())
  }
}
