import BuildRecords
internal import StructuredText

/// The lists of a row as the text that is stored and hashed: JSON on one line, always equal for equal values.
enum RowText {
  static func text(_ policies: [BuildEntry.Policy]) -> String {
    write { json in
      json.array { json in
        for policy in policies {
          json.object {
            $0.member("id", policy.id)
            if let version = policy.version { $0.member("version", version) }
            $0.member("digest", policy.digest)
          }
        }
      }
    }
  }

  static func text(_ waivers: [BuildEntry.Waiver]) -> String {
    write { json in
      json.array { json in
        for waiver in waivers {
          json.object([
            "rule": waiver.rule, "because": waiver.because, "owner": waiver.owner, "expires": waiver.expires,
          ])
        }
      }
    }
  }

  static func text(_ labels: [BuildEntry.Label]) -> String {
    write { json in
      json.object { for label in labels { $0.member(label.name, label.value) } }
    }
  }

  static func text(_ details: BuildDetails) -> String {
    write { json in
      json.object { json in
        if !details.measures.isEmpty { json.object("measures", of: details.measures) { ($0.name, $0.value) } }
        if !details.sets.isEmpty {
          json.object("sets") { json in
            for set in details.sets { json.object(set.name, of: set.members) { ($0.name, $0.value) } }
          }
        }
      }
    }
  }

  private static func write(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter(isOnOneLine: true, escapesMinimally: true)
    body(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  // MARK: Reading

  static func value(_ text: String) -> StructuredValue? { value(Array(text.utf8)) }

  /// Nil unless the bytes are JSON in UTF-8.
  static func value(_ bytes: [UInt8]) -> StructuredValue? {
    do throws(StructuredTextError) { return try JSONReader.read(bytes) } catch { return nil }
  }

  static func policies(_ value: StructuredValue?) -> [BuildEntry.Policy]? {
    all(value?.list) { element in
      guard let id = element["id"]?.string, let digest = element["digest"]?.string else { return nil }
      return BuildEntry.Policy(id: id, version: element["version"]?.string, digest: digest)
    }
  }

  static func waivers(_ value: StructuredValue?) -> [BuildEntry.Waiver]? {
    all(value?.list) { element in
      guard let rule = element["rule"]?.string, let because = element["because"]?.string,
        let owner = element["owner"]?.string, let expires = element["expires"]?.string
      else { return nil }
      return BuildEntry.Waiver(rule: rule, because: because, owner: owner, expires: expires)
    }
  }

  static func labels(_ value: StructuredValue?) -> [BuildEntry.Label]? {
    all(value?.entries) { entry in entry.value.string.map { BuildEntry.Label(name: entry.key, value: $0) } }
  }

  static func details(_ value: StructuredValue?) -> BuildDetails? {
    func entries(_ value: StructuredValue?) -> [StructuredValue.Entry]? { value == nil ? [] : value?.entries }
    guard value?.entries != nil,
      let measures = all(
        entries(value?["measures"]), { entry in entry.value.integer.map { BuildMeasure(name: entry.key, value: $0) } }),
      let sets = all(
        entries(value?["sets"]),
        { set in
          all(entries(set.value)) { BuildSet.Member(name: $0.key, value: $0.value.string) }
            .map { BuildSet(name: set.key, members: $0) }
        })
    else { return nil }
    return BuildDetails(measures: measures, sets: sets)
  }

  private static func all<Element, Result>(_ elements: [Element]?, _ read: (Element) -> Result?) -> [Result]? {
    guard let elements else { return nil }
    let results = elements.compactMap(read)
    return results.count == elements.count ? results : nil
  }
}
