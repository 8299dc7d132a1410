@testable import PolicyTesting
@testable import PolicyTesting
import Basics
import LuaSyntax
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The policies that come with the program: every fault is noticed, and each test is needed for that.
@Suite struct ShippedMutationTests {
  private static func source(_ name: String) throws -> [UInt8] {
    try TemporaryFolder.bytes(of: "Policies/\(name)")
  }

  private static func trial(_ policy: [UInt8], _ tests: [UInt8]) throws -> MutationTest {
    let folder = try TemporaryFolder()
    try folder.write("org.lua", policy)
    try folder.write("org_test.lua", tests)
    let day = try #require(CalendarDate("2026-06-15"))
    var test = MutationTest(.init(asOf: day))
    try test.run(PolicyTestSuite(policy: folder("org.lua"), tests: [folder("org_test.lua")]))
    return test
  }

  @Test func everyFaultIsNoticed() throws {
    let test = try Self.trial(Self.source("org.lua"), Self.source("org_test.lua"))
    #expect(test.failures.isEmpty)
    #expect(test.mutants.filter { !$0.isKilled }.map(\.change) == [])
    #expect(test.percent == 100 && test.mutants.count >= 30, "\(test.mutants.count)")
    #expect(Set(test.mutants.compactMap(\.rule)).count == 4)
  }

  /// The elements of the lists `pass` and `fail`, and each `test "…" { … }`, by their words.
  private struct Parts: LuaVisitor {
    let tokens: [LuaTokens.Token]
    var examples: [Range<Int>] = []
    var tests: [Range<Int>] = []

    init(_ source: [UInt8]) throws {
      tokens = LuaTokens(source).tokens
      visit(try LuaParser.parse(tokens).statements)
    }

    mutating func visit(_ statement: LuaStatement) { visitParts(of: statement) }

    mutating func visit(_ expression: LuaExpression) {
      if expression.call?.function == "test" || tokens[expression.range].first?.text == "test" {
        tests.append(expression.range)
        return
      }
      if case .table(let fields) = expression.kind {
        for field in fields where field.name == "pass" || field.name == "fail" {
          if case .table(let elements) = field.value.kind { examples += elements.map(\.value.range) }
        }
      }
      visitParts(of: expression)
    }
  }

  /// The bytes of words, with the comma after them.
  private static func bytes(_ ranges: [Range<Int>], _ tokens: [LuaTokens.Token]) -> [Range<Int>] {
    ranges.map { range in
      let last =
        range.upperBound < tokens.count && tokens[range.upperBound].text == ","
        ? range.upperBound : range.upperBound - 1
      return tokens[range.lowerBound].range.lowerBound..<tokens[last].range.upperBound
    }
  }

  /// The bytes of each element of the lists `pass` and `fail`, with the comma after it.
  private static func examples(_ source: [UInt8]) throws -> [Range<Int>] {
    let parts = try Parts(source)
    return bytes(parts.examples, parts.tokens)
  }

  /// The bytes of each `test "…" { … }`.
  private static func tests(_ source: [UInt8]) throws -> [Range<Int>] {
    let parts = try Parts(source)
    return bytes(parts.tests, parts.tokens)
  }

  private static func without(_ range: Range<Int>, _ source: [UInt8]) -> [UInt8] {
    Array(source[..<range.lowerBound]) + Array(source[range.upperBound...])
  }

  @Test func eachTestIsNeeded() throws {
    let (policy, tests) = (try Self.source("org.lua"), try Self.source("org_test.lua"))
    let (examples, whole) = (try Self.examples(policy), try Self.tests(tests))
    let all = try Self.trial(policy, tests)
    #expect(examples.count + whole.count == all.testCount, "\(examples.count) \(whole.count) \(all.testCount)")
    for range in examples {
      let test = try Self.trial(Self.without(range, policy), tests)
      let text = String(decoding: policy[range], as: UTF8.self)
      #expect(test.failures.isEmpty && test.testCount == all.testCount - 1, "\(text)")
      #expect(test.percent < 100, "nothing needs the example \(text)")
    }
    for range in whole {
      let test = try Self.trial(policy, Self.without(range, tests))
      let text = String(decoding: tests[range], as: UTF8.self)
      #expect(test.failures.isEmpty && test.testCount == all.testCount - 1, "\(text)")
      #expect(test.percent < 100, "nothing needs \(text)")
    }
  }
}
