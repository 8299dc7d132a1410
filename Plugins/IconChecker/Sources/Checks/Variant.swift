struct Variant {
  let place: PicturePlace
  let width: Int
  let height: Int
  let scale: Int
  let thumbnail: Thumbnail

  /// Whether both have the same size in points, each rounded to whole pixels.
  func fits(_ other: Variant) -> Bool {
    Self.fits(width, scale, other.width, other.scale) && Self.fits(height, scale, other.height, other.scale)
  }

  /// Whether both have the same proportions, so that they can be compared.
  func hasProportions(of other: Variant) -> Bool {
    let (ours, isOver) = width.multipliedReportingOverflow(by: other.height)
    let (theirs, isTheirsOver) = height.multipliedReportingOverflow(by: other.width)
    return !isOver && !isTheirsOver && ours == theirs
  }

  /// Whether some length in points is within half a pixel of both lengths, which are at most 2³¹.
  private static func fits(_ a: Int, _ aScale: Int, _ b: Int, _ bScale: Int) -> Bool {
    (2 * a - 1) * bScale <= (2 * b + 1) * aScale && (2 * b - 1) * aScale <= (2 * a + 1) * bScale
  }
}

extension [Variant] {
  /// The variants that do not show the picture of the majority. Variants of other proportions are only checked for
  /// their size.
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

  func otherSizes() -> [IconFinding] {
    let outcome = OddOnesOut(count: count, tolerance: 0) { self[$0].fits(self[$1]) ? 0 : 1 }
    guard let outcome else { return [] }
    let reference = self[outcome.reference]
    return outcome.odd.map { index, _ in
      .variantSize(self[index].place, self[index], reference: reference.place, reference)
    }
  }
}
