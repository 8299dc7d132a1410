package import Basics

package indirect enum CollectedValue: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case list([CollectedValue])
  /// Entries sorted by the bytes of their names, which are unique.
  case mapping([Entry])

  package struct Entry: Hashable, Sendable {
    package let name: String
    package let value: CollectedValue

    package init(name: String, value: CollectedValue) { (self.name, self.value) = (name, value) }
  }

  package static let depthLimit = 16

  package var size: Int {
    switch self {
    case .boolean, .integer, .number: 16
    case .string(let text): 16 + text.utf8.count
    case .list(let elements): elements.reduce(16) { $0 + $1.size }
    case .mapping(let entries): entries.reduce(16) { $0 + 16 + $1.name.utf8.count + $1.value.size }
    }
  }
}

/// The data that rules which compare bundles keep of one of them after it was checked and closed.
package struct CollectedBundle: Hashable, Sendable {
  /// A top-level key of Info.plist, with the details that findings about it report.
  package struct Key: Hashable, Sendable {
    package let name: String
    package let value: String
    /// The digest by which a baseline distinguishes values.
    package let digest: String?
    package let place: Place

    package init(name: String, value: String, digest: String?, place: Place) {
      (self.name, self.value, self.digest, self.place) = (name, value, digest, place)
    }
  }

  package struct Facts: Hashable, Sendable {
    package let rule: String
    /// The value, or nil if the rule collects nothing.
    package let value: CollectedValue?

    package init(rule: String, value: CollectedValue?) { (self.rule, self.value) = (rule, value) }
  }

  /// The path inside the bundle named; empty for that one.
  package let path: String
  package let name: String
  package let kind: String
  package let platform: String?
  package let identifier: String?
  package let version: String?
  package let build: String?
  /// The path of Info.plist, relative to the bundle; nil for a bare property list.
  package let infoFile: String?
  /// The place of the dictionary of Info.plist, for missing keys.
  package let infoPlace: Place
  package let keys: [Key]
  package var facts: [Facts]
  /// The bytes of Info.plist for later excerpts, or nil if the report has no excerpts or the file is too long.
  package var infoSource: [UInt8]?

  package init(
    path: String, name: String, kind: String, platform: String?, identifier: String?, version: String?,
    build: String?, infoFile: String?, infoPlace: Place, keys: [Key], facts: [Facts]
  ) {
    (self.path, self.name, self.kind, self.platform) = (path, name, kind, platform)
    (self.identifier, self.version, self.build) = (identifier, version, build)
    (self.infoFile, self.infoPlace, self.keys, self.facts) = (infoFile, infoPlace, keys, facts)
  }

  package var waiverName: String { identifier ?? name }

  package var size: Int {
    256 + path.utf8.count + name.utf8.count + keys.reduce(0) { $0 + 96 + $1.name.utf8.count + $1.value.utf8.count }
      + facts.reduce(0) { $0 + 32 + ($1.value?.size ?? 0) }
  }
}

package struct PendingRules: Hashable, Sendable {
  /// The full ids of the rules, sorted.
  package let rules: [String]
  package let asOf: CalendarDate
  package let parameters: String

  package init(rules: [String], asOf: CalendarDate, parameters: String) {
    (self.rules, self.asOf, self.parameters) = (rules, asOf, parameters)
  }

  package static let reason =
    "the rule compares the bundles of all shards, and is evaluated when their reports are merged"
}

extension BundleReport {
  /// Whether it is unknown of a part of the bundle if rules apply to it, so that a rule which compares bundles could miss one.
  package var isIncomplete: Bool { errors.contains { $0.rule == nil && $0.code != "check.nothing-evaluated" } }
}
