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
    JSONWriter.document { json in
      json.members(["format": "bundlepolicy-ledger-log", "version": 1, "total": total])
      json.array("builds") { json in
        for build in builds.sorted(by: { $0.sequence > $1.sequence }) {
          json.object { write(build, &$0) }
        }
      }
    }
  }

  /// Returns `bundlepolicy-ledger-build`: everything recorded about a build. Property lists have the form of `inspect`; one that cannot be
  /// read is `null`, with the reason as `infoError` or `entitlementsError`.
  package static func show(_ build: RecordedBuild) -> [UInt8] {
    JSONWriter.document { json in
      json.member("format", "bundlepolicy-ledger-build")
      json.member("version", 1)
      json.object("build") { json in
        write(build, &json)
        if !build.entry.details.sets.isEmpty {
          json.object("sets") { json in
            for set in build.entry.details.sets { json.object(set.name, of: set.members) { ($0.name, $0.value) } }
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
  }

  private static func write(_ build: RecordedBuild, _ json: inout JSONWriter) {
    let entry = build.entry
    json.members([
      "sequence": build.sequence, "time": BuildTime(milliseconds: build.time).text, "product": entry.product,
      "identifier": entry.identifier, "platform": entry.platform, "kind": entry.kind, "name": entry.name,
      "path": entry.path, "shortVersion": entry.shortVersion, "build": entry.build, "digest": entry.digest.text,
      "verdict": entry.verdict.rawValue,
    ])
    json.objects("policies", entry.policies) { ["id": $0.id, "version": $0.version, "digest": $0.digest] }
    json.objects("waivers", entry.waivers) {
      ["rule": $0.rule, "because": $0.because, "owner": $0.owner, "expires": $0.expires]
    }
    json.member("tool", entry.tool)
    json.objects("labels", build.labels) { ["name": $0.name, "value": $0.value] }
    if !entry.details.measures.isEmpty { json.object("measures", of: entry.details.measures) { ($0.name, $0.value) } }
    if let mark = entry.mark {
      json.object("mark", ["kind": mark.kind.rawValue, "row": mark.target, "because": mark.reason])
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
    json.object(name) { json in
      json.member("row", row.sequence)
      json.member("time", BuildTime(milliseconds: row.time).text)
      more(&json)
    }
  }

  private static func write(_ name: String, _ bytes: [UInt8], _ json: inout JSONWriter) {
    do throws(PropertyListError) {
      let list = try PropertyList.parse(bytes, file: name)
      json.member(name, list.root) { PropertyListJSON.write($0, of: list, to: &$1) }
    } catch {
      json.member(name, nil as String?)
      json.member(name + "Error", error.description)
    }
  }
}

package enum LedgerVerificationJSON {
  package static func render(_ result: LedgerVerification, _ ledger: Ledger) -> [UInt8] {
    JSONWriter.document { json in
      json.members([
        "format": "bundlepolicy-ledger-verification", "version": 1, "location": ledger.location.shown, "id": ledger.id,
        "whole": result.defects.isEmpty, "rows": result.count, "head": result.headText,
      ])
      if let anchor = result.anchor { json.member("anchor", anchor) }
      json.member("defectCount", result.defectCount)
      write("defects", result.defects, &json)
      json.member("noteCount", result.noteCount)
      write("notes", result.notes, &json)
    }
  }

  private static func write(_ name: String, _ defects: [LedgerVerification.Defect], _ json: inout JSONWriter) {
    json.objects(name, defects) { defect, json in
      if let sequence = defect.sequence { json.member("sequence", sequence) }
      json.member("message", defect.message)
    }
  }
}
