import BuildRecords
import Reports

/// A measure of a bundle in reports for people.
struct MeasureLine {
  let name: String
  let value: String
  /// The change to the build before; nil if that has no such measure.
  let change: String?

  /// `83.1 MB (+1.2 MB, +1.5 % since #3 of builds.db)`
  var text: String { value + (change.map { " (\($0))" } ?? "") }

  static func lines(of build: BuildFacts) -> [MeasureLine] {
    build.comparedMeasures.map { measure, earlier in
      let name = build.earlier?.build ?? ""
      return MeasureLine(
        name: measure.name, value: MeasureText.text(measure.value, of: measure.name),
        change: earlier.map { earlier in
          let change = MeasureText.change(from: earlier, to: measure.value, of: measure.name)
          return "\(change) since \(name)"
        })
    }
  }
}
