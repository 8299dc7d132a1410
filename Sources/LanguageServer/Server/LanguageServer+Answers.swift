import LuaSyntax
import StructuredText

// Requests that need no loading.
extension LanguageServer {
  func answer(_ method: String, _ parameters: StructuredValue?, _ id: StructuredValue) {
    let handlers: [String: (OpenDocument, StructuredValue) -> StructuredValue] = [
      "textDocument/completion": complete, "textDocument/hover": hover, "textDocument/definition": define,
      "textDocument/codeLens": findLenses, "textDocument/codeAction": findActions,
    ]
    guard let handler = handlers[method] else {
      return send(Message.failure(id, .methodNotFound, "the server has no method '\(method)'"))
    }
    guard let parameters, let address = parameters["textDocument"]?["uri"]?.string else {
      return send(Message.failure(id, .invalidParameters, "'\(method)' needs a document"))
    }
    let document = state.withValue { $0.documents[Self.path(of: address)] }
    send(Message.answer(id, document.map { handler($0, parameters) } ?? .null))
  }

  private func query(_ document: OpenDocument) -> LanguageQuery {
    let facts = state.withValue { $0.facts(of: document) }
    let root = UnitLoader.folder(of: document.units.first?.file ?? document.path)
    return LanguageQuery(catalog: catalog, facts: facts, document: document.text) {
      document.path.hasPrefix("/") ? ModuleOwners.modules(below: root) : []
    }
  }

  private static func isLua(_ document: OpenDocument) -> Bool { document.kind != .project }

  private func complete(_ document: OpenDocument, _ parameters: StructuredValue) -> StructuredValue {
    guard Self.isLua(document), let position = TextPosition(parameters["position"]) else { return .null }
    let found = query(document).completion(at: document.text.offset(of: position))
    let range = document.text.value(of: found.range)
    let items = found.items.map { entry, text -> StructuredValue in
      .object([
        "label": .text(entry.name), "kind": .number(entry.kind.rawValue), "detail": .text(entry.signature),
        "documentation": entry.text.isEmpty ? nil : .text(entry.text),
        "textEdit": .object(["range": range, "newText": .text(text)]),
      ])
    }
    return .object(["isIncomplete": .truth(found.isIncomplete), "items": .list(items)])
  }

  private func hover(_ document: OpenDocument, _ parameters: StructuredValue) -> StructuredValue {
    guard Self.isLua(document), let position = TextPosition(parameters["position"]),
      let subject = query(document).subject(at: document.text.offset(of: position)), let entry = subject.entry
    else { return .null }
    var text = entry.signature.isEmpty ? "" : "```lua\n\(entry.signature)\n```\n"
    if let key = subject.key {
      text = "```text\n\(tools.describe(key))```\n"
    } else if !entry.text.isEmpty {
      text += "\n\(entry.text)\n"
    }
    let words = entry.kind == .field ? catalog.words(of: entry.type).map(\.name) : []
    if !words.isEmpty { text += "\n" + words.map { "`\($0)`" }.joined(separator: ", ") + "\n" }
    return .object([
      "contents": .object(["kind": .text("markdown"), "value": .text(text)]),
      "range": document.text.value(of: subject.range),
    ])
  }

  private func define(_ document: OpenDocument, _ parameters: StructuredValue) -> StructuredValue {
    guard Self.isLua(document), let position = TextPosition(parameters["position"]),
      let subject = query(document).subject(at: document.text.offset(of: position))
    else { return .null }
    func location(_ address: String, _ position: TextPosition) -> StructuredValue {
      .object(["uri": .text(address), "range": position.range])
    }
    guard let shown = subject.file else {
      return subject.offset.map { location(document.address, document.text.position(of: $0)) } ?? .null
    }
    guard let file = shown.hasPrefix("/") ? shown : StandardSource.file(of: shown) else { return .null }
    let other = state.withValue { $0.documents[file] }
    var line = subject.line
    if subject.entry?.kind == .function, let entry = subject.entry,
      let source = other?.text.bytes ?? ModuleOwners(texts: [:], tools: tools).text(file)
    {
      line = LanguageQuery.line(ofMember: entry.name, in: source)
    }
    return location(
      other?.address ?? DocumentAddress.address(file), TextPosition(line: max(0, line - 1), character: 0))
  }

  // MARK: Lenses

  private func findLenses(_ document: OpenDocument, _ parameters: StructuredValue) -> StructuredValue {
    guard [.policy, .module, .test].contains(document.kind) else { return .list([]) }
    let tokens = LuaTokens(document.text.bytes).tokens
    var lenses: [StructuredValue] = []
    func add(_ title: String, _ kind: ServerCommand.Kind, at token: LuaTokens.Token, rule: String?, line: Int? = nil) {
      let arguments: [StructuredValue] = [
        .text(document.address), rule.map { .text($0) } ?? .null, line.map { .number($0) } ?? .null,
      ]
      lenses.append(
        .object([
          "range": document.text.value(of: token.range),
          "command": .object([
            "title": .text(title), "command": .text(kind.rawValue), "arguments": .list(arguments),
          ]),
        ]))
    }
    for (position, token) in tokens.enumerated() where token.kind == .name && lenses.count < 2_000 {
      let name = position + (tokens.has(.symbol, "(", at: position + 1) ? 2 : 1)
      guard tokens.has(.string, at: name), position == 0 || ![".", ":"].contains(tokens[position - 1].text) else {
        continue
      }
      switch token.text {
      case "policy" where document.kind == .policy:
        add("Run all examples", .examples, at: token, rule: nil)
        add("Run on bundle", .bundle, at: token, rule: nil)
      case "rule" where document.kind != .test:
        add("Run examples", .examples, at: token, rule: tokens[name].text)
        add("Run on bundle", .bundle, at: token, rule: tokens[name].text)
      case "test" where document.kind == .test:
        add("Run test", .examples, at: token, rule: nil, line: document.text.line(of: token.range.lowerBound) + 1)
      default: break
      }
    }
    return .list(lenses)
  }

  // MARK: Quick fixes

  private func findActions(_ document: OpenDocument, _ parameters: StructuredValue) -> StructuredValue {
    guard let start = TextPosition(parameters["range"]?["start"]), let end = TextPosition(parameters["range"]?["end"])
    else { return .null }
    if let only = parameters["context"]?["only"]?.list,
      !only.contains(where: { $0.string?.hasPrefix("quickfix") == true })
    {
      return .list([])
    }
    let (first, last) = (document.text.offset(of: start), document.text.offset(of: end))
    // Problems of an earlier text have other places.
    let actions = document.problems.filter { $0.range.lowerBound <= last && first <= $0.range.upperBound }.compactMap {
      problem -> StructuredValue? in
      guard let correction = problem.correction, correction.range.upperBound <= document.text.bytes.count else {
        return nil
      }
      let edit = StructuredValue.object([
        "range": document.text.value(of: correction.range), "newText": .text(correction.text),
      ])
      return .object([
        "title": .text("Replace with '\(correction.text)'"), "kind": .text("quickfix"), "isPreferred": .truth(true),
        "diagnostics": .list([problem.value(in: document.text)]),
        "edit": .object(["changes": .object([document.address: .list([edit])])]),
      ])
    }
    return .list(actions)
  }
}
