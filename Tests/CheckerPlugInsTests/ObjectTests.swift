import CheckerPlugIns
import Testing

extension CheckerSuite {
  /// Factories whose objects are not checkers.
  @Suite struct ObjectTests {
    struct Wrong: CustomTestStringConvertible, Sendable {
      let function: String
      let code: PlugInCode
      let message: String
      var testDescription: String { function }

      init(_ function: String, _ code: PlugInCode, _ message: String) {
        self.function = function
        self.code = code
        self.message = message
      }
    }

    static let objects = [
      Wrong("Null", .interface, "returned no object for the type"),
      Wrong("OtherType", .interface, "returned no object for the type"),
      Wrong("NullTable", .interface, "without the functions"), Wrong("NullQuery", .interface, "without the functions"),
      Wrong("NullRelease", .interface, "without the functions"),
      Wrong("UnknownInterface", .interface, "without interface version 1"),
      Wrong("NullInterface", .interface, "returns objects without interface version"),
      Wrong("BareInterface", .interface, "returned an interface without a function table"),
      Wrong("NullDescribe", .interface, "lacks functions"),
      Wrong("NullCheck", .interface, "lacks functions"), Wrong("SmallTable", .interface, "of 40 bytes"),
      Wrong("Version2", .interface, "returned version 2"), Wrong("Version0", .interface, "returned version 0"),
      Wrong("absent", .load, "'absent', which the code does not export"),
    ]

    static let descriptions = [
      ("NullDescription", "describe returned null"), ("SmallDescription", "its size is 80, but must be 88"),
      ("NoIdentifier", "no identifier"), ("NullIdentifier", "no identifier"), ("EmptyIdentifier", "no identifier"),
      ("UpperIdentifier", "'com.Example.object'"), ("BrokenIdentifier", "identifier is not UTF-8"),
      ("MinusIdentifier", "has an impossible length"), ("NoVersion", "no version"), ("NoSummary", "no summary"),
      ("BrokenSummary", "summary is not UTF-8"), ("ZeroSummary", "summary contains a zero byte"),
      ("BrokenHelp", "help is not UTF-8"), ("NullOptions", "3 options, but a null pointer to them"),
      ("ManyOptions", "257 options"),
      ("MinusOptions", "-1 options"), ("SmallOption", "size of option 1 is 40"),
      ("UnnamedOption", "no name of option 1"),
      ("BrokenOptionName", "name of option 1 is not UTF-8"), ("CamelOption", "'aName'"), ("TypelessOption", "type 0"),
      ("Type6Option", "type 6"), ("NoOptionSummary", "no summary of option 'name'"),
      ("BrokenDefault", "default of option 'name' is not UTF-8"), ("CrossedBounds", "minimum above its maximum"),
      ("NaNBounds", "minimum above its maximum"), ("NullChoices", "has choices, but a null pointer to them"),
      ("ManyChoices", "1025 choices"),
      ("MinusChoices", "-1 choices"), ("EmptyChoice", "no choice 1 of option 'name'"), ("OptionTwins", "'name' twice"),
    ].map { Wrong($0.0, .description, $0.1) }

    private static func workshop(_ functions: String...) throws -> CheckerWorkshop {
      let library = try CheckerCompiler.library("objects.c")
      return try CheckerWorkshop(
        functions.enumerated().map {
          CheckerSample("Object\($0)", "com.example.object", $1, uuid: 10 + $0, library: library)
        } + [.good()])
    }

    private func trouble(_ checkers: Checkers, _ identifier: String = "com.example.object") -> PlugInError? {
      do {
        _ = try checkers.description(of: identifier)
        return nil
      } catch {
        return error
      }
    }

    @Test(arguments: objects + descriptions, [false, true])
    func isRefused(_ wrong: Wrong, _ isolated: Bool) throws {
      // The messages come from the same code; a few are enough to know that they arrive.
      if isolated, !["Null", "MinusOptions", "absent"].contains(wrong.function) { return }
      let workshop = try Self.workshop(wrong.function)
      let checkers = Checkers(workshop.settings(isolated: isolated))
      let failure = try #require(trouble(checkers))
      #expect(failure.code == wrong.code)
      #expect(failure.message.contains(wrong.message), "\(failure.message)")
      #expect(failure.file?.contains("Object0.checker") == true)
      #expect(failure.hint != nil)
      #expect(trouble(checkers) == failure)
      try workshop.expectGood(checkers)
    }

    @Test(arguments: ["Sound", "LargeTable", "LargeDescription"])
    func isTaken(_ function: String) throws {
      let workshop = try Self.workshop(function)
      #expect(try Checkers(workshop.settings()).description(of: "com.example.object").summary == "An object")
    }

    @Test(arguments: ["Loop", "LoopDescribe"])
    func aLoopEnds(_ function: String) throws {
      let workshop = try Self.workshop(function)
      do {
        let checkers = Checkers(workshop.settings(seconds: 1))
        let failure = try #require(trouble(checkers))
        #expect(failure.code == .time)
        #expect(failure.file == workshop.folder("Plugins/Object0.checker"))
        try workshop.expectGood(checkers)
      }
      #expect(ProcessCensus.left(with: workshop.worker).isEmpty)
    }

    @Test(arguments: [true, false])
    func oneIdentifierTwice(_ isolated: Bool) throws {
      let workshop = try Self.workshop("Sound", "Twin")
      let checkers = Checkers(workshop.settings(isolated: isolated))
      // The first is found before the second is loaded; the error is only for requests of all.
      #expect(trouble(checkers) == nil)
      #expect(throws: PlugInError.self) { try checkers.all() }
      do { _ = try checkers.all() } catch {
        #expect(error.code == .registration)
        #expect(
          error.message.contains("'com.example.object' is already registered by \(workshop.folder("Plugins/Object0"))"))
        #expect(error.file == workshop.folder("Plugins/Object1.checker"))
      }
    }

    /// All checkers of a bundle are available or none, regardless of the order of requests.
    @Test(arguments: [["Sound", "NoVersion"], ["NoVersion", "Sound"]])
    func oneOfTwoFactoriesIsWrong(_ functions: [String]) throws {
      var sample = CheckerSample(
        "Two", "com.example.object", functions[0], uuid: 30, library: try CheckerCompiler.library("objects.c"))
      sample.factories.append((CheckerSample.uuid(31), functions[1]))
      let workshop = try CheckerWorkshop([sample, .good()])
      let registry = CheckerRegistry()
      try registry.add([.named(workshop.folder("Plugins"))])
      for _ in 0..<2 {
        do {
          _ = try registry.description(of: "com.example.object")
          Issue.record("it was taken")
        } catch {
          #expect(error.code == .description)
          #expect(error.message.contains("no version"))
        }
      }
      #expect(try registry.description(of: "com.example.good").version == "1.0")
    }

    @Test func twoFactoriesOfOneBundle() throws {
      var sample = CheckerSample(
        "Two", "com.example.object", "Sound", uuid: 30, library: try CheckerCompiler.library("objects.c"))
      sample.factories.append((CheckerSample.uuid(31), "Second"))
      let workshop = try CheckerWorkshop([sample, .good()])
      let registry = CheckerRegistry()
      try registry.add([.named(workshop.folder("Plugins"))])
      let all = try registry.descriptions()
      #expect(
        all.map(\.description.identifier) == ["com.example.good", "com.example.object", "com.example.object.second"])
      #expect(try registry.description(of: "com.example.object").version == "1.0")
    }
  }
}
