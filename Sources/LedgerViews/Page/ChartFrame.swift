/// The size of a chart and what lies around its points, in units of its `viewBox`. A page shows it at about that many pixels at
/// most, and at less on small screens.
struct ChartFrame {
  /// Labels in one size: on small screens others take their place, fewer and larger.
  struct Labels {
    /// The class that the style sheet gives a size to, and shows on some screens only.
    let style: StaticString
    /// Of the average character at that size.
    let characterWidth: Double
    /// Of versions, in columns; longer ones lose their middle.
    let columns: Int
    /// Versions that are marked, at most.
    let versions: Int
    /// Whether the version stands before the build number.
    let isFull: Bool
  }

  let width: Double
  let height: Double
  let top: Double
  let right: Double
  let bottom: Double
  let labels: [Labels]
  /// Half of a point's size.
  let pointRadius: Double

  /// For a product; a few versions need no height.
  static func large(versions: Int) -> ChartFrame {
    ChartFrame(
      width: 1000, height: min(400, 120 + 70 * Double(max(1, versions))), top: 18, right: 40, bottom: 44,
      labels: [
        Labels(style: "wide", characterWidth: 7.2, columns: 16, versions: 8, isFull: true),
        Labels(style: "narrow", characterWidth: 17.5, columns: 8, versions: 4, isFull: false),
      ], pointRadius: 4)
  }

  /// For a bundle inside.
  static let small = ChartFrame(
    width: 480, height: 190, top: 14, right: 24, bottom: 34,
    labels: [Labels(style: "only", characterWidth: 7.6, columns: 12, versions: 4, isFull: true)], pointRadius: 3.5)
}
