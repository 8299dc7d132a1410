import SampleFiles
import FileFacts
import PropertyLists
import Testing

/// Certificates and times in code signatures.
@Suite struct SignatureMessageTests {
  private static func message(_ change: (inout SampleProfile) -> Void) throws -> SignatureMessage? {
    let message = SampleProfile([]) {
      ($0.hasContent, $0.certificate) = (false, SampleCertificate())
      change(&$0)
    }.bytes
    let source = ByteArray(SampleMachO().signed(with: SampleSignature { $0.message = message }))
    let slice = try #require(try MachOFile.read(source, file: "App")?.slices.first)
    return try slice.signatureMessage(in: source, file: "App")
  }

  private static func certificate(_ change: (inout SampleCertificate) -> Void) throws -> SigningCertificate {
    let message = try message { $0.certificate = SampleCertificate(change) }
    return try #require(message?.certificates.first)
  }

  @Test func adHoc() throws {
    let source = ByteArray(SampleMachO().signed(with: SampleSignature()))
    let slice = try #require(try MachOFile.read(source, file: "App")?.slices.first)
    #expect(try slice.signatureMessage(in: source, file: "App") == nil)
  }

  @Test func times() throws {
    let message = try #require(
      try Self.message { ($0.signingTime, $0.timestamp) = ("20260101000000Z", "20260102030405Z") })
    #expect(message.signingTime == 788_918_400)
    #expect(message.timestamp == 789_015_845)
    let none = try #require(try Self.message { _ in })
    #expect(none.signingTime == nil)
    #expect(none.timestamp == nil)
  }

  @Test func chain() throws {
    let message = try #require(
      try Self.message {
        $0.certificate = SampleCertificate { ($0.commonName, $0.issuerName) = ("Leaf", "Middle") }
        $0.issuers = [
          SampleCertificate { ($0.commonName, $0.organization, $0.isAuthority) = ("Other", "Apple Inc.", true) },
          SampleCertificate {
            ($0.commonName, $0.organization, $0.isAuthority, $0.issuerName) = ("Root", "Apple Inc.", true, "Root")
          },
          SampleCertificate {
            ($0.commonName, $0.organization, $0.isAuthority, $0.issuerName) = ("Middle", "Apple Inc.", true, "Root")
          },
        ]
      })
    #expect(message.certificates.map(\.commonName) == ["Leaf", "Middle", "Root"])
    #expect(message.certificates.map(\.issuer) == ["Middle", "Root", "Root"])
    #expect(message.certificates[0].issuerOrganization == "Apple Inc.")
  }

  /// Certificates that issue each other end the chain.
  @Test func circle() throws {
    let message = try #require(
      try Self.message {
        $0.certificate = SampleCertificate { ($0.commonName, $0.issuerName) = ("Leaf", "A") }
        $0.issuers = ["A", "B"].map { name in
          SampleCertificate {
            ($0.commonName, $0.organization, $0.isAuthority) = (name, "Apple Inc.", true)
            ($0.issuerName, $0.serial) = (name == "A" ? "B" : "A", 5)
          }
        }
      })
    #expect(message.certificates.map(\.commonName) == ["Leaf", "A", "B"])
  }

  static let kinds: [(String, [UInt8], SigningCertificate.Kind, [SigningCertificate.System])] = [
    ("Developer ID Application: A (T)", [13], .developerID, [.macos]),
    ("Apple Distribution: A (T)", [4, 7], .distribution, [.ios, .macos]),
    ("Apple Distribution: A (T)", [], .distribution, [.ios, .macos]),
    ("iPhone Distribution: A", [4], .distribution, [.ios]),
    ("3rd Party Mac Developer Application: A (T)", [], .distribution, [.macos]),
    ("Apple Development: A (T)", [2, 12], .development, [.ios, .macos]),
    ("Mac Developer: A", [], .development, [.macos]), ("Apple Mac OS Application Signing", [9], .store, [.macos]),
    ("3rd Party Mac Developer Installer: A (T)", [8], .installer, [.macos]),
    ("Developer ID Installer: A (T)", [], .developerIDInstaller, [.macos]),
    ("Software Signing", [22], .apple, [.ios, .macos]), ("A", [], .other, []),
    ("Apple Distribution", [99], .distribution, [.ios, .macos]),
    ("Any name", [13], .developerID, [.macos]), ("Apple Distributions: A", [], .other, []),
  ]

  @Test(arguments: kinds)
  func kind(
    _ name: String, _ markers: [UInt8], _ kind: SigningCertificate.Kind, _ systems: [SigningCertificate.System]
  ) throws {
    let certificate = try Self.certificate { ($0.commonName, $0.markers) = (name, markers) }
    #expect(certificate.kind == kind)
    #expect(certificate.systems == systems)
    #expect(certificate.markers == markers.map { "1.2.840.113635.100.6.1.\($0)" }.sorted())
  }

  /// Anyone can write a name into a certificate.
  @Test func issuedByOthers() throws {
    let certificate = try Self.certificate { ($0.issuerOrganization, $0.markers) = ("Example", [13]) }
    #expect(certificate.kind == .other)
    #expect(certificate.systems == [])
  }

  @Test func malformedTimes() throws {
    #expect { try Self.message { $0.signingTime = "20260132000000Z" } } throws: {
      "\($0)".contains("the signing time")
    }
    #expect { try Self.message { $0.timestamp = "2026" } } throws: { "\($0)".contains("the timestamp") }
  }

  @Test func tooManyCertificates() throws {
    #expect {
      try Self.message { $0.issuers = [SampleCertificate](repeating: SampleCertificate(), count: 100) }
    } throws: { "\($0)".contains("more than 64 certificates") }
  }

  @Test func hashesOfSeveralKinds() throws {
    let source = ByteArray(
      SampleMachO().signed(
        with: SampleSignature {
          ($0.hash, $0.alternateHashes, $0.partHashes) = (.sha1, [.sha256], [1: [UInt8](repeating: 1, count: 20)])
        }))
    let slice = try #require(try MachOFile.read(source, file: "App")?.slices.first)
    let signature = try #require(try slice.codeSignature(in: source, file: "App"))
    #expect(signature.directories.map(\.hash) == [.sha1, .sha256])
    #expect(try slice.compare(pagesWith: try #require(signature.best), in: source, file: "App")?.changedCount == 0)
  }
}
