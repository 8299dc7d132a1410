import PolicyTestSupport
import Testing

@testable import CheckerPlugIns

extension CheckerSuite {
  /// Whose code is loaded, and on whose word.
  @Suite struct TrustTests {
    private static let identifier = "com.example.good"

    /// A repository of policies with one checker; and its lock file, if it is `locked`.
    private static func repository(locked: Bool) throws -> CheckerWorkshop {
      let workshop = try CheckerWorkshop([.good()])
      if locked { try lock(workshop) }
      return workshop
    }

    private static func lock(_ workshop: CheckerWorkshop) throws {
      let lock = try CheckerLock.make(repository: workshop.folder.path)
      try workshop.folder.write(CheckerLock.fileName, lock.text)
    }

    private static func trouble(_ workshop: CheckerWorkshop, _ sources: CheckerSource...) -> PlugInError? {
      var troubles: [PlugInError?] = []
      for isolated in [true, false] {
        do {
          _ = try Checkers(workshop.settings(isolated: isolated, sources: sources)).description(of: identifier)
          troubles.append(nil)
        } catch {
          troubles.append(error)
        }
      }
      // Both ways to run a checker are of one opinion.
      #expect(troubles[0] == troubles[1])
      return troubles[0]
    }

    @Test func aLockIsReadAsItWasWritten() throws {
      let digest = "sha256:" + String(repeating: "0a", count: 32)
      for names in [[], ["Plugins/A.checker"], ["Plugins/\"\\\u{1}\u{E9}/.checker", "Plugins/B.checker"]] {
        let lock = CheckerLock(checkers: Dictionary(uniqueKeysWithValues: names.map { ($0, digest) }))
        #expect(try CheckerLock.read(Array(lock.text.utf8), file: "lock") == lock)
      }
    }

    @Test(
      arguments: [
        ("", "malformed"), ("{", "malformed"), ("[]", "no lock file"), ("{}", "no lock file"),
        (#"{"format": "other"}"#, "no lock file"), (#"{"format": 1}"#, "no lock file"),
        (#"{"format": "bundlepolicy-lock"}"#, "version"),
        (#"{"format": "bundlepolicy-lock", "version": 2, "checkers": {}}"#, "version"),
        (#"{"format": "bundlepolicy-lock", "version": "1", "checkers": {}}"#, "version"),
        (#"{"format": "bundlepolicy-lock", "version": 1}"#, "no 'checkers'"),
        (#"{"format": "bundlepolicy-lock", "version": 1, "checkers": []}"#, "no 'checkers'"),
        (
          #"{"format": "bundlepolicy-lock", "version": 1, "checkers": {"a": 1}}"#, "'a' is locked to what is no SHA-256"
        ),
        (#"{"format": "bundlepolicy-lock", "version": 1, "checkers": {"a": "sha256:00"}}"#, "no SHA-256"),
        (
          #"{"format": "bundlepolicy-lock", "version": 1, "checkers": {"a": "sha512:"#
            + String(repeating: "0", count: 64) + "\"}}", "no SHA-256"
        ),
        (
          #"{"format": "bundlepolicy-lock", "version": 1, "checkers": {"a": "sha256:"#
            + String(repeating: "z", count: 64) + "\"}}", "no SHA-256"
        ),
      ])
    func aMalformedLockIsRefused(_ text: String, _ message: String) throws {
      do {
        _ = try CheckerLock.read(Array(text.utf8), file: "lock")
        Issue.record("it was taken")
      } catch {
        #expect(error.code == .untrusted)
        #expect(error.message.contains(message), "\(error.message)")
        #expect(error.file?.hasPrefix("lock") == true)
        #expect(error.hint?.contains("plugin lock") == true)
      }
      let workshop = try Self.repository(locked: false)
      try workshop.folder.write(CheckerLock.fileName, text)
      #expect(Self.trouble(workshop, .repository(workshop.folder.path))?.code == .untrusted)
    }

    @Test func aRepositoryIsLockedOrNotUsed() throws {
      let workshop = try Self.repository(locked: false)
      let refusal = try #require(Self.trouble(workshop, .repository(workshop.folder.path)))
      #expect(refusal.code == .untrusted)
      #expect(refusal.file == workshop.folder("Plugins/Good.checker"))
      #expect(refusal.message.contains("there is no \(workshop.folder("bundlepolicy.lock"))"))
      try Self.lock(workshop)
      #expect(Self.trouble(workshop, .repository(workshop.folder.path)) == nil)
      // One that was added since is not loaded.
      try CheckerSample(
        "New", "com.example.good.new", "Sound", uuid: 5, library: try CheckerCompiler.library("objects.c")
      ).write(to: workshop.folder)
      let all = try Checkers(workshop.settings(sources: [.repository(workshop.folder.path)])).all()
      #expect(all.checkers.map(\.description.identifier) == [Self.identifier])
      #expect(all.refused.map(\.why.code) == [.untrusted])
    }

    @Test(arguments: ["code", "Info.plist", "another file", "mode", "link"])
    func whatWasChangedIsRefused(_ what: String) throws {
      let workshop = try Self.repository(locked: true)
      let bundle = "Plugins/Good.checker/Contents"
      let code = "Plugins/Good.checker/\(CheckerSample.codePath("Good"))"
      switch what {
      case "code":
        var bytes = try workshop.folder.bytes(code)
        bytes[bytes.count - 1] ^= 1
        try workshop.folder.write(code, bytes, mode: 0o755)
      case "Info.plist":
        try workshop.folder.write("\(bundle)/Info.plist", try workshop.folder.text("\(bundle)/Info.plist") + "\n")
      case "another file": try workshop.folder.write("\(bundle)/Resources/file", "")
      case "mode": try workshop.folder.write(code, try workshop.folder.bytes(code), mode: 0o644)
      default: try workshop.folder.link("\(bundle)/link", to: "Info.plist")
      }
      let refusal = try #require(Self.trouble(workshop, .repository(workshop.folder.path)))
      #expect(refusal.code == .untrusted)
      #expect(refusal.message.contains("not what the lock file says"))
      #expect(Self.trouble(workshop, .named(workshop.folder("Plugins"))) == nil)
    }

    /// Between the look at the bundles and the use of one.
    @Test(arguments: [true, false])
    func whatIsChangedMeanwhileIsRefused(_ isolated: Bool) throws {
      let workshop = try Self.repository(locked: true)
      let checkers = Checkers(workshop.settings(isolated: isolated, sources: [.repository(workshop.folder.path)]))
      try checkers.read()
      try workshop.folder.write("Plugins/Good.checker/Contents/more", "")
      do {
        _ = try checkers.description(of: Self.identifier)
        Issue.record("it was loaded")
      } catch {
        #expect(error.code == .untrusted)
      }
    }

    @Test func whatWasFoundIsNeverLoaded() throws {
      let workshop = try Self.repository(locked: true)
      #expect(Self.trouble(workshop, .found(workshop.folder.path))?.code == .untrusted)
      try workshop.folder.write("Plugins/Broken.checker/Contents/Info.plist", "broken")
      let all = try Checkers(workshop.settings(sources: [.found(workshop.folder.path)])).all()
      #expect(all.checkers.isEmpty)
      #expect(all.refused.map(\.bundle.identifier) == [Self.identifier])
    }

    @Test func whatWasNamedComesFirst() throws {
      let workshop = try Self.repository(locked: false)
      try workshop.folder.link("again", to: "Plugins")
      let named = CheckerSource.named(workshop.folder("Plugins"))
      for other in [
        .repository(workshop.folder.path), .found(workshop.folder.path), .named(workshop.folder("again")),
        .named(workshop.folder("Plugins/Good.checker/")),
      ] as [CheckerSource] {
        #expect(Self.trouble(workshop, named, other) == nil)
        let all = try Checkers(workshop.settings(sources: [named, other])).all()
        #expect(all.checkers.count == 1 && all.refused.isEmpty)
      }
    }

    @Test func whereNothingIs() throws {
      let workshop = try CheckerWorkshop()
      #expect(Self.trouble(workshop, .named(workshop.folder("absent")))?.code == .unreadable)
      #expect(Self.trouble(workshop, .named(workshop.folder.path))?.code == .notFound)
      #expect(Self.trouble(workshop, .repository(workshop.folder.path))?.code == .notFound)
      #expect(Self.trouble(workshop, .found(workshop.folder.path))?.code == .notFound)
      #expect(Self.trouble(workshop)?.hint == "name the folder that it lies in with --plugins DIR")
    }

    /// Its library might be linked with what lies there.
    @Test(arguments: ["../../../../outside", "/tmp", "../../..", "liblink.so"])
    func aLinkToOutsideIsNotLocked(_ target: String) throws {
      let workshop = try Self.repository(locked: true)
      try workshop.folder.write("outside", "")
      try workshop.folder.write("Plugins/Good.checker/Contents/Linux/inside", "")
      let link = "Plugins/Good.checker/Contents/Linux/liblink.so"
      for (name, isOutside) in [("inside", false), ("..", false), ("absent", false), (target, true)] {
        try workshop.folder.link(link, to: name)
        do {
          try Self.lock(workshop)
          #expect(!isOutside, "\(name)")
          #expect(Self.trouble(workshop, .repository(workshop.folder.path)) == nil, "\(name)")
        } catch let error as PlugInError {
          #expect(isOutside && error.code == .untrusted, "\(error.message)")
          #expect(Self.trouble(workshop, .repository(workshop.folder.path))?.code == .untrusted)
        }
        _ = try ChildProcess.run("/bin/rm", [workshop.folder(link)])
      }
    }

    @Test func codeOutsideTheBundleIsRefused() throws {
      let workshop = try CheckerWorkshop([.good()])
      let code = "Plugins/Good.checker/\(CheckerSample.codePath("Good"))"
      try workshop.folder.write("outside.so", try workshop.folder.bytes(code))
      _ = try ChildProcess.run("/bin/rm", [workshop.folder(code)])
      try workshop.folder.link(code, to: "../../../../outside.so")
      #expect(Self.trouble(workshop, .named(workshop.folder("Plugins")))?.code == .load)
    }
  }
}
