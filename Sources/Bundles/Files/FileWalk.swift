/// The contents of a bundle as found by a walk, grouped by directory, so that a pattern is compared only with names that can match.
final class FileWalk: Sendable {
  let entries: [FileTree.Entry]

  /// An entry in the order of the walk, in which the contents of a directory are contiguous.
  private struct Place: Sendable {
    var position: Int32
    /// The last path component: a range of `names`.
    var name: Range<Int32>
    var contents: Range<Int32>
  }

  private let places: [Place]
  private let top: Range<Int32>
  private let names: [UInt8]
  private let depth: Int
  /// The positions of all places, by the last byte of their names.
  private let placesByEnd = Lazy<[[Int32]], Never>()

  /// Walks directories in path order. Throws `tooMany` beyond the limits, and the error of any directory that cannot be listed.
  init(
    _ limits: FileTree.Limits, listing list: (String) throws(StorageError) -> [DirectoryEntry]
  ) throws(StorageError) {
    var found: [FileTree.Entry] = []
    var places: [Place] = []
    var names: [UInt8] = []
    var top: Range<Int32> = 0..<0
    var deepest = 0
    var bytes = 0
    var pending: [(path: String, depth: Int, place: Int?)] = [("", 0, nil)]
    while let (directory, depth, place) = pending.popLast() {
      guard depth <= limits.depth else {
        throw StorageError(.tooMany, path: directory, limit: limits.depth, detail: "levels of directories")
      }
      deepest = max(deepest, depth)
      let start = found.count
      for entry in try list(directory) {
        guard found.count < limits.entries else {
          throw StorageError(.tooMany, path: "", limit: limits.entries, detail: "files")
        }
        let path = BundlePath.join(directory, entry.name)
        bytes += path.utf8.count
        guard bytes <= limits.pathBytes else {
          throw StorageError(.tooMany, path: "", limit: limits.pathBytes, detail: "bytes of paths")
        }
        let nameStart = Int32(clamping: names.count)
        names.append(contentsOf: entry.name.utf8)
        if entry.type == .directory { pending.append((path, depth + 1, found.count)) }
        places.append(Place(position: 0, name: nameStart..<Int32(clamping: names.count), contents: 0..<0))
        found.append(FileTree.Entry(path: path, type: entry.type, isNameValid: entry.isNameValid))
      }
      let contents = Int32(clamping: start)..<Int32(clamping: found.count)
      if let place { places[place].contents = contents } else { top = contents }
    }
    var order: [Int32] = []
    order.reserveCapacity(places.count)
    Self.collect(top, of: places, names, into: &order)
    for (position, place) in order.enumerated() { places[Int(place)].position = Int32(clamping: position) }
    entries = order.map { found[Int($0)] }
    (self.places, self.names, self.top, self.depth) = (places, names, top, deepest)
  }

  /// Appends places and their contents in the byte order of paths: the contents of `a` come after `a-b`, because `-` is less than `/`.
  private static func collect(
    _ siblings: Range<Int32>, of places: [Place], _ names: [UInt8], into order: inout [Int32]
  ) {
    var waiting: [Place] = []
    for number in siblings {
      let place = places[Int(number)]
      while let directory = waiting.last, follows(place, contentsOf: directory, names) {
        waiting.removeLast()
        collect(directory.contents, of: places, names, into: &order)
      }
      order.append(number)
      if !place.contents.isEmpty { waiting.append(place) }
    }
    while let directory = waiting.popLast() { collect(directory.contents, of: places, names, into: &order) }
  }

  /// Whether a name sorts after the contents of a sibling directory, that is, after the directory's name followed by `/`.
  private static func follows(_ place: Place, contentsOf directory: Place, _ names: [UInt8]) -> Bool {
    let (name, other) = (place.name, directory.name)
    for offset in 0..<min(name.count, other.count) {
      let (byte, before) = (names[Int(name.lowerBound) + offset], names[Int(other.lowerBound) + offset])
      if byte != before { return byte > before }
    }
    return name.count > other.count && names[Int(name.lowerBound) + other.count] > UInt8(ascii: "/")
  }

  /// The entries that match a pattern, in sorted order. Adds the work done to `steps`; once `steps` exceeds `limit`, the search stops and
  /// the result is meaningless.
  func entries(matching glob: Glob, steps: inout UInt64, limit: UInt64) -> [FileTree.Entry] {
    steps += UInt64(glob.positionCount)
    if let end = glob.lastByteOfNames { return entries(namedLike: glob, endingIn: end, &steps, limit) }
    guard glob.leastDepth <= depth + 1 else { return [] }
    let count = glob.positionCount
    var found: [Int32] = []
    // The positions in the pattern before the contents of each directory on the way, and after the current name.
    withUnsafeTemporaryAllocation(of: Bool.self, capacity: (depth + 2) * count) { positions in
      func level(_ number: Int) -> UnsafeMutableBufferPointer<Bool> {
        UnsafeMutableBufferPointer(rebasing: positions[(number * count)..<((number + 1) * count)])
      }
      glob.begin(level(0))
      var rest = [top]
      names.withUnsafeBufferPointer { names in
        while let next = rest.last {
          guard let number = next.first, steps <= limit else {
            rest.removeLast()
            continue
          }
          rest[rest.count - 1] = next.dropFirst()
          let place = places[Int(number)]
          let name = UnsafeBufferPointer(rebasing: names[Int(place.name.lowerBound)..<Int(place.name.upperBound)])
          let after = level(rest.count)
          guard glob.advance(level(rest.count - 1), by: name, to: after, steps: &steps, limit: limit) else { continue }
          if glob.isEnd(after) { found.append(place.position) }
          if !place.contents.isEmpty { rest.append(place.contents) }
        }
      }
    }
    return found.sorted().map { entries[Int($0)] }
  }

  private func entries(
    namedLike glob: Glob, endingIn end: UInt8, _ steps: inout UInt64, _ limit: UInt64
  ) -> [FileTree.Entry] {
    let ended = placesByEnd.value {
      var places = [[Int32]](repeating: [], count: 256)
      for (number, place) in self.places.enumerated() where !place.name.isEmpty {
        places[Int(names[Int(place.name.upperBound) - 1])].append(Int32(clamping: number))
      }
      return places
    }
    var found: [Int32] = []
    names.withUnsafeBufferPointer { names in
      for number in ended[Int(end)] where steps <= limit {
        let place = places[Int(number)]
        let name = UnsafeBufferPointer(rebasing: names[Int(place.name.lowerBound)..<Int(place.name.upperBound)])
        if glob.matches(lastName: name, steps: &steps, limit: limit) { found.append(place.position) }
      }
    }
    return found.sorted().map { entries[Int($0)] }
  }
}
