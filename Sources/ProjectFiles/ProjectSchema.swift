import StructuredText

package enum ProjectSchema {
  package static let fileName = "bundlepolicy.schema.json"

  /// Returns the schema (draft 7, which editors know best). `formats` and `thresholds` are the words of the options; `notice` says where the
  /// file comes from.
  package static func text(formats: [String], thresholds: [String], notice: String) -> String {
    var json = JSONWriter()
    json.object { json in
      json.members([
        "$schema": "http://json-schema.org/draft-07/schema#", "$comment": notice, "title": "bundlepolicy project file",
        "description": "The settings of a project that 'bundlepolicy check' and others use, in \(ProjectFile.name).",
        "type": "object", "additionalProperties": false,
      ])
      json.object("properties") { json in
        for setting in ProjectSetting.allCases {
          json.object(setting.rawValue) { json in
            json.member("description", setting.summary)
            write(setting, formats, thresholds, &json)
          }
        }
      }
      json.object("definitions") { json in
        json.object("plain") { json in
          json.array("anyOf") { json in
            for type in ["string", "number", "boolean"] { json.shortObject { $0.member("type", type) } }
            json.object { json in
              json.member("type", "array")
              json.name("items")
              json.shortObject { $0.member("type", "string") }
            }
          }
        }
      }
    }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }

  private static func write(
    _ setting: ProjectSetting, _ formats: [String], _ thresholds: [String], _ json: inout JSONWriter
  ) {
    switch setting.form {
    case .text:
      json.member("type", "string")
      if setting == .failOn { json.strings("enum", thresholds) } else { json.member("minLength", 1) }
    case .texts:
      writeTexts(examples: setting.examples, &json) { json in
        if setting == .formats { json.member("pattern", "^(\(formats.joined(separator: "|")))(=.+)?$") }
      }
    case .parameters:
      json.member("type", "object")
      json.object("additionalProperties") { json in
        json.array("anyOf") { json in
          json.shortObject { $0.member("$ref", "#/definitions/plain") }
          json.object { json in
            json.member("type", "object")
            json.name("additionalProperties")
            json.shortObject { $0.member("$ref", "#/definitions/plain") }
          }
        }
      }
    case .packs: writePacks(&json)
    case .sources: writeSources(&json)
    }
  }

  private static func writeTexts(
    examples: [String], _ json: inout JSONWriter, _ body: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.members(["type": "array", "minItems": 1])
    json.object("items") { json in
      json.members(["type": "string", "minLength": 1])
      body(&json)
    }
    json.array("examples") { json in json.array { json in for example in examples { json.string(example) } } }
  }

  private static func writeSources(_ json: inout JSONWriter) {
    json.members(["type": "object", "minProperties": 1])
    json.name("propertyNames")
    json.shortObject { $0.member("minLength", 1) }
    json.object("additionalProperties") { json in
      json.members(["type": "object", "minProperties": 1, "additionalProperties": false])
      json.object("properties") { json in
        for field in SourceField.allCases {
          json.object(field.rawValue) { json in
            json.member("description", field.summary)
            if field.isList {
              writeTexts(examples: field.examples, &json)
            } else {
              json.members(["type": "string", "minLength": 1])
              json.strings("examples", field.examples)
            }
          }
        }
      }
    }
  }

  private static func writePacks(_ json: inout JSONWriter) {
    json.member("type", "object")
    json.name("propertyNames")
    json.shortObject { $0.member("pattern", "^[a-z0-9]+(-[a-z0-9]+)*$") }
    json.object("additionalProperties") { json in
      json.member("type", "object")
      json.strings("required", [PackField.source.rawValue])
      json.member("additionalProperties", false)
      json.object("properties") { json in
        for field in PackField.allCases {
          json.object(field.rawValue) { json in
            json.members(["description": field.summary, "type": "string"])
            if field == .signed { json.strings("enum", ["tag", "commit"]) } else { json.member("minLength", 1) }
          }
        }
      }
    }
  }
}
