import Basics
package import BuildRecords
import PropertyLists
package import ReleaseLedger
import StructuredText

/// The release ledger as JSON documents, format version 1. The same builds give the same bytes.
package enum LedgerJSON {
  /// Returns `bundlepolicy-ledger-log`: the builds without their property lists, with the marks of later rows, the last recorded first.
  /// - Parameter total: The number of builds without a limit, or nil if it is unknown.
  package static func log(_ builds: [RecordedBuild], total: Int? = nil) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("format", "bundlepolicy-ledger-log")
      json.member("version", 1)
      json.member("total", total)
      json.name("builds")
      json.array { json in
        for build in builds.sorted(by: { $0.sequence > $1.sequence }) {
          json.object { write(build, &$0) }
        }
      }
    }
    return json.bytes + [0x0A]
  }

  /// Returns `bundlepolicy-ledger-build`: everything recorded about a build. Property lists have the form of `inspect`; one that cannot be
  /// read is `null`, with the reason as `infoError` or `entitlementsError`.
  package static func show(_ build: RecordedBuild) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("format", "bundlepolicy-ledger-build")
      json.member("version", 1)
      json.name("build")
      json.object { json in
        write(build, &json)
        if !build.entry.details.sets.isEmpty {
          json.name("sets")
          json.object { json in
            for set in build.entry.details.sets {
              json.name(set.name)
              json.object { for member in set.members { $0.member(member.name, member.value) } }
            }
          }
        }
        write("info", build.entry.info, &json)
        if let entitlements = build.entry.entitlements {
          write("entitlements", entitlements, &json)
        } else {
          json.member("entitlements", nil as String?)
        }
      }
    }
    return json.bytes + [0x0A]
  }

  private static func write(_ build: RecordedBuild, _ json: inout JSONWriter) {
    let entry = build.entry
    json.name("sequence")
    json.number(build.sequence)
    json.member("time", BuildTime(milliseconds: build.time).text)
    json.member("product", entry.product)
    json.member("identifier", entry.identifier)
    json.member("platform", entry.platform)
    json.member("kind", entry.kind)
    json.member("name", entry.name)
    json.member("path", entry.path)
    json.member("shortVersion", entry.shortVersion)
    json.member("build", entry.build)
    json.member("digest", entry.digest.text)
    json.member("verdict", entry.verdict.rawValue)
    json.name("policies")
    json.array { json in
      for policy in entry.policies {
        json.object {
          $0.member("id", policy.id)
          $0.member("version", policy.version)
          $0.member("digest", policy.digest)
        }
      }
    }
    json.name("waivers")
    json.array { json in
      for waiver in entry.waivers {
        json.object {
          $0.member("rule", waiver.rule)
          $0.member("because", waiver.because)
          $0.member("owner", waiver.owner)
          $0.member("expires", waiver.expires)
        }
      }
    }
    json.member("tool", entry.tool)
    json.name("labels")
    json.array { json in
      for label in build.labels {
        json.object {
          $0.member("name", label.name)
          $0.member("value", label.value)
        }
      }
    }
    if !entry.details.measures.isEmpty {
      json.name("measures")
      json.object { json in
        for measure in entry.details.measures {
          json.name(measure.name)
          json.number(measure.value)
        }
      }
    }
    if let mark = entry.mark {
      json.name("mark")
      json.object { json in
        json.member("kind", mark.kind.rawValue)
        json.name("row")
        json.number(mark.target)
        json.member("because", mark.reason)
      }
    } else {
      write("shipped", build.shipment, &json) { _ in }
      if let row = build.takenBackShipment {
        write("unshipped", row, &json) { $0.member("because", row.entry.mark?.reason) }
      }
      if let row = build.drop { write("dropped", row, &json) { _ in } }
      write("withdrawn", build.withdrawal, &json) { json in
        json.member("because", build.withdrawal?.entry.mark?.reason)
        json.member("numberFree", build.isNumberFree)
      }
    }
    json.member("clockBehind", build.isClockBehind)
    json.member("previousHash", "sha256:" + Hexadecimal.text(of: build.previousHash))
    json.member("hash", "sha256:" + Hexadecimal.text(of: build.hash))
  }

  private static func write(
    _ name: String, _ row: RecordedBuild?, _ json: inout JSONWriter, _ more: (inout JSONWriter) -> Void
  ) {
    guard let row else { return json.member(name, nil as String?) }
    json.name(name)
    json.object { json in
      json.name("row")
      json.number(row.sequence)
      json.member("time", BuildTime(milliseconds: row.time).text)
      more(&json)
    }
  }

  private static func write(_ name: String, _ bytes: [UInt8], _ json: inout JSONWriter) {
    do throws(PropertyListError) {
      let list = try PropertyList.parse(bytes, file: name)
      json.name(name)
      PropertyListJSON.write(list.root, of: list, to: &json)
    } catch {
      json.member(name, nil as String?)
      json.member(name + "Error", error.description)
    }
  }
}

package enum LedgerVerificationJSON {
  package static func render(_ result: LedgerVerification, _ ledger: Ledger) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("format", "bundlepolicy-ledger-verification")
      json.member("version", 1)
      json.member("location", ledger.location.shown)
      json.member("id", ledger.id)
      json.member("whole", result.defects.isEmpty)
      json.name("rows")
      json.number(result.count)
      json.member("head", result.headText)
      if let anchor = result.anchor {
        json.name("anchor")
        json.number(anchor)
      }
      json.member("defectCount", result.defectCount)
      write("defects", result.defects, &json)
      json.member("noteCount", result.noteCount)
      write("notes", result.notes, &json)
    }
    return json.bytes + [0x0A]
  }

  private static func write(_ name: String, _ defects: [LedgerVerification.Defect], _ json: inout JSONWriter) {
    json.name(name)
    json.array { json in
      for defect in defects {
        json.object {
          if let sequence = defect.sequence {
            $0.name("sequence")
            $0.number(sequence)
          }
          $0.member("message", defect.message)
        }
      }
    }
  }
}
