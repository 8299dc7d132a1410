import Basics

/// The numbers and named sets of a build that later builds are compared with, in addition to its property lists.
package struct BuildDetails: Hashable, Sendable {
  /// Sorted by name.
  package let measures: [BuildMeasure]
  /// Sorted by name.
  package let sets: [BuildSet]

  package init(measures: [BuildMeasure] = [], sets: [BuildSet] = []) {
    self.measures = measures.sorted(byBytesOf: \.name)
    self.sets = sets.sorted(byBytesOf: \.name)
  }

  package var isEmpty: Bool { measures.isEmpty && sets.isEmpty }

  package func measure(_ name: String) -> Int64? { measures.first { $0.name == name }?.value }

  package func set(_ name: String) -> BuildSet? { sets.first { $0.name == name } }
}

/// A number that describes a build, such as the size of its files in bytes.
package struct BuildMeasure: Hashable, Sendable {
  package let name: String
  package let value: Int64

  package init(name: String, value: Int64) { (self.name, self.value) = (name, value) }
}

package struct BuildSet: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package let name: String
    /// The text by which a later build is seen to differ; nil if there is only the name.
    package let value: String?

    package init(name: String, value: String?) { (self.name, self.value) = (name, value) }
  }

  package let name: String
  /// Sorted by name; each name occurs once.
  package let members: [Member]

  package init(name: String, members: [Member]) {
    self.name = name
    self.members = members.unique { ExactText($0.name) }.sorted(byBytesOf: \.name)
  }
}
