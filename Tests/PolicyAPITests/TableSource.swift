import PolicyTestSupport

/// The sources of the table, so that messages can say where to add what.
enum TableSource {
  /// The root of the package.
  static let root = String(
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/"))

  /// The file of the table that defines a name, relative to the root.
  static func file(defining name: String) -> String {
    let folder = "Sources/PolicyAPI/Table"
    let found = try? ChildProcess.run(
      "/bin/grep", ["-rlE", "^ *(API[A-Za-z]*\\()?(shape: )?\"\(name)\"", folder], in: root
    ).outputText
    return found?.split(separator: "\n").first.map(String.init) ?? folder
  }

  /// What to do about names that only one side has.
  static func advice(_ owner: String, program: some Sequence<String>, table: some Sequence<String>, entry: String)
    -> [String]
  {
    let (program, table) = (Set(program), Set(table))
    let place = file(defining: owner)
    return program.subtracting(table).sorted().map {
      "\(owner): the program knows '\($0)', the table does not: add \(entry)(\"\($0)…\") to it in \(place)"
    }
      + table.subtracting(program).sorted().map {
        "\(owner): the table has '\($0)', the program does not know it: take it out of \(place), or spell it as the program does"
      }
  }
}
