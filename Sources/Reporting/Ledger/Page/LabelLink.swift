import ReleaseLedger

/// Where a label leads: whoever recorded a build may say so with a URL.
enum LabelLink {
  /// The value, when it is a URL that is safe to follow and encrypted; nil for any other text.
  static func target(of label: BuildEntry.Label) -> String? {
    ExternalLink.target(label.value, schemes: ["https://"])
  }
}
