enum Tool {
  static let version = "0.1.0"
  static let nameAndVersion = "bundlepolicy \(version)"
}
