// Lists that `open` reads piece by piece. What can't be read of one reads as null or empty, and is told here.
extension PropertyList {
  /// Whether values are decoded and checked when they are first asked for, and not all beforehand.
  public var isLazy: Bool { lazy != nil }

  /// The first defect that was found since the list was opened; nil for one that was read as a whole.
  ///
  /// Values are no more than a guess once there is one: whoever draws conclusions from a lazily read list looks here
  /// after reading and before concluding.
  public var failure: PropertyListError? {
    lazy?.failure?.of(file: file)
  }

  /// The first defect that was come upon since the last call, again by those who ask for the same value again.
  ///
  /// So that several who read one list after the other each learn of what spoiled their own reading, and of no other.
  package func takeFailure() -> PropertyListError? {
    lazy?.takeFailure()?.of(file: file)
  }

  /// Decodes and checks everything, as `parse` does: the same errors, the same diagnostics. Done once; a list that was
  /// read as a whole has been validated.
  ///
  /// Takes the time and, while it lasts, the memory that reading the whole list takes.
  public func validate() throws(PropertyListError) {
    guard let lazy else { return }
    do throws(PropertyListError) {
      _ = try lazy.validate()
    } catch {
      throw error.of(file: file)
    }
  }
}
