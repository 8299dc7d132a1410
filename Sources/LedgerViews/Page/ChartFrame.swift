/// The size of a chart and its margins, in units of its `viewBox`: about pixels, or less on small screens.
struct ChartFrame {
  struct Labels {
    /// The class for the style sheet, which sets the size and shows the labels on some screens only.
    let style: StaticString
    let characterWidth: Double
    /// The most columns of a version; longer ones lose their middle.
    let columns: Int
    /// The most versions that get a tick.
    let versions: Int
    /// Whether the version is shown before the build number.
    let isFull: Bool
  }

  let width: Double
  let height: Double
  let top: Double
  let right: Double
  let bottom: Double
  let labels: [Labels]
  let pointRadius: Double

  /// The frame for a product. A few versions need little height.
  static func large(versions: Int) -> ChartFrame {
    ChartFrame(
      width: 1000, height: min(400, 120 + 70 * Double(max(1, versions))), top: 18, right: 40, bottom: 44,
      labels: [
        Labels(style: "wide", characterWidth: 7.2, columns: 16, versions: 8, isFull: true),
        Labels(style: "narrow", characterWidth: 17.5, columns: 8, versions: 4, isFull: false),
      ], pointRadius: 4)
  }

  /// The frame for a measure.
  static let measure = ChartFrame(
    width: 1000, height: 190, top: 14, right: 40, bottom: 44,
    labels: [
      Labels(style: "wide", characterWidth: 7.2, columns: 16, versions: 2, isFull: true),
      Labels(style: "narrow", characterWidth: 17.5, columns: 10, versions: 2, isFull: false),
    ], pointRadius: 4)

  static let small = ChartFrame(
    width: 480, height: 190, top: 14, right: 24, bottom: 34,
    labels: [Labels(style: "only", characterWidth: 7.6, columns: 12, versions: 4, isFull: true)], pointRadius: 3.5)
}
