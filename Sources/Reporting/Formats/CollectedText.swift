import Basics
import Reports
import StructuredText

/// What rules that compare bundles keep of them, as the JSON reports of shards have it.
enum CollectedText {
  static func write(_ bundle: CollectedBundle, _ json: inout JSONWriter) {
    json.object { json in
      json.member("bundle", bundle.path)
      json.member("name", bundle.name)
      json.member("kind", bundle.kind)
      json.member("platform", bundle.platform)
      json.member("identifier", bundle.identifier)
      json.member("version", bundle.version)
      json.member("build", bundle.build)
      json.member("file", bundle.infoFile)
      write(bundle.infoPlace, &json)
      json.name("keys")
      json.array { json in
        for key in bundle.keys {
          json.shortObject {
            $0.member("key", key.name)
            $0.member("value", key.value)
            if let digest = key.digest { $0.member("digest", digest) }
            write(key.place, &$0)
          }
        }
      }
      if let source = bundle.infoSource { json.member("source", Base64.encode(source)) }
      json.name("facts")
      json.array { json in
        for facts in bundle.facts {
          json.object {
            $0.member("rule", facts.rule)
            guard let value = facts.value else { return }
            $0.name("value")
            write(value, &$0)
          }
        }
      }
    }
  }

  private static func write(_ place: Place, _ json: inout JSONWriter) {
    json.member("line", place.line.map(Int.init))
    json.member("column", place.column.map(Int.init))
  }

  private static func write(_ value: CollectedValue, _ json: inout JSONWriter) {
    switch value {
    case .boolean(let truth): json.boolean(truth)
    case .integer(let number): json.number(number)
    case .number(let number): json.number(number)
    case .string(let text): json.string(text)
    case .list(let elements): json.array { for element in elements { write(element, &$0) } }
    case .mapping(let entries):
      json.object { json in
        for entry in entries {
          json.name(entry.name)
          write(entry.value, &json)
        }
      }
    }
  }
}
