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

  /// A list of checkers, each with its bundle.
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
          member("path", bundle.path, &writer)
          member("identifier", bundle.identifier, &writer)
          member("code", bundle.executable, &writer)
          member("digest", digest, &writer)
          writer.name("factories")
          writer.array { writer in
            for factory in bundle.registration.factories {
              writer.object { writer in
                member("identifier", factory.identifier.description, &writer)
                member("function", factory.function, &writer)
                writer.name("makesCheckers")
                writer.boolean(bundle.registration.checkers.contains(factory.identifier))
              }
            }
          }
          member("registerFunction", bundle.registration.registerFunction, &writer)
          member("unloadFunction", bundle.registration.unloadFunction, &writer)
          writer.name("checkers")
          writer.array { writer in for checker in checkers { write(checker, bundle: nil, &writer) } }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private static func write(_ description: CheckerDescription, bundle: String?, _ writer: inout JSONWriter) {
    writer.object { writer in
      member("identifier", description.identifier, &writer)
      member("version", description.version, &writer)
      member("summary", description.summary, &writer)
      member("help", description.help, &writer)
      if bundle != nil { member("bundle", bundle, &writer) }
      writer.name("options")
      writer.array { writer in
        for option in description.options {
          writer.object { writer in
            member("name", option.name, &writer)
            member("type", "\(option.kind)", &writer)
            member("summary", option.summary, &writer)
            member("default", option.defaultText, &writer)
            writer.name("required")
            writer.boolean(option.isRequired)
            if let bounds = option.bounds {
              writer.name("minimum")
              writer.number(bounds.lowerBound)
              writer.name("maximum")
              writer.number(bounds.upperBound)
            }
            writer.name("choices")
            writer.array { writer in for choice in option.choices { writer.string(choice) } }
          }
        }
      }
    }
  }

  private static func member(_ name: String, _ value: String?, _ writer: inout JSONWriter) {
    writer.name(name)
    if let value { writer.string(value) } else { writer.null() }
  }

  private static func shown(_ bound: Double) -> String { Int(exactly: bound).map(String.init) ?? String(bound) }
}
