package import PropertyLists

/// A place in a file of the project.
public struct SourcePlace: Hashable, Sendable {
  /// The path, relative to the working directory.
  public let file: String
  /// The line, from 1; nil for the file as a whole.
  public let line: Int?
  /// The column in Unicode scalars, from 1.
  public let column: Int?
  /// The JSON Pointer of the value, or of the deepest part of its path that the file has; nil if the place is not in a property list.
  public let keyPath: String?
  /// The name of the build setting that is assigned there.
  public let setting: String?
  /// The build configuration that the assignment is for; nil for all, and for Release.
  public var configuration: String?

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - file: The path, relative to the working directory.
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  ///   - keyPath: The JSON Pointer of a value.
  ///   - setting: The name of a build setting.
  public init(file: String, line: Int? = nil, column: Int? = nil, keyPath: String? = nil, setting: String? = nil) {
    (self.file, self.line, self.column, self.keyPath, self.setting) = (file, line, column, keyPath, setting)
  }

  /// The build setting that is assigned there, with its configuration.
  package var settingText: String? { setting.map { $0 + (configuration.map { " in configuration " + $0 } ?? "") } }

  /// `FILE:LINE:COLUMN`, unescaped.
  package var text: String {
    file + (line.map { line in ":\(line)" + (column.map { ":\($0)" } ?? "") } ?? "")
  }
}

/// The place in the project where the value that a finding is about is edited.
public struct FindingSource: Hashable, Sendable {
  /// The place to edit.
  public let place: SourcePlace
  /// For a build setting, the place that uses it; for a value with build settings in it, their assignments.
  public let related: [SourcePlace]
  /// Whether the file lacks the value, because the build adds it to the bundle.
  public let isAddedByBuild: Bool

  /// Whether the bundle was built before the file was changed.
  package var isNewer = false
  /// Why the edits of the finding cannot be made in the file; nil if they can, or if there are none.
  package var obstacle: String?
  /// The lines around the place, if the report keeps excerpts.
  package var excerpt: PropertyListExcerpt?
  /// The changes of text that the finding's edits make, if the report keeps them.
  package var replacements: [SourceReplacement] = []

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - place: The place to edit.
  ///   - related: Places of build settings.
  ///   - isAddedByBuild: Whether the file lacks the value.
  public init(place: SourcePlace, related: [SourcePlace] = [], isAddedByBuild: Bool = false) {
    (self.place, self.related, self.isAddedByBuild) = (place, related, isAddedByBuild)
  }
}

extension Finding {
  /// The lines to show: of the source if there is one, otherwise of the built file.
  package var shownExcerpt: PropertyListExcerpt? {
    if let source { source.excerpt } else { excerpt }
  }

  /// The changes of text to show: of the source if there is one, otherwise of the built file.
  package var shownReplacements: [SourceReplacement] { source?.replacements ?? replacements }
}
