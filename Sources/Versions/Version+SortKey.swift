extension Version {
  /// Bytes that stand in the same order as the versions of one dialect do: equal for equal versions, whatever their text.
  ///
  /// About two bytes more for each number than it has digits.
  package var sortKey: [UInt8] {
    switch form {
    case .apple(let version): version.sortKey
    case .sparkle(let version): version.sortKey
    case .semver(let version): version.sortKey
    }
  }
}
