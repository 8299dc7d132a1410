import Bundles
import PropertyLists
import Reporting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `bundlepolicy inspect`.
enum InspectCommand {
  static let command = Command(
    name: "inspect", summary: "Show a bundle, property list or strings file",
    options: [Option(name: "format", value: "FORMAT", help: "tree (the default) or json")],
    operands: "BUNDLE-OR-PLIST",
    discussion: """
      JSON shows dates as {"$date": …}, data as {"$data": base64}, UIDs as {"$uid": n} and reals that are no number as
      {"$real": "nan"}.
      """,
    run: run)

  enum Format: String { case tree, json }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.operands.count == 1, let path = arguments.operands.first else {
      throw UsageError(message: "name one bundle, property list or strings file", command: "inspect")
    }
    guard let format = Format(rawValue: arguments.first("format") ?? "tree") else {
      throw UsageError(
        message: "--format is tree or json, not '\(arguments.first("format") ?? "")'", command: "inspect")
    }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      let graph = try BundleGraph.open(path: path)
      switch format {
      case .json: try Output.write(try BundleInspection.json(graph), to: Output.standardOutput)
      case .tree:
        let isColored = Output.isColored(Output.standardOutput)
        try Output.write(try BundleInspection.tree(graph, isColored: isColored).utf8, to: Output.standardOutput)
      }
      for error in graph.errors { Output.complain(TerminalText.escape(error.description)) }
      return graph.errors.isEmpty ? .passed : .incomplete
    }
    let list = try PropertyList.read(path: path, hint: path.hasSuffix(".strings") ? .strings : .automatic)
    switch format {
    case .json:
      var json = JSONWriter()
      PropertyListJSON.write(list.root, of: list, to: &json)
      try Output.write(json.bytes + [0x0A], to: Output.standardOutput)
    case .tree:
      let isColored = Output.isColored(Output.standardOutput)
      try Output.write(PropertyListTree.render(list, isColored: isColored).utf8, to: Output.standardOutput)
    }
    for diagnostic in list.diagnostics {
      Output.complain(
        TerminalText.escape("\(list.file)\(diagnostic.place.description): warning: \(diagnostic.message)"))
    }
    return .passed
  }
}
