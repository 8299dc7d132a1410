import StructuredText

package enum CheckerText {
  package static func line(_ description: CheckerDescription, bundle: String?) -> [String] {
    ["\(description.identifier)  \(description.version)  \(description.summary)" + (bundle.map { "  (\($0))" } ?? "")]
  }

  package static func registration(of bundle: CheckerBundle, digest: String) -> [String] {
    let registration = bundle.registration
    var lines = [
      bundle.path, "  bundle     \(bundle.identifier)", "  code       \(bundle.executable)", "  digest     \(digest)",
    ]
    for factory in registration.factories {
      let isChecker = registration.checkers.contains(factory.identifier)
      lines.append("  factory    \(factory.identifier) \(factory.function)" + (isChecker ? "" : "  (not for checkers)"))
    }
    if let function = registration.registerFunction { lines.append("  registers  with its function \(function)") }
    if let function = registration.unloadFunction { lines.append("  unloads    with its function \(function)") }
    return lines
  }

  package static func details(_ description: CheckerDescription) -> [String] {
    var lines = ["  checker    \(description.identifier) \(description.version)", "    \(description.summary)"]
    if let help = description.help { lines.append("    \(help)") }
    for option in description.options {
      var about = option.kind.phrase
      if let bounds = option.bounds { about += ", \(shown(bounds.lowerBound)) to \(shown(bounds.upperBound))" }
      if !option.choices.isEmpty { about += ": \(option.choices.joined(separator: ", "))" }
      about += option.isRequired ? "; required" : option.defaultText.map { "; default: \($0)" } ?? ""
      lines.append("    with \(option.name)  (\(about))")
      lines.append("      \(option.summary)")
    }
    return lines
  }

  package static func json(_ checkers: [(bundle: String?, description: CheckerDescription)]) -> String {
    var writer = JSONWriter()
    writer.array { writer in
      for (bundle, description) in checkers { write(description, bundle: bundle, &writer) }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  package static func json(
    _ bundles: [(bundle: CheckerBundle, digest: String, checkers: [CheckerDescription])]
  ) -> String {
    var writer = JSONWriter()
    writer.array { writer in
      for (bundle, digest, checkers) in bundles {
        writer.object { writer in
          writer.members([
            "path": bundle.path, "identifier": bundle.identifier, "code": bundle.executable, "digest": digest,
          ])
          writer.objects("factories", bundle.registration.factories) {
            [
              "identifier": $0.identifier.description, "function": $0.function,
              "makesCheckers": bundle.registration.checkers.contains($0.identifier),
            ]
          }
          writer.member("registerFunction", bundle.registration.registerFunction)
          writer.member("unloadFunction", bundle.registration.unloadFunction)
          writer.array("checkers", of: checkers) { write($0, bundle: nil, &$1) }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private static func write(_ description: CheckerDescription, bundle: String?, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.members([
        "identifier": description.identifier, "version": description.version, "summary": description.summary,
        "help": description.help,
      ])
      if let bundle { writer.member("bundle", bundle) }
      writer.objects("options", description.options) { option, writer in
        writer.members([
          "name": option.name, "type": "\(option.kind)", "summary": option.summary, "default": option.defaultText,
          "required": option.isRequired,
        ])
        if let bounds = option.bounds {
          writer.member("minimum", bounds.lowerBound) { $1.number($0) }
          writer.member("maximum", bounds.upperBound) { $1.number($0) }
        }
        writer.strings("choices", option.choices)
      }
    }
  }

  private static func shown(_ bound: Double) -> String { Int(exactly: bound).map(String.init) ?? String(bound) }
}
