import Basics
import StructuredText

struct OpenDocument: Sendable {
  let address: String
  /// The path with links resolved; the address if it is not a file.
  let path: String
  var text: TextDocument
  var version: Int?
  var kind = DocumentKind.other
  var units: [PolicyUnit] = []
  var results: [DocumentProblem] = []
  var problems: [DocumentProblem] = []
}

enum ServerTask: Equatable, Sendable {
  /// Finds the units of all documents, after one was opened, saved or closed.
  case assign
  case changed(String)
  case load(PolicyUnit)
  case run(ServerCommand, id: StructuredValue)
}

struct ServerCommand: Equatable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case examples = "bundlepolicy.runExamples"
    case bundle = "bundlepolicy.runOnBundle"
  }

  let kind: Kind
  let document: String
  let rule: String?
  let line: Int?
  /// The bundle; nil for the bundles in the settings and the project file.
  let bundle: String?
}

struct ServerState: Sendable {
  var documents: [String: OpenDocument] = [:]
  var results: [PolicyUnit: UnitResult] = [:]
  var facts: [PolicyUnit: PolicyFacts] = [:]
  var tasks: [ServerTask] = []
  var isEnding = false
  /// Whether the client reports changed files to servers that ask for it.
  var canWatch = false
  var roots: [String] = []
  var bundles: [String] = []

  var texts: [String: [UInt8]] { documents.mapValues { $0.text.bytes } }

  var size: Int { documents.values.reduce(0) { $0 + $1.text.bytes.count } }

  mutating func add(_ task: ServerTask) {
    if case .run = task {} else if tasks.contains(task) { return }
    // Units must be known before they are loaded.
    tasks.insert(task, at: task == .assign ? 0 : tasks.count)
  }

  /// The problems of a document in all units, each once, with the results of its commands.
  func problems(in document: OpenDocument) -> [DocumentProblem] {
    let found = document.units.flatMap { results[$0]?.problems[document.path] ?? [] } + document.results
    return found.unique(by: \.self).prefix(Self.maximumProblems).sorted {
      ($0.range.lowerBound, $1.severity, $0.message) < ($1.range.lowerBound, $0.severity, $1.message)
    }
  }

  private static let maximumProblems = 500

  func facts(of document: OpenDocument) -> PolicyFacts {
    document.units.lazy.compactMap { facts[$0] }.first ?? PolicyFacts()
  }
}
