extension TableSource {
  /// The text of a policy for the program: without comments, indentation and the examples of rules, which only people and tests
  /// read. Lines keep their numbers, so that places in reports match the file.
  func carriedPolicy() throws(Mistake) -> String {
    guard name.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "_/.-".utf8.contains($0) }) else {
      throw Mistake(path, 0, "the name of a module is made of lower-case letters, digits, '_' and '-'")
    }
    var rest = try pieces()[...]
    var carried: [UInt8] = []
    while let piece = rest.first {
      if let examples = Self.examples(rest) {
        carried += newlines(examples.reduce(0) { $0 + $1.newlines })
        rest = rest[examples.endIndex...]
        continue
      }
      switch piece.kind {
      case .comment: carried += [0x20] + newlines(piece.newlines)
      case .space: carried += piece.newlines == 0 ? [0x20] : newlines(piece.newlines)
      default: carried += piece.text
      }
      rest = rest.dropFirst()
    }
    let lines = carried.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.prefix(1 + (line.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? line.startIndex - 1) - line.startIndex)
    }
    let end = lines.lastIndex { !$0.isEmpty } ?? -1
    return String(decoding: Array(lines[...end].joined(separator: [0x0A])), as: UTF8.self)
  }

  private func newlines(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x0A, count: count) }

  private static func examples(_ pieces: ArraySlice<LuaPiece>) -> ArraySlice<LuaPiece>? {
    guard pieces.first?.kind == .name, pieces.first?.string == "examples" else { return nil }
    var (depth, count) = (0, 0)
    for (index, piece) in zip(pieces.indices, pieces).dropFirst() where piece.isMeaningful {
      count += 1
      let isSymbol = piece.kind == .symbol
      if count == 1, !isSymbol || piece.string != "=" { return nil }
      if count == 2, !isSymbol || piece.string != "{" { return nil }
      if isSymbol, piece.string == "{" { depth += 1 }
      if isSymbol, piece.string == "}" { depth -= 1 }
      if count >= 2, depth == 0 {
        let next = pieces[(index + 1)...].firstIndex { $0.isMeaningful }
        let comma = next.flatMap { pieces[$0].kind == .symbol && pieces[$0].string == "," ? $0 : nil }
        return pieces[...(comma ?? index)]
      }
    }
    return nil
  }
}
