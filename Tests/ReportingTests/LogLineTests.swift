import BuildRecords
import Bundles
import CheckerPlugIns
@testable import PolicyTesting
import PolicyTestSupport
import PropertyLists
import ReleaseLedger
import ReportTestSupport
import StructuredText
import Testing
@testable import Inspection
@testable import LedgerViews
@testable import Presentation
@testable import Reports

/// No printed line is a command to a pipeline's runner, regardless of the parts in which it is written.
@Suite struct LogLineTests {
  private static let texts = hostileTexts + hostileCommands + hostileToOtherRunners

  private func commands(_ output: String) -> [String] { commands(Array(output.utf8)) }

  private func commands(_ bytes: [UInt8]) -> [String] {
    let github = RunnerLine.all(in: bytes).compactMap { line -> String? in
      if case .command(let name, _, let text) = line { "\(name): \(text)" } else { nil }
    }
    return github + OtherRunners.commands(in: bytes)
  }

  @Test(arguments: [
    ("::error::x", ":\\u{3a}error::x"), ("  ::error::x", "  :\\u{3a}error::x"), ("a::b", "a::b"), (": :x", ": :x"),
    ("##[x", "##\\u{5b}x"), ("##vso[x", "##vso\\u{5b}x"), ("##a.b-c_1[x", "##a.b-c_1\\u{5b}x"), ("## a[x", "## a[x"),
    ("#vso[x", "#vso[x"), ("##a#b[x", "##a#b[x"), ("--- x", "--\\u{2d} x"), ("---", "--\\u{2d}"), ("---x", "---x"),
    ("----", "----"), ("-- -", "-- -"), ("+++ x", "++\\u{2b} x"), ("~~~ x", "~~\\u{7e} x"),
    ("^^^ +++", "^^\\u{5e} +++"),
    ("section_start:1", "section_start\\u{3a}1"), ("section_starts:1", "section_starts:1"),
    ("x section_start:1", "x section_start:1"), ("travis_fold:a", "travis_fold\\u{3a}a"),
  ])
  func lines(_ text: String, _ expected: String) {
    #expect(TerminalText.line(text) == expected)
    #expect(commands(TerminalText.line(text)).isEmpty)
  }

  /// Splitting a text into two or three parts never changes the result.
  @Test func partsOfLines() {
    for text in Self.texts {
      let scalars = Array(text.unicodeScalars)
      for first in 0...scalars.count {
        for second in [first, (first + scalars.count + 1) / 2, scalars.count] {
          var out = TerminalText(isColored: false)
          for part in [scalars[..<first], scalars[first..<second], scalars[second...]] {
            out.add(String(String.UnicodeScalarView(part)))
          }
          out.newLine()
          #expect(commands(out.text).isEmpty, "\(text.debugDescription) cut at \(first) and \(second)")
        }
      }
      #expect(commands(TerminalText.line(text)).isEmpty, "\(text.debugDescription)")
    }
  }

  /// The check is one that can fail.
  @Test func commandsAreRecognized() {
    for text in hostileToOtherRunners where text != "---" {
      #expect(!OtherRunners.commands(in: Array(text.utf8)).isEmpty, "\(text.debugDescription)")
    }
  }

  /// JSON holds the same text all the same.
  @Test func json() throws {
    for text in Self.texts {
      for isOnOneLine in [false, true] {
        var writer = JSONWriter(isOnOneLine: isOnOneLine)
        writer.object {
          $0.member(text, text)
          $0.member("b", text)
        }
        #expect(commands(writer.bytes).isEmpty, "\(text.debugDescription)")
        let value = try JSONReader.read(writer.bytes)
        #expect(value[text]?.string == text && value["b"]?.string == text, "\(text.debugDescription)")
      }
    }
  }

  @Test func propertyLists() throws {
    for text in Self.texts {
      // Characters that XML cannot contain.
      let plain = text.unicodeScalars.filter { $0.value >= 0x20 && $0 != "<" && $0 != "&" && $0.value < 0xFFFE }
      let word = String(String.UnicodeScalarView(plain))
      let content = "<key>\(word)</key><string>\(word)</string><key>a</key><array><string>\(word)</string></array>"
      guard let list = try? PropertyList.parse(Array(PropertyListText.document(content).utf8), file: text) else {
        continue
      }
      #expect(commands(PropertyListTree.render(list, isColored: false)).isEmpty, "\(text.debugDescription)")
    }
  }

  @Test func ledgers() {
    for text in Self.texts {
      let entry = BuildEntry.sample(
        product: text, path: text, shortVersion: text, build: text,
        policies: [.init(id: text, version: text, digest: text)],
        waivers: [.init(rule: text, because: text, owner: text, expires: text)],
        labels: [.init(name: text, value: text)])
      let build = RecordedBuild.sample(1, entry)
      let shown = LedgerText(isColored: false)
      #expect(commands(shown.log([build], total: 1)).isEmpty, "\(text.debugDescription)")
      #expect(commands(shown.show(build)).isEmpty, "\(text.debugDescription)")
      #expect(commands(LedgerJSON.log([build], total: 1)).isEmpty, "\(text.debugDescription)")
      #expect(commands(LedgerJSON.show(build)).isEmpty, "\(text.debugDescription)")
    }
  }

  @Test func testResults() {
    for text in Self.texts {
      let test = PolicyTestCase(name: text, group: text, file: text, line: 1)
      let results = [
        PolicyTestResult(testCase: test, problems: [text, text]), PolicyTestResult(testCase: test),
      ]
      let errors = [EngineError(code: "a", message: text, file: text, line: 1, hint: text)]
      #expect(
        commands(PolicyTestText.render(results, errors: errors, isVerbose: true)).isEmpty, "\(text.debugDescription)")
      #expect(commands(PolicyTestJUnit.render(results, errors: errors)).isEmpty, "\(text.debugDescription)")
    }
  }
}
