import PolicyTestSupport
import Reports
import StandardPolicies
import Testing

@testable import PolicyEngine

/// Built-in files and files in a policy's directory are never confused.
@Suite struct StandardPolicySourceTests {
  private static let rule = "rule \"r\" { summary = \"s\", require = \"CFBundleName\" }\n"

  @Test func aFileOfOnesOwnStandsBesideTheOneOfThatName() throws {
    let folder = try TemporaryFolder([
      "apple/policy.lua":
        "policy \"own\" { summary = \"s\", include = { \"strict\", \"apple.strict\" } }\nimport \"key_types.bundle_name_length\"\n"
        + Self.rule,
      "apple/strict.lua": "policy \"own.strict\" { summary = \"s\" }\n" + Self.rule,
      "apple/key_types/bundle_name_length.lua": "return {}",
    ])
    let program = try PolicyProgram(.init(policies: [folder("apple")]))
    let alone = try PolicyProgram(.init(policies: ["apple.strict"]))
    #expect(program.policies.map(\.id) == ["own", "own.strict", "apple.strict", "apple.recommended", "apple.sdks"])
    #expect(program.ruleIDs.count == alone.ruleIDs.count + 2)
    #expect(program.ruleIDs.contains("apple.strict/bundle-name-length"))
  }

  @Test func noFileIsCalledAsTheProgramCallsItsOwn() throws {
    do throws(EngineError) {
      _ = try PolicyProgram(.init(policies: [StandardPolicies.mark + "apple/strict.lua"]))
      Issue.record("loaded")
    } catch {
      #expect(error.code == "policy.not-found" || error.code == "policy.unreadable")
    }
  }

  @Test(arguments: ["apple.app_store.ios", "apple.app-store.ios"])
  func policiesAreCalledByModuleOrID(_ name: String) throws {
    let program = try PolicyProgram(.init(policies: [name]))
    #expect(program.policies.first?.id == "apple.app-store.ios")
    #expect(program.policies.first?.source == "built-in:apple/app_store/ios.lua")
  }

  @Test func aDirectoryStandsInTheirPlace() throws {
    let folder = try TemporaryFolder([
      "apple/recommended.lua": "policy \"apple.recommended\" { summary = \"s\" }\n" + Self.rule
    ])
    let program = try PolicyProgram(.init(policies: ["apple.recommended"], standardPolicies: folder.path))
    #expect(program.ruleIDs == ["apple.recommended/r"])
  }
}
