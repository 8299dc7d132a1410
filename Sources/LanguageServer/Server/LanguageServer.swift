import Basics
package import PolicySchema
import StructuredText

/// A server of the Language Server Protocol 3.17 for policies, their tests and modules, waivers and project files.
///
/// One thread reads messages and answers what needs no loading; a second one loads policies, one after the other, and publishes their
/// problems. So a policy that runs until its limits delays only its own problems.
package final class LanguageServer: Sendable {
  /// The largest document, in bytes; longer ones are refused by the policy loader as well.
  static let largestDocument = 4 << 20
  static let maximumDocuments = 500
  static let largestTotal = 64 << 20
  private static let maximumTasks = 100

  let tools: any LanguageTools
  let catalog: LanguageCatalog
  let state = Locked(ServerState())
  private let lifecycle = Locked(Lifecycle.waiting)
  private let output: Locked<@Sendable ([UInt8]) -> Void>

  private enum Lifecycle { case waiting, running, ended }

  /// `send` writes bytes to the client; it is called by one thread at a time.
  package init(
    _ tools: any LanguageTools, _ language: PolicyLanguage, send: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.tools = tools
    catalog = LanguageCatalog(language)
    output = Locked(send)
  }

  package func run(readingFrom descriptor: Int32) -> Int32 {
    let worker = LanguageWorker(self)
    // Without a second thread, nothing could be checked.
    guard WorkerThread.start({ worker.run() }) != nil else { return 2 }
    defer { state.change { $0.isEnding = true } }
    var reader = MessageReader()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return 1 }
      reader.append(chunk[..<count])
      while let event = reader.next() {
        if let status = receive(event) { return status }
      }
    }
  }

  func send(_ bytes: [UInt8]) { output.withValue { $0(bytes) } }

  /// Handles a message; returns the exit status after the last one.
  package func receive(_ event: MessageReader.Event) -> Int32? {
    switch event {
    case .malformed(let reason):
      send(Message.failure(.null, .parse, reason))
      return nil
    case .lost(let reason):
      send(Message.failure(.null, .parse, reason))
      return 2
    case .message(let bytes):
      let message: Message?
      do throws(StructuredTextError) {
        message = try Message.read(bytes)
      } catch {
        send(Message.failure(.null, error.subject == nil ? .parse : .invalidRequest, error.message))
        return nil
      }
      return message.flatMap(receive)
    }
  }

  private func receive(_ message: Message) -> Int32? {
    if message.method == "exit" { return lifecycle.withValue { $0 == .ended } ? 0 : 1 }
    guard let id = message.id else {
      if lifecycle.withValue({ $0 == .running }) { notice(message.method, message.parameters) }
      return nil
    }
    switch lifecycle.withValue({ $0 }) {
    case .waiting where message.method == "initialize":
      lifecycle.withValue { $0 = .running }
      send(Message.answer(id, initialize(message.parameters)))
    case .waiting: send(Message.failure(id, .serverNotInitialized, "the first request must be 'initialize'"))
    case .ended: send(Message.failure(id, .invalidRequest, "the server has been shut down"))
    case .running where message.method == "initialize":
      send(Message.failure(id, .invalidRequest, "the server is already initialized"))
    case .running where message.method == "shutdown":
      lifecycle.withValue { $0 = .ended }
      send(Message.answer(id, .null))
    case .running where message.method == "workspace/executeCommand": execute(message.parameters, id)
    case .running: answer(message.method, message.parameters, id)
    }
    return nil
  }

  // MARK: Lifecycle

  private func initialize(_ parameters: StructuredValue?) -> StructuredValue {
    var folders = (parameters?["workspaceFolders"]?.list ?? []).compactMap { $0["uri"]?.string }
    if folders.isEmpty, let root = parameters?["rootUri"]?.string { folders = [root] }
    let bundles = Self.bundles(parameters?["initializationOptions"])
    state.withValue { state in
      state.roots = folders.compactMap { DocumentAddress.path($0).map(Self.canonical) }
      state.bundles = bundles
      let watching = parameters?["capabilities"]?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]
      state.canWatch = watching?.content == .boolean(true)
    }
    return .object([
      "capabilities": .object([
        "positionEncoding": .text("utf-16"),
        "textDocumentSync": .object(["openClose": .truth(true), "change": .number(2), "save": .truth(true)]),
        "completionProvider": .object(["triggerCharacters": .texts([".", ":", "\"", "'", "/", "["])]),
        "hoverProvider": .truth(true), "definitionProvider": .truth(true),
        "codeLensProvider": .object(["resolveProvider": .truth(false)]),
        "codeActionProvider": .object(["codeActionKinds": .texts(["quickfix"])]),
        "executeCommandProvider": .object(["commands": .texts(ServerCommand.Kind.allCases.map(\.rawValue))]),
      ]), "serverInfo": .object(["name": .text("bundlepolicy")]),
    ])
  }

  /// The bundles in the client's settings: `bundle = "Build/App.app"`, or a list.
  private static func bundles(_ settings: StructuredValue?) -> [String] {
    let value = settings?["bundlepolicy"]?["bundle"] ?? settings?["bundle"]
    return value?.string.map { [$0] } ?? (value?.list ?? []).compactMap(\.string)
  }

  static func canonical(_ path: String) -> String {
    if let path = FileSystem.realPath(path) { return path }
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex,
      let folder = FileSystem.realPath(String(path[..<slash]))
    else { return path }
    return folder + path[slash...]
  }

  static func path(of address: String) -> String { DocumentAddress.path(address).map(canonical) ?? address }

  // MARK: Notifications

  private func notice(_ method: String, _ parameters: StructuredValue?) {
    let document = parameters?["textDocument"]
    let (address, version) = (document?["uri"]?.string, document?["version"]?.count)
    func addresses(_ change: String) -> [String] {
      (parameters?["event"]?[change]?.list ?? []).compactMap { $0["uri"]?.string }.map(Self.path)
    }
    switch method {
    case "initialized": if state.withValue({ $0.canWatch }) { watchFiles() }
    case "textDocument/didOpen":
      if let address, let text = document?["text"]?.string { open(address, text, version: version) }
    case "textDocument/didChange":
      if let address {
        change(Self.path(of: address), parameters?["contentChanges"]?.list ?? [], version: version)
      }
    case "textDocument/didSave", "workspace/didChangeWatchedFiles": state.change { $0.add(.assign) }
    case "textDocument/didClose":
      guard let address else { return }
      let isOpen = state.change { state -> Bool in
        state.add(.assign)
        return state.documents.removeValue(forKey: Self.path(of: address)) != nil
      }
      if isOpen { publish([], address, version: nil) }
    case "workspace/didChangeConfiguration":
      let bundles = Self.bundles(parameters?["settings"])
      state.withValue { $0.bundles = bundles }
    case "workspace/didChangeWorkspaceFolders":
      let (added, removed) = (addresses("added"), addresses("removed"))
      state.change { state in
        state.roots = Array((state.roots.filter { !removed.contains($0) } + added).prefix(Self.maximumDocuments))
        state.add(.assign)
      }
    case "$/cancelRequest":
      if let id = parameters?["id"] { cancel(id) }
    default: break
    }
  }

  /// Asks for changes of files that no editor shows, such as files that a checkout changes.
  private func watchFiles() {
    let watchers = ["**/*.lua", "**/bundlepolicy.yml", "**/bundlepolicy.lock"].map { pattern in
      StructuredValue.object(["globPattern": .text(pattern)])
    }
    let registration = StructuredValue.object([
      "id": .text("files"), "method": .text("workspace/didChangeWatchedFiles"),
      "registerOptions": .object(["watchers": .list(watchers)]),
    ])
    send(
      Message.encoded([
        "id": .text("files"), "method": .text("client/registerCapability"),
        "params": .object(["registrations": .list([registration])]),
      ]))
  }

  private func open(_ address: String, _ text: String, version: Int?) {
    let path = Self.path(of: address)
    let refusal = state.change { state -> String? in
      guard text.utf8.count <= Self.largestDocument else { return "it is larger than 4 MiB" }
      guard state.documents.count < Self.maximumDocuments, state.size + text.utf8.count <= Self.largestTotal else {
        return "too many documents are open"
      }
      state.documents[path] = OpenDocument(
        address: address, path: path, text: TextDocument(Array(text.utf8)), version: version)
      state.add(.assign)
      return nil
    }
    if let refusal { log("\(address) is not checked: \(refusal)") }
  }

  private func change(_ path: String, _ changes: [StructuredValue], version: Int?) {
    let closed = state.change { state -> String? in
      guard var document = state.documents[path] else { return nil }
      for change in changes {
        guard let text = change["text"]?.string else { continue }
        if change["range"] == nil {
          document.text = TextDocument(Array(text.utf8))
        } else if let start = TextPosition(change["range"]?["start"]), let end = TextPosition(change["range"]?["end"]) {
          document.text.replace(start, end, with: text)
        }
      }
      // Later changes refer to the whole text, so it is kept while it is checked at all.
      let others = state.size - (state.documents[path]?.text.bytes.count ?? 0)
      if others + document.text.bytes.count > Self.largestTotal {
        state.documents[path] = nil
        return document.address
      }
      document.version = version ?? document.version
      // Their places are in the text before.
      (document.results, document.problems) = ([], [])
      state.documents[path] = document
      state.add(.changed(path))
      return nil
    }
    guard let closed else { return }
    publish([], closed, version: version)
    log("\(closed) is not checked until it is opened again: it is too large")
  }

  private func cancel(_ id: StructuredValue) {
    let isCancelled = state.withValue { state -> Bool in
      let count = state.tasks.count
      state.tasks.removeAll { if case .run(_, let other) = $0 { other.content == id.content } else { false } }
      return state.tasks.count < count
    }
    if isCancelled { send(Message.failure(id, .requestCancelled, "cancelled")) }
  }

  // MARK: Messages

  func publish(_ problems: [DocumentProblem], _ address: String, version: Int?, in text: TextDocument? = nil) {
    let text = text ?? TextDocument([])
    notify(
      "textDocument/publishDiagnostics",
      [
        "uri": .text(address), "version": version.map { .number($0) },
        "diagnostics": .list(problems.map { $0.value(in: text) }),
      ])
  }

  func log(_ text: String) { notify("window/logMessage", ["type": .number(3), "message": .text(text)]) }

  func show(_ text: String, isError: Bool) {
    notify("window/showMessage", ["type": .number(isError ? 1 : 3), "message": .text(text)])
  }

  private func notify(_ method: String, _ parameters: KeyValuePairs<String, StructuredValue?>) {
    send(Message.encoded(["method": .text(method), "params": .object(parameters)]))
  }

  // MARK: Commands

  private func execute(_ parameters: StructuredValue?, _ id: StructuredValue) {
    let arguments = parameters?["arguments"]?.list ?? []
    func text(_ position: Int) -> String? { position < arguments.count ? arguments[position].string : nil }
    guard let name = parameters?["command"]?.string, let kind = ServerCommand.Kind(rawValue: name) else {
      return send(Message.failure(id, .invalidParameters, "unknown command"))
    }
    guard let address = text(0) else {
      return send(Message.failure(id, .invalidParameters, "the first argument is the address of a document"))
    }
    let command = ServerCommand(
      kind: kind, document: Self.path(of: address), rule: text(1),
      line: arguments.count > 2 ? arguments[2].count : nil, bundle: text(3))
    let isAccepted = state.change { state -> Bool in
      guard state.tasks.count < Self.maximumTasks else { return false }
      state.add(.run(command, id: id))
      return true
    }
    if !isAccepted { send(Message.failure(id, .requestFailed, "too many commands are waiting")) }
  }
}
