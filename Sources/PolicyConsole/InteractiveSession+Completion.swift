import Basics
import KeyRegistry
import LuaRuntime
import LuaSyntax
import PolicyEngine
import PolicyObjects
import PropertyLists

// Completion of words.
extension InteractiveSession {
  package struct Completions: Hashable, Sendable {
    /// The start of the word to replace, as an offset in bytes.
    package let start: Int
    package let words: [String]

    package init(start: Int, words: [String]) { (self.start, self.words) = (start, words) }
  }

  package func completions(of line: String) -> Completions {
    let bytes = Array(line.utf8)
    if let quote = Self.openQuote(bytes) {
      let typed = String(decoding: bytes[(quote + 1)...], as: UTF8.self)
      return Completions(start: quote + 1, words: sorted(strings(typed, before: Array(bytes[..<quote]), bytes[quote])))
    }
    var start = bytes.count
    while start > 0, Self.isNamePart(bytes[start - 1]) { start -= 1 }
    let typed = String(decoding: bytes[start...], as: UTF8.self)
    let words: [String]
    if start > 0, bytes[start - 1] == UInt8(ascii: ".") || bytes[start - 1] == UInt8(ascii: ":") {
      let isMethod = bytes[start - 1] == UInt8(ascii: ":")
      guard let container = Self.chain(bytes[..<(start - 1)]) else { return Completions(start: start, words: []) }
      words = fieldNames(of: container, isMethod: isMethod).filter { LuaParser.isName($0) }
    } else {
      words = typed.isEmpty ? [] : names + LuaParser.reserved
    }
    return Completions(start: start, words: sorted(words.filter { $0.utf8.starts(with: typed.utf8) }))
  }

  private func sorted(_ words: [String]) -> [String] {
    Set(words).sortedByBytes()
  }

  // MARK: Fields

  private func fieldNames(of container: String, isMethod: Bool) -> [String] {
    if isMethod {
      // Objects other than reports have no methods; strings have their library.
      if case .string? = fields(of: container) { return host.language.module("string")?.names ?? [] }
      return []
    }
    // For libraries the list of functions suffices; `keys` also has keys.
    let functions = container == "keys" ? [] : host.language.module(container)?.names ?? []
    if !functions.isEmpty { return functions }
    switch fields(of: container) {
    case .node(let node)?: return fieldNames(of: node)
    case .table(let table)?: return table.list?.compactMap(\.string) ?? []
    default: return []
    }
  }

  private func fieldNames(of node: LuaNode) -> [String] {
    switch ObjectKind(rawValue: node.kind) {
    case .keys: return KeyRegistry.allKeys + host.fieldNames(of: node)
    case .value:
      guard let (document, value) = host.objects.value(node), document.list.kind(of: value) == .dictionary else {
        return host.fieldNames(of: node)
      }
      let keys = keys(of: document, value)
      // For an Info.plist, also the keys it could have.
      let isInfo = value == document.list.root && document.file?.hasSuffix("Info.plist") != false
      return isInfo ? keys + KeyRegistry.allKeys : keys
    default: return host.fieldNames(of: node)
    }
  }

  func keys(of document: Document, _ dictionary: PropertyList.Node) -> [String] {
    (0..<min(document.list.count(of: dictionary), 10_000)).map { document.list.key(of: dictionary, at: $0) }
  }

  // MARK: Strings

  /// Returns the possible contents of a string, as in `info["CFB` or `bundle.files["Contents/`.
  private func strings(_ typed: String, before: [UInt8], _ quote: UInt8) -> [String] {
    let isIndex = before.last == UInt8(ascii: "[")
    let close = String(decoding: [quote], as: UTF8.self) + (isIndex ? "]" : "")
    guard isIndex else {
      // An argument of a function, possibly a key.
      return typed.isEmpty ? [] : KeyRegistry.keys(withPrefix: typed).map { $0 + close }
    }
    guard let container = Self.chain(before.dropLast()) else { return [] }
    if case .node(let node)? = fields(of: container), node.kind == ObjectKind.files.rawValue {
      return paths(typed, in: node, close)
    }
    return fieldNames(of: container, isMethod: false).filter { $0.utf8.starts(with: typed.utf8) }.map { $0 + close }
  }

  private func paths(_ typed: String, in node: LuaNode, _ close: String) -> [String] {
    guard let files = try? host.objects.bundle(node)?.files.all() else { return [] }
    var found: Set<String> = []
    for file in files where file.path.utf8.starts(with: typed.utf8) {
      let rest = file.path.utf8.dropFirst(typed.utf8.count)
      if let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
        found.insert(String(decoding: file.path.utf8[...slash], as: UTF8.self))
      } else {
        found.insert(file.path + close)
      }
    }
    // A directory is offered with its slash only, since its contents come next.
    return found.filter { !$0.hasSuffix(close) || !found.contains($0.dropLast(close.utf8.count) + "/") }
  }

  // MARK: The line

  private static func isNamePart(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte == 0x5F }

  private static func openQuote(_ bytes: [UInt8]) -> Int? {
    var quote: Int?
    var at = 0
    while at < bytes.count {
      if let open = quote {
        if bytes[at] == UInt8(ascii: "\\") { at += 1 } else if bytes[at] == bytes[open] { quote = nil }
      } else if bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
        quote = at
      }
      at += 1
    }
    return quote
  }

  /// Returns the chain of names, fields and indexes at the end of the bytes; nil if it contains a call.
  private static func chain(_ bytes: ArraySlice<UInt8>) -> String? {
    var start = bytes.endIndex
    while start > bytes.startIndex {
      let end = start
      if bytes[start - 1] == UInt8(ascii: "]") {
        guard let open = bytes[..<(start - 1)].lastIndex(of: UInt8(ascii: "[")) else { return nil }
        start = open
        continue
      }
      while start > bytes.startIndex, isNamePart(bytes[start - 1]) { start -= 1 }
      if start == end { return nil }
      guard start > bytes.startIndex, bytes[start - 1] == UInt8(ascii: ".") else { break }
      start -= 1
    }
    let text = String(decoding: bytes[start...], as: UTF8.self)
    // Only expressions without side effects: completion must not run anything.
    guard let parsed = try? LuaParser.parse(LuaTokens(Array("return \(text)".utf8)).tokens),
      parsed.statements.count == 1,
      case .return(let values) = parsed.statements[0].kind, values.count == 1
    else { return nil }
    if case .name = values[0].kind { return text }
    return InteractiveSource.read(text) == nil ? nil : text
  }
}
