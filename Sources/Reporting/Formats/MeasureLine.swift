import BuildRecords
import Presentation
import Reports

/// A measure of a bundle in reports for people.
struct MeasureLine {
  let name: String
  let value: String
  /// The change to the build before, and its place; nil if that has no such measure.
  let change: (text: String, build: String)?

  /// `83.1 MB (+1.2 MB, +1.5 % since #3 of builds.db)`
  var text: String { value + (change.map { " (\($0.text) since \($0.build))" } ?? "") }

  /// The same as Markdown, with the name.
  var markdown: String {
    let text = change.map { " (\(MarkdownText.escaped($0.text)) since \(MarkdownText.code($0.build)))" } ?? ""
    return "\(MarkdownText.code(name)): \(MarkdownText.escaped(value))" + text
  }

  static func lines(of build: BuildFacts) -> [MeasureLine] {
    build.comparedMeasures.map { measure, earlier in
      let name = build.earlier?.build ?? ""
      return MeasureLine(
        name: measure.name, value: MeasureText.text(measure.value, of: measure.name),
        change: earlier.map { earlier in
          (MeasureText.change(from: earlier, to: measure.value, of: measure.name), name)
        })
    }
  }
}
