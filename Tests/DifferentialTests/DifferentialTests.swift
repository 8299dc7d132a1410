import Basics
import PolicyTestSupport
import PropertyLists
import Testing

/// Compares our readers with Foundation's on generated, damaged and collected files.
///
/// Compares with Foundation on Linux, whose sources are public; Apple's own differs in some of the known differences.
@Suite(.enabled(if: isLinux, "compared with Foundation on Linux only"))
struct DifferentialTests {
  /// Few enough to run in every build. With a hundred thousand, one in fifty thousand has two of the known differences at once.
  static let sampleCount = 12_000

  @Test func generatedLists() throws {
    let samples = (0..<Self.sampleCount).map(Sample.generated)
    let answers = try FoundationAnswers.answers(to: samples, reader: try #require(FoundationAnswers.reader))
    let accepted = answers.count { if case .list = $0 { true } else { false } }
    #expect(
      accepted > samples.count * 2 / 5 && accepted < samples.count * 4 / 5, "\(accepted) accepted: a generator is off")
    for (sample, answer) in zip(samples, answers) { check(sample, answer) }
  }

  /// Every supported encoding name, with every byte above 127 that its texts may have.
  @Test func encodings() throws {
    let names = [
      "iso-8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "iso8859-1", "windows-1252", "cp1252", "Windows-1252",
      "utf-8",
      "UTF8", "us-ascii", "ascii", "iso646-us", "ansi_x3.4-1968",
    ]
    let samples = names.flatMap { name in
      ([0x41] + (0x80...0xFF)).map { (byte: UInt8) in
        let text = Array("<?xml version=\"1.0\" encoding=\"\(name)\"?><plist><string>a".utf8)
        return Sample(name: "\(name) \(byte)", format: .xml, bytes: text + [byte] + Array("b</string></plist>".utf8))
      }
    }
    let answers = try FoundationAnswers.answers(to: samples, reader: try #require(FoundationAnswers.reader))
    for (sample, answer) in zip(samples, answers) { check(sample, answer) }
  }

  @Test func knownDifferencesStillExist() throws {
    let samples = KnownDifference.all.map(\.example)
    let answers = try FoundationAnswers.answers(to: samples, reader: try #require(FoundationAnswers.reader))
    for (known, answer) in zip(KnownDifference.all, answers) {
      let difference = Difference(known.example, foundation: answer)
      #expect(difference.map(known.explains) ?? false, "no longer so: \(known.reason)")
    }
  }

  @Test(.enabled(if: corpus != nil, "no corpus beside the checkout (../shared/corpus)"))
  func collectedLists() throws {
    let folder = try #require(Self.corpus)
    let listing = try ChildProcess.run("/usr/bin/find", [folder, "-type", "f"]).outputText
    let paths = listing.split(separator: "\n").map(String.init).filter { !$0.hasSuffix(".txt") && !$0.hasSuffix(".md") }
      .sorted()
    #expect(paths.count > 40)
    let samples = try paths.map { path in
      let isStrings = path.hasSuffix(".strings")
      let bytes = try TemporaryFolder.bytes(of: path)
      let format = isStrings ? Sample.Format.strings : bytes.starts(with: "bplist".utf8) ? .binary : .xml
      return Sample(name: path, format: format, bytes: bytes)
    }
    let answers = try FoundationAnswers.answers(to: samples, reader: try #require(FoundationAnswers.reader))
    for (sample, answer) in zip(samples, answers) { check(sample, answer) }
  }

  private func check(_ sample: Sample, _ answer: FoundationAnswers.Answer) {
    guard let difference = Difference(sample, foundation: answer) else { return }
    if !KnownDifference.all.contains(where: { $0.explains(difference) }) { Issue.record("\(difference)") }
  }

  private static let corpus: String? = {
    guard let file = FileSystem.realPath(#filePath) else { return nil }
    let package = file.split(separator: "/").dropLast(3).joined(separator: "/")
    return FileSystem.realPath("/\(package)/../shared/corpus/plists")
  }()
}

#if os(Linux)
  private let isLinux = true
#else
  private let isLinux = false
#endif
