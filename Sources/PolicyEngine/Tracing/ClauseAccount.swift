import Basics
import Bundles
import KeyRegistry
import LuaRuntime
import PropertyLists

/// Says in one phrase what a clause came to on a bundle.
struct ClauseAccount {
  let bundle: Bundle
  let document: Document
  /// Earlier builds that its version was held against; nil when a ledger answered for them.
  let earlierBuilds: Int?

  /// `outcome` is that of judging, `findings` how many that brought.
  func explanation(_ clause: Clause, _ outcome: ClauseJudge.Outcome, findings: Int) -> RuleExplanation.Clause {
    switch outcome {
    case .notApplicable(let why):
      RuleExplanation.Clause(name: clause.name, outcome: .notApplicable, because: why)
    case .judgedNothing(let why) where findings == 0:
      RuleExplanation.Clause(name: clause.name, outcome: .vacuous, because: why)
    case .judged, .judgedNothing:
      RuleExplanation.Clause(
        name: clause.name, outcome: findings == 0 ? .satisfied : .violated,
        because: findings == 0 ? satisfied(clause) : violated(clause, findings))
    }
  }

  private func satisfied(_ clause: Clause) -> String {
    switch clause {
    case .require(let keys):
      return keys.count == 1 ? "\(keys[0]) is there" : "\(keys.count) of \(keys.count) keys are there"
    case .forbid(let keys):
      return keys.count == 1 ? "\(keys[0]) is not there" : "none of \(keys.count) keys is there"
    case .shape(let shape):
      let count = shape.fields.count
      return count == 1 ? "\(shape.fields[0].key) has its shape" : "the values of \(count) keys have their shapes"
    case .increases(let clause):
      let key = clause.key
      let value = bundle.info.value(of: bundle.info.root, forKey: key).map { ValueText.describe($0, in: bundle.info) }
      let what = [key, value].compactMap { $0 }.joined(separator: " ")
      return
        "\(what) exceeds that of \(earlierBuilds.map { counted($0, "earlier build") } ?? "every earlier build")"
        + "\(clause.scope.phrase) (\(clause.dialect.rawValue) dialect)"
    case .customKeys(let prefixes):
      let own = ownKeys
      return own == 0
        ? "the platform defines every key"
        : "\(counted(own, "key")) of our own \(own == 1 ? "starts" : "start") with \(Self.either(prefixes))"
    case .qualifiedKeys:
      let count = qualifiedKeys
      return count == 0 ? "no key is qualified" : "\(counted(count, "qualified key")), each with its default"
    case .localize(let clause): return localized(clause)
    case .files(let clause):
      let there = clause.require.isEmpty ? nil : "there is a file for \(counted(clause.require.count, "pattern"))"
      let gone = clause.forbid.isEmpty ? nil : "no file matches \(counted(clause.forbid.count, "forbidden pattern"))"
      return [there, gone].compactMap { $0 }.joined(separator: "; ")
    case .checker(let clause): return "the checker \(clause.identifier) reported nothing"
    case .check: return "its function reported nothing"
    }
  }

  private func violated(_ clause: Clause, _ findings: Int) -> String {
    switch clause {
    case .require(let keys):
      return keys.count == 1
        ? "\(keys[0]) is not there, or empty" : "\(max(0, keys.count - findings)) of \(keys.count) keys are there"
    case .forbid: return "\(counted(findings, "value")) that may not be there"
    case .shape: return "\(counted(findings, "misfit"))"
    case .increases(let clause): return "\(clause.key) does not exceed that of every earlier build"
    case .customKeys(let prefixes): return "\(counted(findings, "key")) without the prefix \(Self.either(prefixes))"
    case .qualifiedKeys: return "\(findings) of \(counted(qualifiedKeys, "qualified key")) without a default"
    case .localize: return "\(counted(findings, "thing")) not localized"
    case .files:
      return "\(counted(findings, "file")) missing, or there where \(findings == 1 ? "it" : "they") may not be"
    case .checker(let clause):
      return "the checker \(clause.identifier) reported \(counted(findings, "finding"))"
    case .check: return "its function reported \(counted(findings, "finding"))"
    }
  }

  private func localized(_ clause: LocalizeClause) -> String {
    let languages =
      clause.languages.isEmpty
      ? ((try? bundle.localizations()) ?? []).count { $0 != "Base" } : clause.languages.count
    var parts: [String] = []
    if !clause.keys.isEmpty { parts.append(counted(clause.keys.count, "key")) }
    if !clause.tables.isEmpty { parts.append(counted(clause.tables.count, "table")) }
    let what = parts.isEmpty ? "" : " with " + parts.joined(separator: " and ")
    return "\(counted(languages, "localization"))\(what)"
  }

  /// Top-level keys that the platform does not define.
  private var ownKeys: Int {
    keys.count { !KeyRegistry.contains($0) && !KeyRegistry.contains(QualifiedKey.split($0).base) }
  }

  private var qualifiedKeys: Int { keys.count { QualifiedKey.split($0).isQualified } }

  private var keys: [String] {
    let list = document.list
    return (0..<list.count(of: list.root)).map { list.key(of: list.root, at: $0) }
  }

  private static func either(_ prefixes: [String]) -> String {
    prefixes.map { "'\($0)'" }.joined(separator: " or ")
  }
}

extension Clause {
  /// The word of the policy language.
  package var name: String {
    switch self {
    case .require: "require"
    case .forbid: "forbid"
    case .shape: "shape"
    case .increases: "increases"
    case .customKeys: "custom_keys"
    case .qualifiedKeys: "qualified_keys"
    case .localize: "localize"
    case .files: "files"
    case .checker: "checker"
    case .check: "check"
    }
  }
}
