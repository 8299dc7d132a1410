package import Basics

/// Plain data that a rule collects from a bundle. It can be written to a report in JSON and read again without loss.
package indirect enum CollectedValue: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  /// Finite.
  case number(Double)
  case string(String)
  case list([CollectedValue])
  /// Sorted by the bytes of the names; no name comes twice.
  case mapping([Entry])

  /// A name and its value.
  package struct Entry: Hashable, Sendable {
    package let name: String
    package let value: CollectedValue

    package init(name: String, value: CollectedValue) { (self.name, self.value) = (name, value) }
  }

  /// Lists and mappings inside one another.
  package static let depthLimit = 16

  /// About how many bytes of memory it takes.
  package var size: Int {
    switch self {
    case .boolean, .integer, .number: 16
    case .string(let text): 16 + text.utf8.count
    case .list(let elements): elements.reduce(16) { $0 + $1.size }
    case .mapping(let entries): entries.reduce(16) { $0 + 16 + $1.name.utf8.count + $1.value.size }
    }
  }
}

/// What rules that compare the bundles of a run keep of one of them after it has been checked and closed.
package struct CollectedBundle: Hashable, Sendable {
  /// A top-level key of Info.plist, and what findings say about its value.
  package struct Key: Hashable, Sendable {
    package let name: String
    package let value: String
    /// Tells the value that a baseline accepted from any other.
    package let digest: String?
    package let place: Place

    package init(name: String, value: String, digest: String?, place: Place) {
      (self.name, self.value, self.digest, self.place) = (name, value, digest, place)
    }
  }

  /// What one rule collected.
  package struct Facts: Hashable, Sendable {
    /// `policy-id/rule-id`.
    package let rule: String
    /// Nil when it collects nothing.
    package let value: CollectedValue?

    package init(rule: String, value: CollectedValue?) { (self.rule, self.value) = (rule, value) }
  }

  /// Inside the bundle named; empty for that one.
  package let path: String
  /// The last component of its path.
  package let name: String
  package let kind: String
  package let platform: String?
  /// `CFBundleIdentifier`, if it is a string.
  package let identifier: String?
  /// `CFBundleShortVersionString`, if it is a string.
  package let version: String?
  /// `CFBundleVersion`, if it is a string.
  package let build: String?
  /// Its Info.plist, relative to the bundle; nil for a bare property list.
  package let infoFile: String?
  /// Where the dictionary of Info.plist begins, which is the place of a missing key.
  package let infoPlace: Place
  /// In the order of the file.
  package let keys: [Key]
  /// Of each rule that waits, in the order declared.
  package var facts: [Facts]
  /// The bytes of Info.plist, for excerpts around what will be found; nil where reports show none, or it is too long.
  package var infoSource: [UInt8]?

  package init(
    path: String, name: String, kind: String, platform: String?, identifier: String?, version: String?,
    build: String?, infoFile: String?, infoPlace: Place, keys: [Key], facts: [Facts]
  ) {
    (self.path, self.name, self.kind, self.platform) = (path, name, kind, platform)
    (self.identifier, self.version, self.build) = (identifier, version, build)
    (self.infoFile, self.infoPlace, self.keys, self.facts) = (infoFile, infoPlace, keys, facts)
  }

  /// How waivers and baselines call it.
  package var waiverName: String { identifier ?? name }

  /// About how many bytes of memory it takes.
  package var size: Int {
    256 + path.utf8.count + name.utf8.count + keys.reduce(0) { $0 + 96 + $1.name.utf8.count + $1.value.utf8.count }
      + facts.reduce(0) { $0 + 32 + ($1.value?.size ?? 0) }
  }
}

/// The rules that a part of a run could not evaluate, because they compare all of its bundles.
package struct PendingRules: Hashable, Sendable {
  /// Their full ids, sorted.
  package let rules: [String]
  /// The day on which they are evaluated.
  package let asOf: CalendarDate
  /// The digest of the values of all parameters.
  package let parameters: String

  package init(rules: [String], asOf: CalendarDate, parameters: String) {
    (self.rules, self.asOf, self.parameters) = (rules, asOf, parameters)
  }

  /// What is said of one of them on a bundle.
  package static let reason =
    "the rule compares the bundles of all shards, and is evaluated when their reports are merged"
}

extension BundleReport {
  /// Whether it is not known of everything in the bundle whether rules apply to it: then a rule that compares bundles could miss one.
  package var isIncomplete: Bool { errors.contains { $0.rule == nil && $0.code != "check.nothing-evaluated" } }
}
