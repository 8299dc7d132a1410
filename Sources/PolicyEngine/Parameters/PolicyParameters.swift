/// The values given for parameters: on the command line, and in files.
public struct PolicyParameters: Sendable, ExpressibleByDictionaryLiteral {
  /// By name, as text; each wins over what files say.
  public var texts: [String: String]
  /// In the order given; a later one wins.
  public var files: [ParameterFile]

  /// Makes values of both sorts.
  public init(texts: [String: String] = [:], files: [ParameterFile] = []) {
    self.texts = texts
    self.files = files
  }

  /// Texts alone, as on the command line.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(texts: Dictionary(elements, uniquingKeysWith: { $1 }))
  }

  /// A value and where it was given; the place is nil for the command line.
  enum Given {
    case text(String)
    case value(ParameterFile.Value, file: String)
  }

  /// What holds for a parameter; nil when nothing was given.
  func given(_ name: String) -> Given? {
    if let text = texts[name] { return .text(text) }
    for file in files.reversed() {
      if let value = file.value(name) { return .value(value, file: file.file) }
    }
    return nil
  }

  /// Errors for names that no policy declares.
  func unknown(among known: [String]) -> [EngineError] {
    func message(_ name: String) -> String {
      "no policy has a parameter '\(name)'"
        + (known.isEmpty ? "" : DeclarationError.suggestion(for: name, among: known))
    }
    func naming(_ name: String, _ error: EngineError) -> EngineError {
      var error = error
      error.unknownParameter = name
      return error
    }
    let names = Set(known)
    let code = "policy.unknown-parameter"
    var errors = texts.keys.filter { !names.contains($0) }.sorted().map {
      naming($0, EngineError(code: code, message: message($0)))
    }
    for file in files {
      for (name, value) in file.values where !names.contains(name) {
        errors.append(naming(name, EngineError(code: code, message: message(name), at: value.place, of: file.file)))
      }
    }
    return errors
  }
}
