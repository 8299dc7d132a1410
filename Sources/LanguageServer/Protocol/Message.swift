package import StructuredText

package struct Message {
  /// The id of a request, an integer or a string; nil for a notification.
  package let id: StructuredValue?
  package let method: String
  package let parameters: StructuredValue?
}

package enum MessageError: Int {
  case parse = -32_700
  case invalidRequest = -32_600
  case methodNotFound = -32_601
  case invalidParameters = -32_602
  case serverNotInitialized = -32_002
  case requestFailed = -32_803
  case requestCancelled = -32_800
}

extension Message {
  package static func read(_ bytes: [UInt8]) throws(StructuredTextError) -> Message? {
    let value = try JSONReader.read(bytes, replacesSurrogates: true)
    guard case .mapping = value.content else {
      throw invalid("a message must be an object, found \(value.phrase)")
    }
    let id = value["id"]
    guard let method = value["method"]?.string else {
      if value["result"] != nil || value["error"] != nil { return nil }
      throw invalid("a message needs a method")
    }
    switch id?.content {
    case nil, .integer, .string: break
    default: throw invalid("an id must be an integer or a string")
    }
    return Message(id: id, method: method, parameters: value["params"])
  }

  private static func invalid(_ message: String) -> StructuredTextError {
    StructuredTextError(.malformed, message, subject: "message")
  }

  static func encoded(_ members: KeyValuePairs<String, StructuredValue?>) -> [UInt8] {
    var json = JSONWriter(isOnOneLine: true)
    json.value(.object([("jsonrpc", .text("2.0"))] + members.map { $0 }))
    return Array("Content-Length: \(json.bytes.count)\r\n\r\n".utf8) + json.bytes
  }

  static func answer(_ id: StructuredValue, _ result: StructuredValue) -> [UInt8] {
    encoded(["id": id, "result": result])
  }

  static func failure(_ id: StructuredValue, _ code: MessageError, _ message: String) -> [UInt8] {
    encoded(["id": id, "error": .object(["code": .number(code.rawValue), "message": .text(message)])])
  }
}

extension StructuredValue {
  static let null = StructuredValue(content: .null)
  static func text(_ text: String) -> StructuredValue { StructuredValue(content: .string(text)) }
  static func number(_ number: Int) -> StructuredValue { StructuredValue(content: .integer(Int64(number))) }
  static func truth(_ truth: Bool) -> StructuredValue { StructuredValue(content: .boolean(truth)) }
  static func list(_ elements: [StructuredValue]) -> StructuredValue { StructuredValue(content: .list(elements)) }
  static func texts(_ texts: [String]) -> StructuredValue { .list(texts.map { .text($0) }) }

  /// An object; members without a value are omitted.
  static func object(_ members: KeyValuePairs<String, StructuredValue?>) -> StructuredValue {
    object(members.map { $0 })
  }

  fileprivate static func object(_ members: [(key: String, value: StructuredValue?)]) -> StructuredValue {
    StructuredValue(
      content: .mapping(members.compactMap { member in member.value.map { Entry(key: member.key, value: $0) } }))
  }

  var count: Int? {
    guard case .integer(let number) = content, number >= 0 else { return nil }
    return Int(clamping: number)
  }
}
