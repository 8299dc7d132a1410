import SampleFiles
import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The certificates and times in code signatures, and stapled tickets, as policies see them.
@Suite struct PolicyHostSignersTests {
  private static let program = SampleMachO().signed(
    with: SampleSignature {
      $0.message =
        SampleProfile([]) {
          ($0.hasContent, $0.signingTime, $0.timestamp) = (false, "20260101000000Z", "20260102030405Z")
          $0.certificate = SampleCertificate {
            ($0.commonName, $0.markers, $0.issuerName) = ("Developer ID Application: Example (ABCDE12345)", [13], "CA")
          }
          $0.issuers = [
            SampleCertificate {
              ($0.commonName, $0.organization, $0.isAuthority, $0.expires) = (
                "CA", "Apple Inc.", true, "20270101000000Z"
              )
            }
          ]
        }.bytes
      $0.encodedEntitlements = [1]
    })

  private static func lines(_ value: String, ticket: String? = nil) throws -> [String] {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        local function signature(path) return bundle.files["Contents/" .. path].mach_o.slices[1].signature end
        local own = signature("MacOS/App")
        report("=" .. tostring(\(value)))
      end }
      """)
    var files: [String: MemoryStorage.Node] = [
      "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app", "CFBundleExecutable": "App"]),
      "Contents/MacOS/App": .file(program, mode: 0o755),
      "Contents/MacOS/adhoc": .file(SampleMachO().signed(with: SampleSignature()), mode: 0o755),
      "Contents/MacOS/broken": .file(
        SampleMachO().signed(with: SampleSignature { $0.message = [0x30, 0x03, 0x02, 0x01, 0x01] }), mode: 0o755),
    ]
    if let ticket { files["Contents/CodeResources"] = .text(ticket) }
    return run.lines(try run.report(try BundleGraph.fixture("App.app", files)))
  }

  @Test(arguments: [
    ("own.certificate.common_name", "Developer ID Application: Example (ABCDE12345)"),
    ("own.certificate.kind", "developer_id"), ("own.certificate.issuer", "CA"),
    ("own.certificate.issuer_organization", "Apple Inc."), ("own.certificate.systems[1]", "macos"),
    ("own.certificate.markers[1]", "1.2.840.113635.100.6.1.13"), ("own.certificate.team", "ABCDE12345"),
    ("#own.certificates", "2"), ("own.certificates[2].common_name", "CA"),
    ("own.certificates[2].expires.year", "2027"), ("own.certificate.starts.year", "2020"),
    ("own.signing_time.day", "1"), ("own.timestamp.hour", "3"), ("own.timestamp > own.signing_time", "true"),
    ("own.has_der_entitlements", "true"), ("own.has_xml_entitlements", "false"),
    ("signature('MacOS/adhoc').certificate", "nil"), ("#signature('MacOS/adhoc').certificates", "0"),
    ("signature('MacOS/adhoc').timestamp", "nil"), ("signature('MacOS/adhoc').signing_time", "nil"),
    ("bundle.is_stapled", "false"),
  ])
  func values(_ expression: String, _ expected: String) throws {
    let lines = try Self.lines(expression)
    #expect(lines.last?.hasSuffix("=" + expected) == true, "\(lines)")
  }

  @Test(arguments: ["certificate", "certificates", "timestamp", "signing_time"])
  func malformed(_ field: String) throws {
    let lines = try Self.lines("signature('MacOS/broken').\(field)")
    #expect(lines.last?.contains("the signed message") == true, "\(lines)")
  }

  @Test(arguments: [("s8ch\u{1}\u{0}", "true"), ("", "false"), ("<?xml version=\"1.0\"?><plist/>", "false")])
  func tickets(_ content: String, _ expected: String) throws {
    #expect(try Self.lines("bundle.is_stapled", ticket: content).last?.hasSuffix("=" + expected) == true)
  }
}
