import Testing

@testable import TableGenerator

/// What rules ask that find nothing, on its way into the program.
@Suite("Known passes")
struct KnownPassesTests {
  private func passes(_ text: String) throws(Mistake) -> KnownPasses {
    try KnownPasses(TableSource(path: "/Policies/apple/passes.txt", name: KnownPasses.name, bytes: Array(text.utf8)))
  }

  @Test("are carried for the texts that they were taken down of, and for no others")
  func digests() throws {
    let found = try passes(
      "# A comment.\nfunctions|f00\napple/a.lua|d1|application|ios|12|AP8=\napple/a.lua|old|framework|ios|3|AA==\n"
        + "apple/b.lua|d1|plugin||-not for it|AAEC\n")
    #expect(found.functions == "f00")
    #expect(found.records(of: "apple/a.lua", "d1") == "23:application|ios|12|\u{100}\u{1FF}")
    #expect(found.records(of: "apple/b.lua", "d1") == "26:plugin||-not for it|\u{100}\u{101}\u{102}")
    #expect(found.records(of: "apple/b.lua", "d2") == "" && found.records(of: "apple/c.lua", "d1") == "")
    #expect(try KnownPasses(nil).records(of: "apple/a.lua", "d1") == "")
  }

  @Test("that are malformed are a mistake", arguments: ["apple/a.lua|d1|application", "functions|a|b", "x"])
  func malformed(_ line: String) {
    #expect(throws: Mistake.self) { try passes("functions|f\n" + line) }
  }

  @Test("depend on every module that is imported, directly or not")
  func imports() {
    let texts = ["a", "b", "c", "d"]
    let imports = [[1], [2], [1], []]
    let digest = KnownPasses.digest(of: 0, texts, imports)
    for changed in 0..<3 {
      var other = texts
      other[changed] += " "
      #expect(KnownPasses.digest(of: 0, other, imports) != digest)
    }
    #expect(KnownPasses.digest(of: 0, ["a", "b", "c", "other"], imports) == digest)
  }
}
