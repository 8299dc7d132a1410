package import Basics
package import StructuredText

/// An error in a project file. Exit status 2.
package typealias ProjectFileError = Diagnostic<ProjectFileCode>

package enum ProjectFileCode: String, DiagnosticCode, CaseIterable {
  case unreadable = "project.unreadable"
  case malformed = "project.malformed"
  /// A setting does not exist, or has a value of another form.
  case invalid = "project.invalid"
  case missing = "project.missing"
}

/// The settings of a project, from `bundlepolicy.yml`. Its paths are relative to its folder.
///
/// Reading it is bounded: 1 MiB, 64 levels, no aliases, 1,000 elements in a list.
package struct ProjectFile: Sendable {
  package static let name = "bundlepolicy.yml"
  /// The largest file that is read: 1 MiB.
  package static let limit = 1 << 20
  private static let maximumCount = 1_000

  package struct Text: Hashable, Sendable {
    package let value: String
    package let place: Place
  }

  /// The path, relative to the working directory.
  package let file: String
  /// The folder of the file; empty for the working directory.
  package let folder: String
  package let bytes: [UInt8]
  private let entries: [StructuredValue.Entry]

  /// Parses and validates a file; `file` is its path for messages, and the origin of its relative paths.
  package init(_ bytes: [UInt8], file: String) throws(ProjectFileError) {
    self.bytes = bytes
    self.file = file
    folder = file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? ""
    do throws(StructuredTextError) {
      entries = try Self.entries(bytes)
      for entry in entries { try Self.check(entry) }
    } catch {
      throw Self.error(error, file)
    }
  }

  /// Returns the value of one setting, or nil. Other settings are not validated: a pack may be written for a later version.
  package static func value(
    of setting: ProjectSetting, in bytes: [UInt8], file: String
  ) throws(ProjectFileError) -> StructuredValue? {
    do throws(StructuredTextError) {
      guard let entry = try entries(bytes).first(where: { $0.key == setting.rawValue }) else { return nil }
      try check(entry)
      return entry.value
    } catch {
      throw Self.error(error, file)
    }
  }

  private static func error(_ error: StructuredTextError, _ file: String) -> ProjectFileError {
    ProjectFileError(
      error.subject == nil ? .malformed : .invalid, error.message, file: file, place: error.place, hint: error.hint)
  }

  /// Reads names and values; none if all lines are blank or comments.
  static func entries(_ bytes: [UInt8]) throws(StructuredTextError) -> [StructuredValue.Entry] {
    if String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).allSatisfy({ line in
      line.allSatisfy(\.isWhitespace) || line.drop(while: \.isWhitespace).hasPrefix("#")
    }) {
      return []
    }
    let root = try YAMLReader.read(bytes)
    guard case .mapping(let entries) = root.content else {
      throw invalid(
        "settings were expected, found \(root.phrase)", root.place, hint: "write one 'name: value' per line")
    }
    return entries
  }

  /// `isFound`: see `NamedFile.bytes`.
  package static func read(_ file: String, isFound: Bool = false) throws(ProjectFileError) -> ProjectFile {
    let bytes = try mapError(try NamedFile.bytes(file, limit: limit, isFound: isFound)) { (error: NamedFile.Failure) in
      ProjectFileError(.unreadable, "the project file cannot be read: \(error.reason)", file: file)
    }
    return try ProjectFile(bytes, file: file)
  }

  /// Reads the file in a folder; nil if there is none.
  package static func open(_ folder: String) throws(ProjectFileError) -> ProjectFile? {
    let file = path(name, in: folder == "." ? "" : folder)
    return try exists(file) ? read(file, isFound: true) : nil
  }

  // MARK: Search

  /// Reads the nearest file, from a folder upwards to the top of the git repository or the home folder; nil if there is none.
  ///
  /// Throws if a folder on the way cannot be read: an unreadable file must not count as absent.
  package static func nearest(to folder: String = "") throws(ProjectFileError) -> ProjectFile? {
    guard let resolved = FileSystem.realPath(folder.isEmpty ? "." : folder) else { return nil }
    let home = getenv("HOME").flatMap { FileSystem.realPath(String(cString: $0)) }
    var parts = resolved.split(separator: "/").map(String.init)
    var current = folder == "." ? "" : folder
    while current.count > 1, current.hasSuffix("/") { current.removeLast() }
    while true {
      if let found = try open(current) { return found }
      if FileSystem.exists(path(".git", in: current)) || "/" + parts.joined(separator: "/") == home { return nil }
      if parts.popLast() == nil { return nil }
      current = above(current)
    }
  }

  /// Whether something has this path. A dangling link counts: it is an error, not skipped.
  private static func exists(_ file: String) throws(ProjectFileError) -> Bool {
    if FileSystem.exists(file) { return true }
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw ProjectFileError(.unreadable, "the project file cannot be accessed: \(SystemError(errno).text)", file: file)
  }

  private static func above(_ folder: String) -> String {
    if folder.isEmpty { return ".." }
    if folder == "/" { return "/" }
    if folder == ".." || folder.hasSuffix("/..") { return folder + "/.." }
    guard let slash = folder.lastIndex(of: "/") else { return "" }
    return slash == folder.startIndex ? "/" : String(folder[..<slash])
  }

  private static func path(_ name: String, in folder: String) -> String {
    folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  // MARK: Settings

  package var settings: [ProjectSetting] { ProjectSetting.allCases.filter { value($0) != nil } }

  package func value(_ setting: ProjectSetting) -> StructuredValue? {
    entries.first { $0.key == setting.rawValue }?.value
  }

  /// The strings of a list; empty if it is not set.
  package func texts(_ setting: ProjectSetting) -> [Text] {
    (value(setting)?.list ?? []).compactMap { element in
      element.string.map { Text(value: $0, place: element.place) }
    }
  }

  package func text(_ setting: ProjectSetting) -> Text? {
    value(setting).flatMap { value in value.string.map { Text(value: $0, place: value.place) } }
  }

  /// Converts a path of the file to one relative to the working directory.
  package func path(_ text: String) -> String {
    var text = text
    while text.hasPrefix("./") { text.removeFirst(2) }
    if text.isEmpty || text == "." { return folder.isEmpty ? "." : folder }
    return text.hasPrefix("/") ? text : Self.path(text, in: folder)
  }

  /// Returns the setting that names a path, and its text; nil if none of `settings` does.
  package func setting(naming path: String, among settings: [ProjectSetting]) -> (ProjectSetting, Text)? {
    for setting in settings {
      let texts = texts(setting) + (text(setting).map { [$0] } ?? [])
      if let text = texts.first(where: { self.path($0.value) == path }) { return (setting, text) }
    }
    return nil
  }

  package func missing(_ setting: ProjectSetting, _ text: Text, _ reason: String) -> ProjectFileError {
    ProjectFileError(.missing, "'\(setting.rawValue)' names \(text.value): \(reason)", file: file, place: text.place)
  }

  package func invalid(_ setting: ProjectSetting, _ message: String, at place: Place?) -> ProjectFileError {
    ProjectFileError(.invalid, "'\(setting.rawValue)' \(message)", file: file, place: place ?? Place())
  }

  // MARK: Sources

  /// The sources of the bundles whose identifiers match a pattern.
  package struct Source: Sendable {
    package let bundles: Text
    package let fields: [(field: SourceField, paths: [Text])]
  }

  package var sources: [Source] {
    guard case .mapping(let bundles)? = value(.sources)?.content else { return [] }
    return bundles.map { bundle in
      guard case .mapping(let fields) = bundle.value.content else { return Source(bundles: text(bundle), fields: []) }
      return Source(
        bundles: text(bundle),
        fields: fields.compactMap { entry in
          SourceField(rawValue: entry.key).map { field in
            (
              field,
              (entry.value.list ?? [entry.value]).map { Text(value: $0.string ?? "", place: $0.place) }
            )
          }
        })
    }
  }

  private func text(_ entry: StructuredValue.Entry) -> Text { Text(value: entry.key, place: entry.place) }

  // MARK: Validation

  /// The subject marks errors in settings, in contrast to those in YAML.
  private static func invalid(_ message: String, _ place: Place, hint: String? = nil) -> StructuredTextError {
    StructuredTextError(.malformed, message, place: place, hint: hint, subject: name)
  }

  private static func unknown(
    _ what: String, _ entry: StructuredValue.Entry, among known: [String]
  ) -> StructuredTextError {
    invalid(
      "unknown \(what) '\(entry.key)'" + SpellingCorrector.suggestion(for: entry.key, among: known), entry.place,
      hint: "known \(what)s: \(known.joined(separator: ", "))")
  }

  private static func check(_ entry: StructuredValue.Entry) throws(StructuredTextError) {
    guard let setting = ProjectSetting(rawValue: entry.key) else {
      throw unknown("setting", entry, among: ProjectSetting.allCases.map(\.rawValue))
    }
    let value = entry.value
    func expect(_ form: String, hint: String? = nil) -> StructuredTextError {
      invalid("'\(entry.key)' must be \(form), found \(value.phrase)", value.place, hint: hint)
    }
    switch setting.form {
    case .text: try checkText(value, of: entry.key, expect("a string"))
    case .texts: try checkTexts(value, of: entry.key)
    case .parameters, .packs:
      guard case .mapping = value.content else { throw expect("a mapping", hint: "write one 'name: value' per line") }
    case .sources: try checkSources(value)
    }
  }

  private static func checkTexts(_ value: StructuredValue, of key: String) throws(StructuredTextError) {
    guard let elements = value.list else {
      throw invalid(
        "'\(key)' must be a list, found \(value.phrase)", value.place,
        hint: value.string.map { "write \(key): [\(ProjectFileText.quoted($0))]" })
    }
    if elements.isEmpty { throw invalid("'\(key)' is empty", value.place, hint: "remove it") }
    if elements.count > maximumCount {
      throw invalid("'\(key)' has more than \(maximumCount) elements", value.place)
    }
    for element in elements {
      try checkText(
        element, of: key, invalid("'\(key)' must be a list of strings, found \(element.phrase) in it", element.place))
    }
  }

  private static func checkSources(_ value: StructuredValue) throws(StructuredTextError) {
    let example = "write a bundle identifier, and below it fields such as 'info: App/Info.plist'"
    guard case .mapping(let bundles) = value.content else {
      throw invalid("'sources' must be a mapping, found \(value.phrase)", value.place, hint: example)
    }
    if bundles.isEmpty { throw invalid("'sources' is empty", value.place, hint: example) }
    if bundles.count > maximumCount { throw invalid("'sources' has more than \(maximumCount) elements", value.place) }
    for bundle in bundles {
      if bundle.key.isEmpty { throw invalid("'sources' contains an empty bundle identifier", bundle.place) }
      guard case .mapping(let fields) = bundle.value.content else {
        throw invalid(
          "the sources of '\(bundle.key)' must be a mapping, found \(bundle.value.phrase)", bundle.value.place,
          hint: example)
      }
      if fields.isEmpty { throw invalid("'\(bundle.key)' has no sources", bundle.value.place, hint: example) }
      for field in fields {
        guard let known = SourceField(rawValue: field.key) else {
          throw unknown("field", field, among: SourceField.allCases.map(\.rawValue))
        }
        if known.isList {
          try checkTexts(field.value, of: field.key)
        } else {
          let error = invalid("'\(field.key)' must be a string, found \(field.value.phrase)", field.value.place)
          try checkText(field.value, of: field.key, error)
        }
      }
    }
  }

  private static func checkText(
    _ value: StructuredValue, of key: String, _ error: StructuredTextError
  ) throws(StructuredTextError) {
    guard let text = value.string else { throw error }
    if text.isEmpty { throw invalid("'\(key)' contains an empty string", value.place) }
    if text.utf8.contains(0) { throw invalid("'\(key)' contains a NUL character", value.place) }
  }
}
