package import ReleaseLedger
import StructuredText

/// What `ledger verify` found, as JSON.
package enum LedgerVerificationJSON {
  /// The document, ending in a newline.
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
      json.name("defects")
      json.array { json in
        for defect in result.defects {
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
    return json.bytes + [0x0A]
  }
}
