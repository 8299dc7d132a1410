import Basics
import Bundles
import KeyRegistry
import PropertyLists
import Reporting
import StructuredText

/// `bundlepolicy inspect`.
enum InspectCommand {
  static let command = Command(
    name: "inspect", summary: "Show a bundle, property list or strings file",
    options: [
      Option(
        name: "format", value: "FORMAT", help: "tree (the default) or json",
        completes: .words { Format.allCases.map(\.rawValue) }),
      Option(
        name: "path", value: "POINTER", mayBeEmpty: true,
        help: "only the value at this JSON Pointer, such as /CFBundleURLTypes/0"),
      Option(name: "resolve", value: "PLATFORM~DEVICE", help: "as this device reads it: macos, ios~ipad, tvos, …"),
      Option(name: "language", value: "LANGUAGE", isRepeatable: true, help: "as its reader sees it: fr, or fr,de"),
      Option(name: "stats", help: "how large it is, and what is in it"),
    ],
    operands: "BUNDLE-OR-PLIST",
    discussion: """
      Of a bundle --path, --resolve and --language show the outer Info.plist; --language adds what InfoPlist.strings and
      InfoPlist.loctable say, languages in order of preference. They combine with one another and with --format.
      --stats walks the whole bundle.

      JSON shows dates as {"$date": …}, data as {"$data": base64}, UIDs as {"$uid": n} and reals that are no number as
      {"$real": "nan"}.
      """,
    run: run)

  enum Format: String, CaseIterable { case tree, json }

  /// What is asked for.
  private struct Request {
    var format: Format
    var tokens: [String]?
    var device: DeviceKind?
    var languages: [String]
    var wantsStatistics: Bool
  }

  private static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "inspect") }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.operands.count == 1, let given = arguments.operands.first else {
      throw usage("name one bundle, property list or strings file")
    }
    let request = try request(arguments)
    if isBundle(given) {
      return try show(try BundleGraph.open(path: given), request)
    }
    if !request.languages.isEmpty {
      throw usage("--language needs a bundle, whose localizations it looks into; \(given) is a file")
    }
    let list = try PropertyList.read(path: given, hint: given.hasSuffix(".strings") ? .strings : .automatic)
    try show(list, request)
    for diagnostic in list.diagnostics {
      let place = diagnostic.place.description
      Output.complain(
        TerminalText.escape("\(list.file)\(place.isEmpty ? "" : ":")\(place): warning: \(diagnostic.message)"))
    }
    return .passed
  }

  // MARK: Arguments

  private static func request(_ arguments: Arguments) throws -> Request {
    guard let format = Format(rawValue: arguments.first("format") ?? "tree") else {
      throw usage("--format is tree or json, not '\(arguments.first("format") ?? "")'")
    }
    let request = Request(
      format: format, tokens: try tokens(arguments.first("path")), device: try device(arguments.first("resolve")),
      languages: try languages(arguments.all("language")), wantsStatistics: arguments.has("stats"))
    if request.wantsStatistics,
      let other = ["path", "resolve", "language"].first(where: { arguments.first($0) != nil })
    {
      throw usage("--stats counts the whole; it does not go with --\(other)")
    }
    return request
  }

  private static func tokens(_ pointer: String?) throws -> [String]? {
    guard let pointer else { return nil }
    if let tokens = JSONPointer.tokens(pointer) { return tokens }
    let hint =
      JSONPointer.isPointer(pointer) ? "'~' is written ~0 in it, and '/' in a key ~1" : "did you mean /\(pointer)?"
    throw usage("--path is a JSON Pointer such as /CFBundleURLTypes/0, not '\(pointer)'; \(hint)")
  }

  private static func device(_ name: String?) throws -> DeviceKind? {
    guard let name else { return nil }
    if let device = DeviceKind(name) { return device }
    let known = DeviceKind.all.map(\.description)
    let nearest = DeviceKind("~" + name)?.description ?? SpellingCorrector.nearest(to: name, among: known)
    let suggestion = nearest.map { "; did you mean \($0)?" } ?? ""
    throw usage("--resolve is one of \(known.joined(separator: ", ")), not '\(name)'\(suggestion)")
  }

  private static func languages(_ words: [String]) throws -> [String] {
    try words.flatMap { word in
      let names = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      if names.contains("") {
        throw usage("--language is a language such as fr or pt-BR, or several: fr,de; not '\(word)'")
      }
      return names
    }
  }

  /// A directory, or an archive; everything else is read as a property list.
  private static func isBundle(_ path: String) -> Bool {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return true }
    return BundleGraph.isArchive(path: path)
  }

  // MARK: Showing

  private static func show(_ graph: BundleGraph, _ request: Request) throws -> ExitStatus {
    if request.tokens != nil || request.device != nil || !request.languages.isEmpty {
      let info = graph.outer.info
      if !request.languages.isEmpty {
        let dictionary = try InspectedDictionary(graph.outer, languages: request.languages, device: request.device)
        try show(dictionary, of: info, request)
      } else {
        try show(info, request)
      }
      return .passed
    }
    switch (request.wantsStatistics, request.format) {
    case (true, .tree): try write(try BundleStatistics(graph).tree(isColored: isColored))
    case (true, .json): try write(try BundleStatistics(graph).json())
    case (false, .tree): try write(try BundleInspection.tree(graph, isColored: isColored))
    case (false, .json): try write(try BundleInspection.json(graph))
    }
    for error in graph.errors { Output.complain(TerminalText.escape(error.description)) }
    return graph.errors.isEmpty ? .passed : .incomplete
  }

  private static func show(_ list: PropertyList, _ request: Request) throws {
    if let device = request.device {
      guard let dictionary = InspectedDictionary(list, for: device) else {
        throw Refusal(
          "\(list.file): error: the root is of type \(list.kind(of: list.root)); only the keys of a dictionary are qualified"
        )
      }
      return try show(dictionary, of: list, request)
    }
    if let tokens = request.tokens {
      return try show(
        found(in: list) { () throws(InspectedValue.NotFound) in try InspectedValue(tokens, in: list) }, request)
    }
    switch (request.wantsStatistics, request.format) {
    case (true, .tree): try write(PropertyListStatistics(list).tree(of: list.file, isColored: isColored))
    case (true, .json): try write(PropertyListStatistics(list).json())
    case (false, .tree): try write(PropertyListTree.render(list, isColored: isColored))
    case (false, .json):
      var json = JSONWriter()
      PropertyListJSON.write(list.root, of: list, to: &json)
      try write(json.bytes + [0x0A])
    }
  }

  private static func show(_ dictionary: InspectedDictionary, of list: PropertyList, _ request: Request) throws {
    if let tokens = request.tokens, !tokens.isEmpty {
      let value = try found(in: list) { () throws(InspectedValue.NotFound) in try InspectedValue(tokens, in: dictionary)
      }
      return try show(value, request)
    }
    switch request.format {
    case .tree: try write(dictionary.tree(isColored: isColored))
    case .json: try write(dictionary.json())
    }
  }

  private static func show(_ value: InspectedValue, _ request: Request) throws {
    switch request.format {
    case .tree: try write(value.tree(isColored: isColored))
    case .json: try write(value.json())
    }
  }

  private static func found(
    in list: PropertyList, _ look: () throws(InspectedValue.NotFound) -> InspectedValue
  ) throws -> InspectedValue {
    do throws(InspectedValue.NotFound) {
      return try look()
    } catch {
      let wanted = "\(error.nearest)/\(JSONPointer.escape(error.wanted))"
      let nearest = SpellingCorrector.nearest(to: error.wanted, among: error.names)
      let suggestion = nearest.map { "; did you mean \(error.nearest)/\(JSONPointer.escape($0))?" } ?? ""
      throw Refusal("\(list.file): error: there is nothing at \(wanted): \(error.reason)\(suggestion)")
    }
  }

  private static var isColored: Bool { Output.isColored(Output.standardOutput) }

  private static func write(_ text: String) throws { try write(Array(text.utf8)) }

  private static func write(_ bytes: [UInt8]) throws { try Output.write(bytes, to: Output.standardOutput) }
}

/// What is asked for is not in the input; the message is whole.
struct Refusal: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
