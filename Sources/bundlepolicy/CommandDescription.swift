import ArgumentParser
import StructuredText

struct CommandDescription {
  struct Argument {
    let kind: String
    /// `--policy`; for an operand, its placeholder.
    let label: String
    let letter: String?
    let value: String?
    let isOptional: Bool
    let isRepeatable: Bool
    let help: String
    let words: [String]
    let defaultWord: String?
  }

  /// The full name, such as `bundlepolicy ledger log`.
  let name: String
  let abstract: String
  let discussion: String
  let arguments: [Argument]
  let subcommands: [CommandDescription]

  var options: [Argument] { arguments.filter { $0.kind != "positional" } }
  var operands: [Argument] { arguments.filter { $0.kind == "positional" } }

  /// The program and all its commands, from the answer to `--experimental-dump-help`.
  static var program: CommandDescription {
    var text = ""
    do { _ = try BundlePolicy.parseAsRoot(["--experimental-dump-help"]) } catch {
      text = BundlePolicy.message(for: error)
    }
    let tool = try? JSONReader.read(Array(text.utf8))
    return CommandDescription(tool?["command"], below: [])
  }

  private init(_ command: StructuredValue?, below: [String]) {
    let names = below + [command?["commandName"]?.string ?? ""]
    name = names.joined(separator: " ")
    abstract = command?["abstract"]?.string ?? ""
    discussion = command?["discussion"]?.string ?? ""
    arguments = (command?["arguments"]?.list ?? []).map(Argument.init)
    subcommands = (command?["subcommands"]?.list ?? []).map { CommandDescription($0, below: names) }
  }
}

extension CommandDescription.Argument {
  fileprivate init(_ argument: StructuredValue) {
    kind = argument["kind"]?.string ?? ""
    let name = argument["preferredName"]
    let dashes = name?["kind"]?.string == "long" ? "--" : "-"
    let placeholder = argument["valueName"]?.string ?? ""
    label = name.flatMap { $0["name"]?.string }.map { dashes + $0 } ?? placeholder
    letter = argument["names"]?.list?.first { $0["kind"]?.string == "short" }?["name"]?.string
    value = kind == "flag" ? nil : placeholder
    isOptional = argument["isOptional"]?.content == .boolean(true)
    isRepeatable = argument["isRepeating"]?.content == .boolean(true)
    help = argument["abstract"]?.string ?? ""
    words = (argument["allValues"]?.list ?? []).compactMap(\.string)
    defaultWord = argument["defaultValue"]?.string
  }
}
