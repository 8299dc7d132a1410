import PolicyEngine

extension PolicyProgram {
  /// Every file that was read to load the program: policies, their modules and tests, in that order.
  package var sourceFiles: [String] { sources.map(\.file) }
}
