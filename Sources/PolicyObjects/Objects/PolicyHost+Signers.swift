import Basics
import FileFacts
import LuaRuntime
import PropertyLists

struct SignerObject {
  let certificate: SigningCertificate
  let starts: LuaValue
  let expires: LuaValue
}

// The certificates and times in a code signature.
extension PolicyHost {
  static let signerFields: [ObjectField<SignatureObject>] = [
    .answer(
      "certificate?", "SignerCertificate",
      "The certificate that made it; nil if there is none, as in an ad hoc signature, or if the signature does not contain it."
    ) { host, this, answer in
      if let first = host.certificates(of: this, answer)?.first { answer.set(signerCertificate.record(of: first)) }
    },
    .answer(
      "certificates", "SignerCertificate[]",
      "The certificate that made it, and the certificates that issued it, as far as the signature contains them."
    ) { host, this, answer in
      if let all = host.certificates(of: this, answer) { answer.set(.list(all.map(signerCertificate.record))) }
    },
    .answer("signing_time?", "Date", "When it was made, according to the signer.") { host, this, answer in
      host.readTime(\.signingTime, 0, of: this, answer)
    },
    .answer(
      "timestamp?", "Date",
      "When it was made, according to a timestamp server (a secure timestamp); nil if it has no such timestamp."
    ) { host, this, answer in host.readTime(\.timestamp, 1, of: this, answer) },
    .boolean("has_xml_entitlements", "Whether it contains entitlements as a property list (slot 5).") {
      $0.signature.parts.contains { $0.slot == SignedPart.entitlements.rawValue }
    },
    .boolean(
      "has_der_entitlements", "Whether it contains entitlements in DER form (slot 7), which current systems read."
    ) { $0.signature.parts.contains { $0.slot == SignedPart.encodedEntitlements.rawValue } },
  ]

  static let signerCertificate = ObjectSchema<SignerObject>(
    record: "SignerCertificate", "A certificate in a code signature. It is not verified.",
    [
      .text("common_name?", "The name of its subject: `Apple Distribution: Example (ABCDE12345)`.") {
        $0.certificate.commonName
      },
      .text("team?", "The identifier of the team.") { $0.certificate.team },
      .text("organization?", "The organization of its subject.") { $0.certificate.organization },
      .text("issuer?", "The name of the certificate that issued it.") { $0.certificate.issuer },
      .text("issuer_organization?", "The organization that issued it, such as Apple.") {
        $0.certificate.issuerOrganization
      },
      .text("kind", as: "CertificateKind", "What it is for, by Apple's markers in it, or without any by its name.") {
        $0.certificate.kind.rawValue
      },
      .texts("systems", as: "CertificateSystem[]", "The systems that it is for; `ios` includes all but the Mac.") {
        $0.certificate.systems.map(\.rawValue)
      },
      .texts("markers", "Apple's markers (object identifiers 1.2.840.113635.100.6.…) in it, sorted.") {
        $0.certificate.markers
      },
      .value("starts", "Date", "The date from which it is valid.") { $0.starts },
      .value("expires", "Date", "The date until which it is valid.") { $0.expires },
      .text("sha1", "The SHA-1 fingerprint in 40 lower-case hexadecimal digits.") { $0.certificate.sha1 },
      .text("sha256", "The SHA-256 fingerprint in 64 lower-case hexadecimal digits.") { $0.certificate.sha256 },
    ])

  func signer(of node: LuaNode, _ slice: MachOSlice, _ answer: LuaAnswer) -> SigningCertificate? {
    message(of: node, slice, answer)?.certificates.first
  }

  private func message(of node: LuaNode, _ slice: MachOSlice, _ answer: LuaAnswer) -> SignatureMessage? {
    facts(
      behind: node.with(.machOSlice), \.signatureMessages, bytesPerUnit: 1, answer, slice.signatureMessage(in:file:))
  }

  private func certificates(of this: SignatureObject, _ answer: LuaAnswer) -> [SignerObject]? {
    guard let message = message(of: this.node, this.slice, answer) else {
      return objects.facts.signatureMessages[this.node.with(.machOSlice)]?.failure == nil ? [] : nil
    }
    if message.certificates.isEmpty { return [] }
    guard let document = dates(of: message, this, answer) else { return nil }
    let list = objects.documents[document].list
    return message.certificates.enumerated().compactMap { position, certificate in
      guard let pair = list.element(of: list.root, at: 2 + position), let starts = list.element(of: pair, at: 0),
        let expires = list.element(of: pair, at: 1)
      else { return nil }
      return SignerObject(
        certificate: certificate, starts: objects.luaValue(starts, document: document),
        expires: objects.luaValue(expires, document: document))
    }
  }

  private func readTime(
    _ time: KeyPath<SignatureMessage, Double?>, _ position: Int, of this: SignatureObject, _ answer: LuaAnswer
  ) {
    guard let message = message(of: this.node, this.slice, answer), message[keyPath: time] != nil,
      let document = dates(of: message, this, answer)
    else { return }
    let list = objects.documents[document].list
    if let pair = list.element(of: list.root, at: position), let date = list.element(of: pair, at: 0) {
      self.answer(date, document: document, answer)
    }
  }

  /// Returns the number of the document with the dates of a signature: the signing time, the timestamp, and the validity of each
  /// certificate.
  private func dates(of message: SignatureMessage, _ this: SignatureObject, _ answer: LuaAnswer) -> Int? {
    let slice = this.node.with(.machOSlice)
    let known: Int
    if let number = objects.facts.signatureDates[slice] {
      known = number
    } else {
      let times = [[message.signingTime], [message.timestamp]] + message.certificates.map { [$0.starts, $0.expires] }
      let place = objects.files[this.file]
      do throws(PropertyListError) {
        known = objects.add(
          try Self.list(ofDates: times, file: place.path), place, as: .signatureDates,
          part: UInt64(this.node.index) + 1)
      } catch {
        fail(error, answer)
        return nil
      }
      objects.facts.signatureDates[slice] = known
    }
    return keep(known, answer) ? known : nil
  }

  /// Rules compare dates as values of property lists: an array of arrays. Times are seconds since the start of 2001.
  static func list(ofDates times: [[Double?]], file: String) throws(PropertyListError) -> PropertyList {
    func element(_ moment: Double) -> String { "<date>\(CivilTime(secondsSince2001: moment).text)</date>" }
    let arrays = times.map { "<array>\($0.compactMap { $0.map(element) }.joined())</array>" }
    let text = "<plist version=\"1.0\"><array>\(arrays.joined())</array></plist>"
    return try PropertyList.parse(Array(text.utf8), file: file)
  }
}
