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
      let lock = try PolicyLock.lockingCheckers(of: workshop.folder.path)
      try workshop.folder.write(PolicyLock.fileName, lock.text)
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
        let lock = PolicyLock(checkers: Dictionary(uniqueKeysWithValues: names.map { ($0, digest) }))
        #expect(try PolicyLock.read(Array(lock.text.utf8), file: "lock") == lock)
      }
    }

    @Test(
      arguments: [
        ("", "malformed"), ("{", "malformed"), ("[]", "this is not a lock file of bundlepolicy"),
        ("{}", "this is not a lock file of bundlepolicy"),
        (#"{"format": "other"}"#, "this is not a lock file of bundlepolicy"),
        (#"{"format": 1}"#, "this is not a lock file of bundlepolicy"),
        (#"{"format": "bundlepolicy-lock"}"#, "version"),
        (#"{"format": "bundlepolicy-lock", "version": 2, "checkers": {}}"#, "version"),
        (#"{"format": "bundlepolicy-lock", "version": "1", "checkers": {}}"#, "version"),
        (#"{"format": "bundlepolicy-lock", "version": 1}"#, "no 'checkers'"),
        (#"{"format": "bundlepolicy-lock", "version": 1, "checkers": []}"#, "'checkers' in the lock file must be"),
        (
          #"{"format": "bundlepolicy-lock", "version": 1, "checkers": {"a": 1}}"#,
          "'a' is locked to a value that is not a SHA-256 digest"
        ),
        (
          #"{"format": "bundlepolicy-lock", "version": 1, "checkers": {"a": "sha256:00"}}"#,
          "is locked to a value that is not a SHA-256 digest"
        ),
        (
          #"{"format": "bundlepolicy-lock", "version": 1, "checkers": {"a": "sha512:"#
            + String(repeating: "0", count: 64) + "\"}}", "is locked to a value that is not a SHA-256 digest"
        ),
        (
          #"{"format": "bundlepolicy-lock", "version": 1, "checkers": {"a": "sha256:"#
            + String(repeating: "z", count: 64) + "\"}}", "is locked to a value that is not a SHA-256 digest"
        ),
      ])
    func aMalformedLockIsRefused(_ text: String, _ message: String) throws {
      do {
        _ = try PolicyLock.read(Array(text.utf8), file: "lock")
        Issue.record("it was taken")
      } catch {
        #expect(error.code == .untrusted)
        #expect(error.message.contains(message), "\(error.message)")
        #expect(error.file?.hasPrefix("lock") == true)
        #expect(error.hint?.contains("plugin lock") == true)
      }
      let workshop = try Self.repository(locked: false)
      try workshop.folder.write(PolicyLock.fileName, text)
      #expect(Self.trouble(workshop, .repository(workshop.folder.path))?.code == .untrusted)
    }

    @Test func aRepositoryIsLockedOrNotUsed() throws {
      let workshop = try Self.repository(locked: false)
      let refusal = try #require(Self.trouble(workshop, .repository(workshop.folder.path)))
      #expect(refusal.code == .untrusted)
      #expect(refusal.file == workshop.folder("Plugins/Good.checker"))
      #expect(refusal.message.contains("\(workshop.folder("bundlepolicy.lock")) does not exist"))
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

    /// A lock comes with a checkout: it says what a checker is, and not that anyone trusts it.
    @Test(arguments: [true, false])
    func aLockAloneIsNotTrusted(_ isolated: Bool) throws {
      let workshop = try Self.repository(locked: true)
      let root = workshop.folder.path
      let digests = try PolicyLock.checkerDigests(of: root)
      let pack = PackCheckers(name: "house", root: root, displayRoot: "pack:house", digests: digests, isNamed: true)
      for source in [.repository(root), .pack(pack)] as [CheckerSource] {
        let checkers = Checkers(workshop.settings(isolated: isolated, sources: [source], trustsLocked: false))
        do {
          _ = try checkers.description(of: Self.identifier)
          Issue.record("it was loaded")
        } catch {
          #expect(error.code == .untrusted)
          #expect(error.message.contains("not loaded without --with-checkers"))
          #expect(error.hint?.contains("--with-checkers") == true)
        }
        #expect(try checkers.all().checkers.isEmpty)
        let trusting = Checkers(workshop.settings(isolated: isolated, sources: [source]))
        #expect(try trusting.description(of: Self.identifier).version == "1.0")
      }
      #expect(!CheckerSettings().trustsLocked)
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
      #expect(refusal.message.contains("the checker does not match the lock file: its digest is"))
      #expect(Self.trouble(workshop, .named(workshop.folder("Plugins"))) == nil)
    }

    /// Between the look at the bundles and the use of one.
    @Test(arguments: [true, false])
    func whatIsChangedMeanwhileIsRefused(_ isolated: Bool) throws {
      let workshop = try Self.repository(locked: true)
      let checkers = Checkers(workshop.settings(isolated: isolated, sources: [.repository(workshop.folder.path)]))
      #expect(try checkers.read().isEmpty)
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
      #expect(all.refused.map(\.identifier) == [Self.identifier])
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
      #expect(Self.trouble(workshop)?.hint == "name the folder that contains it with --plugins DIR")
    }

    /// Its library might be linked with the files there.
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

extension CheckerSuite {
  /// The libraries that a locked checker loads.
  @Suite struct LinkageTests {
    /// A repository with a checker whose code is linked so, and a library beside it.
    private func workshop(_ flags: [String], links: [(String, String)] = []) throws -> CheckerWorkshop {
      let workshop = try CheckerWorkshop()
      var sample = try CheckerSample.good()
      let folder = try TemporaryFolder()
      // An empty library, for the linker alone.
      try folder.write("empty.c", "int other(void) { return 1; }\n")
      try CheckerCompiler.compile(folder("empty.c"), to: folder("libother.so"), ["-Wl,-soname,libother.so"])
      try CheckerCompiler.compile(
        "faults.c", to: folder("code"), ["-L\(folder.path)", "-Wl,--no-as-needed"] + flags)
      sample.library = try folder.bytes("code")
      try sample.write(to: workshop.folder)
      try workshop.folder.write(
        "Plugins/Good.checker/Contents/Linux/libother.so", try folder.bytes("libother.so"), mode: 0o755)
      for (name, target) in links { try workshop.folder.link("Plugins/Good.checker/Contents/\(name)", to: target) }
      return workshop
    }

    #if os(Linux)
      @Test(
        arguments: [
          ([], true), (["-l:libother.so", "-Wl,-rpath,$ORIGIN"], true), (["-Wl,-rpath,${ORIGIN}/../Linux"], true),
          (["-Wl,-rpath,$ORIGIN/../.."], true), (["-Wl,-rpath,/usr/lib"], true),
          (["-Wl,-rpath,$ORIGIN:/usr/lib/x"], true),
          (["-Wl,-rpath,$ORIGIN/../../.."], false), (["-Wl,-rpath,/opt/lib"], false), (["-Wl,-rpath,lib"], false),
          (["-Wl,-rpath,$ORIGIN:"], false), (["-Wl,-rpath,$ORIGIN/x/../.."], false),
          (["-Wl,-rpath,$ORIGIN/$LIB"], false),
          (["-Wl,-rpath,/usr/lib/../../opt"], false), (["-Wl,-rpath,$ORIGINAL"], false),
          (["-Wl,-rpath,$ORIGIN/../../..", "-Wl,--disable-new-dtags"], false), (["-Wl,--audit=/opt/audit.so"], false),
          (["-Wl,-f,/opt/filter.so"], false), (["-Wl,-rpath,/usr/libx"], false),
        ] as [([String], Bool)])
      func whatIsOutsideIsNotLocked(_ flags: [String], _ isInside: Bool) throws {
        try expect(try workshop(flags), isInside: isInside)
      }

      @Test func namesWithFolders() throws {
        for (name, isInside) in [
          ("/opt/libother.so", false), ("./libother.so", false), ("$ORIGIN/libother.so", true),
          ("$ORIGIN/../../../libother.so", false),
        ] {
          let folder = try TemporaryFolder()
          try folder.write("empty.c", "int other(void) { return 1; }\n")
          try CheckerCompiler.compile(folder("empty.c"), to: folder("libnamed.so"), ["-Wl,-soname,\(name)"])
          try expect(try workshop(["-L\(folder.path)", "-l:libnamed.so"]), isInside: isInside)
        }
      }

      /// A way up leads elsewhere from a folder that is a link.
      @Test func waysThroughLinks() throws {
        try expect(try workshop(["-Wl,-rpath,$ORIGIN/.."], links: [("Deep", "Linux")]), isInside: false)
        try expect(try workshop(["-Wl,-rpath,$ORIGIN"], links: [("Deep", "Linux")]), isInside: true)
      }

      private func expect(_ workshop: CheckerWorkshop, isInside: Bool) throws {
        do {
          _ = try PolicyLock.lockingCheckers(of: workshop.folder.path)
          #expect(isInside)
        } catch {
          #expect(!isInside && error.code == .untrusted, "\(error.message)")
          #expect(error.hint?.contains("--plugins") == true)
          #expect(error.file?.contains("Good.checker/Contents/") == true, "\(error.file ?? "")")
        }
        // Neither is one that was locked by hand, or by an earlier version.
        let digest = try CheckerBundle.open(workshop.folder("Plugins/Good.checker")).digest()
        try workshop.folder.write(
          PolicyLock.fileName, PolicyLock(checkers: ["Plugins/Good.checker": digest]).text)
        let checkers = Checkers(workshop.settings(sources: [.repository(workshop.folder.path)]))
        do {
          _ = try checkers.description(of: "com.example.good")
          #expect(isInside)
        } catch {
          // The system may not find what it is linked with; what matters is who said no.
          #expect((error.code == .untrusted) == !isInside, "\(error.code) \(error.message)")
        }
      }
    #endif

    @Test func malformedLibrariesAreNotLocked() throws {
      let workshop = try CheckerWorkshop([.good()])
      let code = "Plugins/Good.checker/\(CheckerSample.codePath("Good"))"
      let bytes = try workshop.folder.bytes(code)
      var state: UInt64 = 1
      for round in 0..<300 {
        var changed = bytes
        for _ in 0..<4 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let limit = round % 2 == 0 ? 1024 : changed.count
          changed[Int(state >> 33) % min(limit, changed.count)] = UInt8(truncatingIfNeeded: state >> 24)
        }
        if round % 5 == 0 { changed = Array(changed.prefix(Int(state >> 33) % changed.count)) }
        try workshop.folder.write("Plugins/Good.checker/Contents/other.so", changed, mode: 0o755)
        // It is refused or not, and nothing else.
        do { _ = try PolicyLock.lockingCheckers(of: workshop.folder.path) } catch {
          #expect(error.code == .untrusted)
        }
      }
    }
  }
}
