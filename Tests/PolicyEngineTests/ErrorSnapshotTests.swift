import Basics
import Bundles
import FileFacts
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Every error text, as people read it. Cases and texts are in `Snapshots/errors.txt`.
@Suite struct ErrorSnapshotTests {
  private static let path = "Tests/PolicyEngineTests/Snapshots/errors.txt"

  @Test func everyText() throws {
    let text = String(decoding: try TemporaryFolder.bytes(of: Self.path), as: UTF8.self)
    var snapshot = ErrorSnapshot(text)
    var differences: [String] = []
    for number in snapshot.cases.indices {
      let found = ErrorCaseRun.outcome(of: snapshot.cases[number])
      if found != snapshot.cases[number].outcome {
        differences.append("\(Self.path):\(snapshot.cases[number].line): it says\n\(found.joined(separator: "\n"))")
      }
      snapshot.cases[number].outcome = found
      #expect(!found.isEmpty, "\(Self.path):\(snapshot.cases[number].line): there is no error")
    }
    if getenv("BUNDLEPOLICY_REWRITE_SNAPSHOTS") != nil {
      try TemporaryFolder.write(snapshot.text, toSnapshot: Self.path)
    } else {
      #expect(
        differences.isEmpty, "\(differences.joined(separator: "\n"))\nBUNDLEPOLICY_REWRITE_SNAPSHOTS=1 rewrites it")
      #expect(snapshot.text == text, "the file is written as the test writes it")
    }
  }

  /// Texts that other tests show, and texts that none can: what would take gigabytes or minutes, and what guards against
  /// mistakes of our own.
  private static let elsewhere = [
    "there is not enough memory for the policy engine", "this function is no longer available",
    "this object is no longer valid",
    "this bundle is no longer valid", "this value is no longer valid", " ran longer than its time limit",
    ": the pattern matches more than ", " values contain the text", "policy.unreadable", "no such policy file",
    ".lua or policy.lua in the same directory",
    "a value of this type has no elements", "the policies make more than ", "the tests make more than ",
    // Errors that only occur after millions of steps: see CheckClauseTests+Limits.swift.
    // Warnings: see PolicyReachTests.swift.
    "adjustment.shared",
    "limit.findings", " findings on ", " MiB of text", ", or more than ",
    " was stopped, and its further findings are left out: it reported more than ",
    " was stopped, and its further findings are left out: the findings of all rules on ", " take more than ",
    " on this bundle ", " left out: the findings on all bundles take more than ",
    "correct the rules that report most, or check fewer bundles at a time",
    "report a violation once, not for every value affected", "the rule has reported as much as a report can hold",
    "limit.total", " was stopped: all rules together exceeded the limit of a check",
    "correct the rules that reached a limit or took longest", "limit.time",
    " was not evaluated: it exceeded its time limit on another bundle", "see the error for that bundle",
    "loading the policy exceeded the time limit",
    "look for operations on very large strings; fuel would normally end the rule earlier",
    "explaining a rule makes it slower; check without --explain to see whether it ends in time",
    "the tests together exceeded the processor time of a run; the last ones had very little",
    "correct the rules that take longest, or run a part of the tests with --filter",
    // Errors that require a file of megabytes.
    "limit.library-search", "the run paths lead to more places than can be looked at for '",
    "its parts overlap: reading them all takes more than ",
    "the files cannot be listed: ", "the localizations cannot be listed: ", "the entitlements cannot be read: ",
    " \"name\" { … }, found ", "nothing can be reported here; report from a rule's 'check'",
    "nothing can be reported here; report from a rule's 'across'", "canonical",
    ": the bundle's platform is unknown; pass a platform",
    "write the file anew; what rules say that read it is worth nothing",
    "waive.too-many", " waivers are more than one file can hold",
    "waive the findings of one rule at a time (--rule), or accept them with check --write-baseline",
    // Errors that the tests of policy reach produce.
    "' declares rules or waivers, and two policies import it: '",
    "move its declarations to a policy of their own and include that, or include '",
    "' has no effect: ", "if several policies include a rule, the strictest severity applies",
    // Warnings of baselines, as their tests show them.
    "baseline.old",
    "the baseline has format version 1, which does not store values: it accepts any value at the places it lists",
    "baseline.outdated",
    "' has changed since the baseline was written; findings whose message changed are accepted by place and value",
    "' under an earlier id of the rule", "baseline.gone", " no longer has ",
    " with the accepted value; it has a different value now",
    "write a new baseline with --write-baseline FILE",
    // Of snapshots of reports, whose tests make the folders that each is about.
    "test.snapshot", "the snapshot is not UTF-8", "rewrite it with --update-snapshots",
    "the snapshot cannot be read: ",
    "snapshots must be regular files in the directory next to the test file; links are not followed",
    "this is not a snapshot, so it was not removed", "keep other files elsewhere",
    "the snapshot cannot be written: its path is not a regular file",
    "move the existing item away; links are not followed",
    "the snapshot cannot be written: ",
    // Errors of the REPL, and errors that the standard policies would get if they were wrong.
    "' can only be used in a policy file, not in the REPL", "no policy is loaded, so there is no module to import",
    " files start with", "name the policy with ./ in front, or rename its directory",
    // Errors of rules that use earlier builds known from a ledger or a report.
    "history.unknown", "compare with the earlier build itself: --previous OLD",
    " of the earlier build; pass the build itself", "' of the earlier build; pass the build itself with --previous",
    "a ledger orders builds by CFBundleVersion and CFBundleShortVersionString; ",
    " of the ledger is damaged; run 'bundlepolicy ledger verify'",
    // Limits, which take files too large for a snapshot: see PolicyHostLimitTests.
    "limit.memory", "the files that the rule reads need more than ",
    "check how the bundle was built; real bundles do not come near this limit",
    "read fewer files in one rule, or find out why they are so large",
    // See CheckClauseTests.
    ": the message must not be empty",
    // See TestConditionsTests.
    ": 'as_of' and 'params' are those of the whole check; put them into the first bundle",
    // See CheckRunningTests.
    "' matched no finding", "remove it, unless a bundle that needs it was not checked",
    // A value of the command line: see DeclarationTests.
    " declares it", "write KEY=VALUE,KEY=VALUE or a JSON object", "found an entry without a name",
    // See PolicyHostContentsTests.
    "limit.file-size", " MiB; leave larger ones to a checker",
    // Errors of 'plugin test'.
    "plugin.options", "give options as --with NAME=VALUE", "option '",
    // Lists on the command line: see ParameterFormTests.
    "write the whole map as a JSON object to give lists in brackets",
    // Errors of paths without a policy, which the tests of commands produce.
    "no policy file at this path", "--policy takes a Lua file, or a directory with a policy.lua",
    "the policy cannot be opened: ",
    // The coverage of tests, which the tests of commands show.
    "test.coverage", "line coverage is not available: the bytecode of this version of Lua is unknown",
    "build bundlepolicy with Lua 5.4, or leave --lcov out",
    // A standard policy's rule that cannot be loaded, which would be a mistake of our own or takes very little memory.
    "' is not declared where the program expects it", "this is a fault of the program; please report it",
    "' could not be loaded",
    // See DeliveryTests.
    " is a file of an earlier build, not of the bundle being checked",
    // Errors of packs, which require repositories, and errors that only a mistake in the program causes.
    "pack.ambiguous", "' is a pack, and a file or folder in the working directory",
    "; for the pack, change its name in bundlepolicy.yml", "' is ambiguous: it is a module of the pack '",
    "', and the file ",
    "rename the file, or rename the pack in bundlepolicy.yml", "pack.not-found",
    "' needs, add it to the project: bundlepolicy pack add … --name ", "pack.unknown", "there is no pack '",
    "pack.content",
    "the standard policies have no module '",
    "standard policies cannot include other policies; include the standard policy in yours instead",
    // See ExecutableConditionTests.
    "whether the rule applies is not known: ",
    // Warnings of waivers, as their tests show them.
    "waiver.shared", "' does not cover what was found: ", "waiver.unused",
    "waiver.ends", "the waiver of '", "' ends ", "fix what it accepts, or agree with ", " on a new date",
    // Of rules that compare bundles: AcrossClauseTests and AcrossCommandTests show them.
    "across.incomplete", "' was not evaluated across bundles: ", "limit.facts", "report.policy",
    ", so the rules that compare bundles cannot be evaluated",
    "name the policies that the shards were checked with, in the same version",
    "the waivers files are not those that the reports were made with", "name them with --waivers, as for the shards",
    "the values of parameters are not those that the reports were made with",
    "give the --param and --params options of the shards", "the policies have no rule '", "check the shards again",
  ]

  /// The sources whose messages are about policies and their files.
  private static let sources = [
    "PolicySchema", "PolicyObjects", "PolicyEngine/Evaluation", "PolicyEngine/Loading",
    "Parameters", "PolicyEngine/Policy", "PolicyEngine/Waivers", "PolicyTesting",
    "Reports/Baseline.swift", "Reports/JSON/ReportedFinding.swift",
  ]

  /// A message that nobody has looked at may say nothing, or the wrong thing: each is to have a case.
  @Test func everyMessageHasACase() throws {
    let snapshot = ErrorSnapshot(String(decoding: try TemporaryFolder.bytes(of: Self.path), as: UTF8.self))
    let shown = snapshot.cases.flatMap(\.outcome).joined(separator: "\n")
    var missing: [String] = []
    for folder in Self.sources {
      let files = try ChildProcess.run(
        "/usr/bin/find", ["Sources/\(folder)", "-name", "*.swift"]
      ).outputText.split(separator: "\n").sorted()
      #expect(!files.isEmpty)
      for file in files {
        let source = String(decoding: try TemporaryFolder.bytes(of: String(file)), as: UTF8.self)
        for text in ThrownTexts.all(in: source) where !shown.contains(text) {
          if !Self.elsewhere.contains(text) { missing.append("\(file): \(text)") }
        }
      }
    }
    #expect(missing.isEmpty, "no case of \(Self.path) shows\n\(missing.joined(separator: "\n"))")
  }
}
