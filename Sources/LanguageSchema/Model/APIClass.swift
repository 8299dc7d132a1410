/// An object that policies get, or a table that they write.
package struct APIClass: Sendable {
  /// How a class is come by, which says how its fields can be checked.
  package enum Role: Sendable {
    /// The program hands it out; it is read-only.
    case object
    /// A list entry or record that the program makes: a plain read-only table.
    case record
    /// The policy writes it, and every field must be known.
    case declaration
    /// The policy writes it, with names of its own.
    case open
  }

  /// A capitalized name.
  package let name: String
  /// See `Role`.
  package let role: Role
  /// One sentence.
  package let summary: String
  /// The class whose fields it has, too.
  package var parent: String?
  /// What it has.
  package var fields: [APIField] = []
  /// What can be called with a colon.
  package var methods: [APIFunction] = []
  /// The signature, without a name, of calling the object itself.
  package var call: String?
  /// The types of key and value where names are free.
  package var index: Index?
  /// Whether `#` tells a number.
  package var hasLength = false

  /// What free names lead to.
  package struct Index: Sendable {
    /// The type of the name.
    package let key: String
    /// The type of what is there.
    package let value: String

    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  package init(
    _ name: String, _ role: Role, _ summary: String, parent: String? = nil, call: String? = nil, index: Index? = nil,
    hasLength: Bool = false, fields: [APIField] = [], methods: [APIFunction] = []
  ) {
    self.name = name
    self.role = role
    self.summary = summary
    self.parent = parent
    self.call = call
    self.index = index
    self.hasLength = hasLength
    self.fields = fields
    self.methods = methods
  }
}
