import ArgumentParser
import Basics
import Bundles
import Inspection
import PolicyConsole
import Presentation
import PropertyLists
import StructuredText

struct InspectCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show a bundle, or what a file contains",
    discussion: """
      Examples:
        bundlepolicy inspect App.app
        bundlepolicy inspect --path /CFBundleURLTypes/0 App.app
        bundlepolicy inspect --language fr,de App.app
        bundlepolicy inspect App.app/Contents/MacOS/App
        bundlepolicy inspect --file Assets.car --path /catalog/names App.ipa
        bundlepolicy inspect --format cyclonedx App.ipa > bom.json

      For a bundle, --path, --resolve and --language show the Info.plist of the outer bundle. --language merges in the \
      values of InfoPlist.strings and InfoPlist.loctable; list languages in order of preference. These options can be \
      combined with each other and with --format. --stats walks the whole bundle.

      For executables, images, icons, asset catalogs and provisioning profiles, it shows what policies \
      can read, under the names that they use; for property lists, strings files and JSON (.json), the values. --file names a file in the bundle, and \
      --field one field that policies can read of the bundle or of that file; --path then starts there.

      The formats cyclonedx (1.6) and spdx (2.3) are bills of materials in JSON: what the bundle and all bundles in it consist of, with \
      versions, digests, licenses, and what links to what. They contain the time only if SOURCE_DATE_EPOCH gives it, so that the same \
      bundle has the same bill.

      JSON represents a date as {"$date": …}, data as {"$data": base64}, a UID as {"$uid": n}, and a real that is not \
      finite as {"$real": "nan"}.
      """)

  enum Format: String, Word {
    case tree, json, cyclonedx, spdx

    var bill: BillOfMaterials.Format? { BillOfMaterials.Format(rawValue: rawValue) }
  }

  struct Pointer { let tokens: [String] }

  @Argument(
    "a bundle, or a file such as a property list or an executable", value: "BUNDLE-OR-FILE", completion: .file())
  var path: String

  @Option("format", "output format", value: "FORMAT") var format = Format.tree

  @Option(
    "path", "show only the value at this JSON Pointer, such as /CFBundleURLTypes/0", value: "POINTER",
    transform: readPointer
  )
  var pointer: Pointer?

  @Option(
    "resolve", "show the values that this device reads: macos, ios~ipad, tvos, …", value: "PLATFORM~DEVICE",
    completion: .list(DeviceKind.all.map(\.description)), transform: readDevice)
  var device: DeviceKind?

  @Option(
    "language", "show the values that a user with these languages sees: fr, or fr,de", value: "LANGUAGE",
    transform: languages)
  var languageLists: [[String]] = []

  @Option("file", "show this file of the bundle", value: "PATH") var file: String?

  @Option("field", "show this field that policies read", value: "NAME") var field: String?

  @Flag("stats", "show statistics: size and content") var wantsStatistics = false

  @Option(.color) var color: ColorChoice?

  private static func readPointer(_ text: String) throws -> Pointer {
    if let tokens = JSONPointer.tokens(text) { return Pointer(tokens: tokens) }
    let hint = JSONPointer.isPointer(text) ? "in a key, write '~' as ~0 and '/' as ~1" : "did you mean /\(text)?"
    throw ValidationError("must be a JSON Pointer such as /CFBundleURLTypes/0; \(hint)")
  }

  private static func readDevice(_ name: String) throws -> DeviceKind {
    if let device = DeviceKind(name) { return device }
    let known = DeviceKind.all.map(\.description)
    let nearest = DeviceKind("~" + name)?.description ?? SpellingCorrector.nearest(to: name, among: known)
    let suggestion = nearest.map { "; did you mean \($0)?" } ?? ""
    throw ValidationError("must be one of \(known.joined(separator: ", "))\(suggestion)")
  }

  private static func languages(_ word: String) throws -> [String] {
    let names = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if names.contains("") { throw ValidationError("must be a language such as fr or pt-BR, or a list such as fr,de") }
    return names
  }

  private var languages: [String] { languageLists.flatMap { $0 } }

  func validate() throws {
    if format.bill != nil,
      file != nil || field != nil || wantsStatistics || pointer != nil || device != nil || !languageLists.isEmpty
    {
      throw ValidationError(
        "--format \(format.rawValue) describes the whole bundle and cannot be combined with other options")
    }
    for (option, isGiven) in [
      ("path", pointer != nil), ("resolve", device != nil), ("language", !languageLists.isEmpty),
    ] where wantsStatistics && isGiven {
      throw ValidationError("--stats covers the whole bundle and cannot be combined with --\(option)")
    }
    for (option, isGiven) in [
      ("stats", wantsStatistics), ("resolve", device != nil && (field != nil || file == nil)),
      ("language", !languageLists.isEmpty),
    ] where isGiven && (file != nil || field != nil) {
      throw ValidationError("--\(file == nil ? "field" : "file") cannot be combined with --\(option)")
    }
  }

  func execute() throws -> ExitStatus {
    if Self.isBundle(path) {
      let graph = try BundleGraph.open(path: path)
      if let bill = format.bill { return try show(bill, of: graph) }
      guard file != nil || field != nil else {
        do {
          return try show(graph)
        } catch let error as StorageError {
          throw Refusal("\(path): error: \(error.description)")
        }
      }
      return try showFacts(of: graph)
    }
    if format.bill != nil {
      // A path that does not exist has its own error.
      _ = try BundleGraph.open(path: path)
      throw ValidationError("--format \(format.rawValue) needs a bundle or archive, but \(path) is a file")
    }
    if !languages.isEmpty {
      throw ValidationError("--language needs a bundle with localizations, but \(path) is a file")
    }
    if let file { throw ValidationError("--file \(file) needs a bundle, but \(path) is a file") }
    // For other than regular files, the reader of property lists has the error messages.
    let showsFacts = !wantsStatistics && device == nil
    if showsFacts || Self.isJSON(path), let (graph, name) = Self.surroundings(of: path) {
      guard showsFacts else { return try show(file: try Self.json(name, in: graph, title: path)) }
      let reader = try FactReader(graph)
      let facts = try Self.read(path) { () throws(FactReader.Failure) in try reader.facts(ofFile: name, field: field) }
      if field != nil || Self.isKnown(facts) { return try show(facts, title: path) }
      if Self.isJSON(path) { return try show(file: try Self.json(name, in: graph, title: path)) }
    }
    do {
      return try show(file: try PropertyList.read(path: path, hint: Self.hint(path)))
    } catch let error as PropertyListError {
      throw BundleError.foreignFile(at: path) ?? error
    }
  }

  /// Policies read these files as JSON, although `{}` and `"text"` are also old-style property lists.
  private static func isJSON(_ path: String) -> Bool { path.hasSuffix(".json") }

  private static func json(_ file: String, in graph: BundleGraph, title: String) throws -> PropertyList {
    try JSONReader.propertyList(try content(of: file, in: graph, title: title), file: title)
  }

  private static func content(of file: String, in graph: BundleGraph, title: String) throws -> [UInt8] {
    try mapError(try graph.outer.files.read(file)) { (error: StorageError) in
      Refusal("\(title): error: \(error.description)")
    }
  }

  private static func hint(_ path: String) -> PropertyList.Hint {
    path.hasSuffix(".strings") ? .strings : .automatic
  }

  private func show(file list: PropertyList) throws -> ExitStatus {
    try show(list)
    for diagnostic in list.diagnostics {
      let place = diagnostic.place.description
      Output.printError(
        TerminalText.escape("\(list.file)\(place.isEmpty ? "" : ":")\(place): warning: \(diagnostic.message)"))
    }
    return .passed
  }

  private static func isBundle(_ path: String) -> Bool {
    if FileSystem.isDirectory(path) { return true }
    return BundleGraph.isArchive(path: path)
  }

  private func show(_ bill: BillOfMaterials.Format, of graph: BundleGraph) throws -> ExitStatus {
    let form = BillOfMaterials(
      bill, tool: "bundlepolicy", version: Tool.version, time: try Attestation.sourceTime()?.text)
    let fact = try FactReader(graph).billOfMaterials(form)
    for error in graph.errors { Output.printError(TerminalText.escape(error.description)) }
    if let problem = fact.problems.first {
      throw Refusal("\(path): error: the bill of materials cannot be made: \(problem)")
    }
    try Self.write(BillOfMaterials.document(fact))
    return graph.errors.isEmpty ? .passed : .incomplete
  }

  // MARK: Facts

  private func showFacts(of graph: BundleGraph) throws -> ExitStatus {
    let reader = try FactReader(graph)
    guard let file else {
      let fact = try Self.read(path) { () throws(FactReader.Failure) in try reader.facts(ofBundleField: field ?? "") }
      return try show(fact, title: path)
    }
    let title = path.hasSuffix("/") ? path + file : "\(path)/\(file)"
    let facts = try Self.read(title) { () throws(FactReader.Failure) in try reader.facts(ofFile: file, field: field) }
    if device == nil, field != nil || Self.isKnown(facts) { return try show(facts, title: title) }
    if Self.isJSON(file) { return try show(file: try Self.json(file, in: graph, title: title)) }
    let bytes = try Self.content(of: file, in: graph, title: title)
    return try show(file: try PropertyList.parse(bytes, file: title, as: Self.hint(file)))
  }

  /// Returns the innermost bundle that contains a file, and the file's path in it: signatures and libraries refer to other files of the
  /// bundle. A file outside bundles is alone. Returns nil for other than regular files.
  private static func surroundings(of path: String) -> (graph: BundleGraph, path: String)? {
    guard let alone = try? BundleGraph.containing(file: path), let real = FileSystem.realPath(path) else { return nil }
    var end = real.utf8.lastIndex(of: UInt8(ascii: "/"))
    while let slash = end, slash > real.startIndex {
      let folder = String(real[..<slash])
      if BundleSearch.isBundle(directory: folder), let graph = try? BundleGraph.open(path: folder) {
        return (graph, String(real[real.utf8.index(after: slash)...]))
      }
      end = real[..<slash].utf8.lastIndex(of: UInt8(ascii: "/"))
    }
    return alone
  }

  private static func read(
    _ title: String, _ facts: () throws(FactReader.Failure) -> InspectedFact
  ) throws -> InspectedFact {
    do throws(FactReader.Failure) {
      return try facts()
    } catch {
      throw Refusal("\(title): error: \(error.message)")
    }
  }

  private static func isKnown(_ facts: InspectedFact) -> Bool {
    guard case .record(let fields) = facts else { return true }
    return fields.contains { field in
      switch field.fact {
      case .record, .problem, .value: true
      default: field.name == "problem"
      }
    }
  }

  private func show(_ facts: InspectedFact, title: String) throws -> ExitStatus {
    var shown = facts
    var pointer = ""
    var tokens = (self.pointer?.tokens ?? [])[...]
    while let token = tokens.first {
      if case .value(let node, let list) = shown {
        let (rest, start) = (tokens, pointer)
        try show(
          Self.found(in: list) { () throws(InspectedValue.NotFound) in
            try InspectedValue(rest, after: start, from: node, of: list)
          })
        return .passed
      }
      guard let child = shown.child(token) else {
        let nearest = SpellingCorrector.nearest(to: token, among: shown.names)
        let suggestion = nearest.map { "; did you mean \(pointer)/\(JSONPointer.escape($0))?" } ?? ""
        throw Refusal("\(title): error: there is nothing at \(pointer)/\(JSONPointer.escape(token))\(suggestion)")
      }
      shown = child
      pointer += "/" + JSONPointer.escape(token)
      tokens = tokens.dropFirst()
    }
    switch format {
    case .tree:
      try Self.write(
        FactInspection.tree(shown, title: pointer.isEmpty ? title : pointer, isColored: Self.isColored))
    default: try Self.write(FactInspection.json(shown))
    }
    let problems = shown.problems
    for problem in problems { Output.printError("\(title): error: \(problem)") }
    return problems.isEmpty ? .passed : .incomplete
  }

  // MARK: Showing

  private func show(_ graph: BundleGraph) throws -> ExitStatus {
    if pointer != nil || device != nil || !languages.isEmpty {
      let info = graph.outer.info
      if !languages.isEmpty {
        let dictionary = try InspectedDictionary(graph.outer, languages: languages, device: device)
        try show(dictionary, of: info)
      } else {
        try show(info)
      }
      return .passed
    }
    switch (wantsStatistics, format) {
    case (true, .tree): try Self.write(try BundleStatistics(graph).tree(isColored: Self.isColored))
    case (true, _): try Self.write(try BundleStatistics(graph).json())
    case (false, .tree): try Self.write(try BundleInspection.tree(graph, isColored: Self.isColored))
    case (false, _): try Self.write(try BundleInspection.json(graph))
    }
    for error in graph.errors { Output.printError(TerminalText.escape(error.description)) }
    return graph.errors.isEmpty ? .passed : .incomplete
  }

  private func show(_ list: PropertyList) throws {
    if let device {
      guard let dictionary = InspectedDictionary(list, for: device) else {
        throw Refusal(
          "\(list.file): error: the root is of type \(list.kind(of: list.root)); only a dictionary can have keys for a device"
        )
      }
      return try show(dictionary, of: list)
    }
    if let tokens = pointer?.tokens {
      return try show(
        Self.found(in: list) { () throws(InspectedValue.NotFound) in try InspectedValue(tokens, in: list) })
    }
    switch (wantsStatistics, format) {
    case (true, .tree): try Self.write(PropertyListStatistics(list).tree(of: list.file, isColored: Self.isColored))
    case (true, _): try Self.write(PropertyListStatistics(list).json())
    case (false, .tree): try Self.write(PropertyListTree.render(list, isColored: Self.isColored))
    case (false, _):
      var json = JSONWriter()
      PropertyListJSON.write(list.root, of: list, to: &json)
      try Self.write(json.bytes + [0x0A])
    }
  }

  private func show(_ dictionary: InspectedDictionary, of list: PropertyList) throws {
    if let tokens = pointer?.tokens, !tokens.isEmpty {
      let value = try Self.found(in: list) { () throws(InspectedValue.NotFound) in
        try InspectedValue(tokens, in: dictionary)
      }
      return try show(value)
    }
    switch format {
    case .tree: try Self.write(dictionary.tree(isColored: Self.isColored))
    default: try Self.write(dictionary.json())
    }
  }

  private func show(_ value: InspectedValue) throws {
    switch format {
    case .tree: try Self.write(value.tree(isColored: Self.isColored))
    default: try Self.write(value.json())
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
      throw Refusal("\(list.file): error: no value at \(wanted): \(error.reason)\(suggestion)")
    }
  }

  private static var isColored: Bool { Output.isColored(Output.standardOutput) }

  private static func write(_ text: String) throws { try write(Array(text.utf8)) }

  private static func write(_ bytes: [UInt8]) throws { try Output.write(bytes, to: Output.standardOutput) }
}

/// The input does not have the requested value. The message is complete.
struct Refusal: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
