import PolicyTestSupport
import PropertyLists
import Testing

@testable import CheckerPlugIns

/// Registrations in Info.plist, and the errors about invalid ones.
@Suite struct RegistrationTests {
  private static let one = "11111111-2222-3333-4444-55555555555A"
  private static let two = "66666666-7777-8888-9999-AAAAAAAAAAAA"
  private static let type = "2BCAC4B1-A261-403E-91BC-194CB31A07FF"
  private static let other = "D736950A-0000-0000-0000-000000000000"

  private func read(_ content: String) throws -> PlugInRegistration {
    let list = try PropertyList.parse(Array(PropertyListText.document(content).utf8), file: "Info.plist")
    return try PlugInRegistration.read(list, file: "Info.plist")
  }

  private static func factories(_ entries: String) -> String { "<key>CFPlugInFactories</key><dict>\(entries)</dict>" }
  private static func types(_ entries: String) -> String { "<key>CFPlugInTypes</key><dict>\(entries)</dict>" }
  private static func dynamic(_ value: String) -> String { "<key>CFPlugInDynamicRegistration</key>\(value)" }
  private static let oneFactory = factories("<key>\(one)</key><string>Make</string>")
  private static let oneType = types("<key>\(type)</key><array><string>\(one)</string></array>")

  @Test(
    arguments: [
      (oneFactory + oneType, [one], nil),
      // Letters of either case; one string for a list of one; types of others; no dynamic registration.
      (
        factories("<key>\(one.lowercased())</key><string>Make</string>")
          + types("<key>\(type.lowercased())</key><string>\(one.lowercased())</string>"), [one], nil
      ),
      (
        oneFactory
          + types(
            "<key>\(other)</key><array><string>\(one)</string></array><key>\(type)</key><array><string>\(one)</string></array>"
          ), [one], nil
      ),
      (oneFactory + oneType + dynamic("<string>NO</string>"), [one], nil),
      (dynamic("<string>YES</string>"), [], "CFPlugInDynamicRegister"),
      (dynamic("<string>yes</string>"), [], "CFPlugInDynamicRegister"),
      (
        dynamic("<string>Yes</string>") + "<key>CFPlugInDynamicRegisterFunction</key><string>Register</string>", [],
        "Register"
      ),
      (oneFactory + oneType + dynamic("<string>YES</string>"), [one], "CFPlugInDynamicRegister"),
      (oneFactory + dynamic("<string>YES</string>"), [], "CFPlugInDynamicRegister"),
    ] as [(String, [String], String?)])
  func reads(_ content: String, _ checkers: [String], _ function: String?) throws {
    let registration = try read(content)
    #expect(registration.checkers.map(\.description) == checkers)
    #expect(registration.registerFunction == function)
    #expect(registration.unloadFunction == nil)
    #expect(registration.factories.map(\.function) == (content.contains("Make") ? ["Make"] : []))
  }

  @Test func readsTheUnloadFunction() throws {
    let content = Self.oneFactory + Self.oneType + "<key>CFPlugInUnloadFunction</key><string>_leave_2</string>"
    #expect(try read(content).unloadFunction == "_leave_2")
  }

  @Test func keepsTheOrderOfTheFile() throws {
    let content =
      Self.factories("<key>\(Self.two)</key><string>B</string><key>\(Self.one)</key><string>A</string>")
      + Self.types("<key>\(Self.type)</key><array><string>\(Self.one)</string><string>\(Self.two)</string></array>")
    let registration = try read(content)
    #expect(registration.factories.map(\.function) == ["B", "A"])
    #expect(registration.checkers.map(\.description) == [Self.one, Self.two])
  }

  @Test(
    arguments: [
      ("", "it registers no factory: Info.plist has neither CFPlugInFactories nor CFPlugInDynamicRegistration"),
      (dynamic("<string>NO</string>"), "it registers no factory"), (factories(""), "it registers no factory"),
      (oneFactory, "its CFPlugInTypes names no factory of checkers"),
      (oneFactory + types(""), "its CFPlugInTypes names no factory of checkers"),
      (oneFactory + types("<key>\(type)</key><array/>"), "its CFPlugInTypes names no factory of checkers"),
      (
        oneFactory + types("<key>\(other)</key><string>\(one)</string>"),
        "its CFPlugInTypes names no factory of checkers"
      ),
      (
        oneFactory + oneType + dynamic("<true/>"),
        "CFPlugInDynamicRegistration is of type boolean; only the string YES enables dynamic registration"
      ),
      (oneFactory + oneType + dynamic("<integer>1</integer>"), "CFPlugInDynamicRegistration is of type integer"),
      (dynamic("<string>true</string>"), "CFPlugInDynamicRegistration is 'true'; it must be YES or NO"),
      (dynamic("<string>YES </string>"), "CFPlugInDynamicRegistration is 'YES '; it must be YES or NO"),
      (dynamic("<string></string>"), "CFPlugInDynamicRegistration is ''; it must be YES or NO"),
      (
        oneFactory + oneType + "<key>CFPlugInDynamicRegisterFunction</key><string>Register</string>",
        "which is never called without CFPlugInDynamicRegistration"
      ),
      (
        dynamic("<string>YES</string>") + "<key>CFPlugInDynamicRegisterFunction</key><string>2nd</string>",
        "CFPlugInDynamicRegisterFunction: '2nd' is not the name of a C function"
      ),
      (
        dynamic("<string>YES</string>") + "<key>CFPlugInDynamicRegisterFunction</key><true/>",
        "CFPlugInDynamicRegisterFunction is of type boolean; it must be the name of a C function"
      ),
      (
        oneFactory + oneType + "<key>CFPlugInUnloadFunction</key><string></string>",
        "CFPlugInUnloadFunction: '' is not the name of a C function"
      ),
      (
        oneFactory + oneType + "<key>CFPlugInUnloadFunction</key><string>a-b</string>",
        "CFPlugInUnloadFunction: 'a-b' is not the name of a C function"
      ),
      ("<key>CFPlugInFactories</key><array/>", "CFPlugInFactories is of type array; it must be a dictionary"),
      ("<key>CFPlugInFactories</key><string>\(one)</string>", "CFPlugInFactories is of type string"),
      (factories("<key>no</key><string>Make</string>"), "CFPlugInFactories: 'no' is not a UUID"),
      (factories("<key>\(one) </key><string>Make</string>"), "is not a UUID"),
      (factories("<key>\(one.dropLast())G</key><string>Make</string>"), "is not a UUID"),
      (factories("<key>{\(one)}</key><string>Make</string>"), "is not a UUID"),
      (factories("<key>\(one)</key><array/>"), "the function of \(one) is not a string"),
      (factories("<key>\(one)</key><string></string>"), "CFPlugInFactories: '' is not the name of a C function"),
      (factories("<key>\(one)</key><string>ma\u{FE}ke</string>"), "is not the name of a C function"),
      (
        factories("<key>00000000-0000-0000-0000-000000000000</key><string>MyFactoryFunction</string>"),
        "still has the template's values: 00000000-0000-0000-0000-000000000000 with 'MyFactoryFunction'"
      ),
      (
        factories("<key>00000000-0000-0000-0000-000000000000</key><string>Make</string>"),
        "still has the template's values"
      ),
      (factories("<key>\(one)</key><string>MyFactoryFunction</string>"), "still has the template's values"),
      (
        factories("<key>\(one)</key><string>A</string><key>\(one.lowercased())</key><string>B</string>"),
        "CFPlugInFactories has \(one) twice, in letters of different case"
      ),
      (
        oneFactory
          + types("<key>\(type)</key><string>\(one)</string><key>\(type.lowercased())</key><string>\(one)</string>"),
        "CFPlugInTypes has \(type) twice, in letters of different case"
      ),
      (oneFactory + "<key>CFPlugInTypes</key><array/>", "CFPlugInTypes is of type array; it must be a dictionary"),
      (oneFactory + types("<key>checker</key><array/>"), "CFPlugInTypes: 'checker' is not a UUID"),
      (oneFactory + types("<key>\(type)</key><array><integer>1</integer></array>"), "lists a value of type integer"),
      (oneFactory + types("<key>\(type)</key><true/>"), "lists a value of type boolean"),
      (oneFactory + types("<key>\(type)</key><dict/>"), "lists a value of type dictionary"),
      (oneFactory + types("<key>\(type)</key><string>x</string>"), "CFPlugInTypes: 'x' is not a UUID"),
      (
        oneFactory + types("<key>\(type)</key><array><string>\(one)</string><string>\(two)</string></array>"),
        "names the factory \(two), which CFPlugInFactories lacks"
      ),
      (
        oneFactory
          + types("<key>\(type)</key><array><string>\(one)</string><string>\(one.lowercased())</string></array>"),
        "lists the factory \(one) twice"
      ),
      (
        dynamic("<string>YES</string>") + types("<key>\(type)</key><string>\(one)</string>"),
        "names the factory \(one), which CFPlugInFactories lacks"
      ),
    ] as [(String, String)])
  func refuses(_ content: String, _ message: String) throws {
    do {
      _ = try read(content)
      Issue.record("it was taken")
    } catch let error as PlugInError {
      #expect(error.code == .registration)
      #expect(error.message.contains(message), "\(error.message)")
      #expect(error.file == "Info.plist")
    }
  }
}
