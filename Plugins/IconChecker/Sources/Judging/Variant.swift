/// One of several pictures that should show the same.
struct Variant {
  /// Where it is.
  let place: PicturePlace
  /// In pixels.
  let width: Int
  /// In pixels.
  let height: Int
  /// Pixels a point.
  let scale: Int
  /// What it shows.
  let thumbnail: Thumbnail

  /// Whether the sizes are those of one size in points, which each rounds to whole pixels.
  func fits(_ other: Variant) -> Bool {
    Self.fits(width, scale, other.width, other.scale) && Self.fits(height, scale, other.height, other.scale)
  }

  /// Whether both are as wide as high alike, so that they can be laid over each other.
  func hasProportions(of other: Variant) -> Bool {
    let (ours, isOver) = width.multipliedReportingOverflow(by: other.height)
    let (theirs, isTheirsOver) = height.multipliedReportingOverflow(by: other.width)
    return !isOver && !isTheirsOver && ours == theirs
  }

  /// Whether there is a length in points within half a pixel of both. Lengths are at most 2³¹.
  private static func fits(_ a: Int, _ aScale: Int, _ b: Int, _ bScale: Int) -> Bool {
    (2 * a - 1) * bScale <= (2 * b + 1) * aScale && (2 * b - 1) * aScale <= (2 * a + 1) * bScale
  }
}

extension [Variant] {
  /// What does not show the picture that most show. Variants of other proportions are measured by their size alone.
  func otherPictures(tolerance: Double) -> [IconFinding] {
    let outcome = OddOnesOut(count: count, tolerance: tolerance) { a, b in
      let isComparable = self[a].fits(self[b]) || self[a].hasProportions(of: self[b])
      return isComparable ? self[a].thumbnail.distance(to: self[b].thumbnail) : 0
    }
    guard let outcome else { return [] }
    return outcome.odd.map { index, distance in
      .anotherPicture(
        self[index].place, reference: self[outcome.reference].place, distance: distance, tolerance: tolerance)
    }
  }

  /// What is not of the size that its scale calls for.
  func otherSizes() -> [IconFinding] {
    let outcome = OddOnesOut(count: count, tolerance: 0) { self[$0].fits(self[$1]) ? 0 : 1 }
    guard let outcome else { return [] }
    let reference = self[outcome.reference]
    return outcome.odd.map { index, _ in
      .variantSize(self[index].place, self[index], reference: reference.place, reference)
    }
  }
}
