import Basics
import Bundles
import FileFacts
import PolicySchema
import LuaRuntime
import PropertyLists

// Provisioning profiles: `file.profile` and `bundle.profile`.
extension PolicyHost {
  struct ProfileObject {
    let profile: ProvisioningProfile
    let file: Int
  }

  struct CertificateObject {
    let certificate: SigningCertificate
    let position: Int
    let file: Int
  }

  func readProfile(ofFile number: Int, _ answer: LuaAnswer) {
    guard ProvisioningProfile.isProfile(named: objects.files[number].path) else { return }
    guard let profile = given(knownProfile(number), answer) else { return }
    // The facts are stored as strings in addition to the list itself.
    if keep(factsOf: number, bytes: profile.properties.byteSize * 2, answer) {
      answer.set(LuaNode(.profile, index: number))
    }
  }

  func knownProfile(_ number: Int) -> FileFactCache.Reading<ProvisioningProfile> {
    if let known = objects.facts.profiles[number] { return known }
    // Each byte can be an element, and is read several times: in the worst case, it takes 100 ns.
    let reading = reading(objects.files[number], 1, ProvisioningProfile.read)
    let dear = FileFactCache.Reading(outcome: reading.outcome, fuel: reading.fuel * 8)
    objects.facts.profiles[number] = dear
    return dear
  }

  func readProfile(of this: BundleObject, _ answer: LuaAnswer) {
    let path = this.bundle.layout == .contents ? "Contents/embedded.provisionprofile" : "embedded.mobileprovision"
    answer.charge(50)
    if let file = lookUp(path, in: this.bundle, this.node, answer) { readProfile(ofFile: Int(file.index), answer) }
  }

  func profile(_ node: LuaNode) -> ProfileObject? {
    objects.facts.profiles[Int(node.index)]?.facts.map { ProfileObject(profile: $0, file: Int(node.index)) }
  }

  func certificate(_ node: LuaNode) -> CertificateObject? {
    let (file, position) = (Int(node.owner), Int(node.index))
    guard let certificates = objects.facts.profiles[file]?.facts?.certificates, position < certificates.count
    else { return nil }
    return CertificateObject(certificate: certificates[position], position: position, file: file)
  }

  // MARK: Values

  private func documents(of file: Int, _ answer: LuaAnswer) -> (properties: Int, dates: Int)? {
    guard let profile = objects.facts.profiles[file]?.facts else { return nil }
    let known: (properties: Int, dates: Int)
    if let documents = objects.facts.profileDocuments[file] {
      known = documents
    } else {
      let place = objects.files[file]
      do throws(PropertyListError) {
        let dates = try Self.list(ofDates: profile.certificates.map { [$0.starts, $0.expires] }, file: place.path)
        known = (
          properties: objects.add(profile.properties, place, as: .profile),
          dates: objects.add(dates, place, as: .certificateDates)
        )
      } catch {
        fail(error, answer)
        return nil
      }
      objects.facts.profileDocuments[file] = known
    }
    return keep(known.properties, answer) && keep(known.dates, answer) ? known : nil
  }

  private func answer(property key: String?, of this: ProfileObject, _ answer: LuaAnswer) {
    guard let documents = documents(of: this.file, answer) else { return }
    let list = this.profile.properties
    guard let key else { return self.answer(list.root, document: documents.properties, answer) }
    if let node = this.profile.property(key) { self.answer(node, document: documents.properties, answer) }
  }

  private func answer(date position: Int, of this: CertificateObject, _ answer: LuaAnswer) {
    guard let documents = documents(of: this.file, answer) else { return }
    let list = objects.documents[documents.dates].list
    guard let pair = list.element(of: list.root, at: this.position), let date = list.element(of: pair, at: position)
    else { return }
    self.answer(date, document: documents.dates, answer)
  }

  // MARK: Fields

  static let profile = ObjectSchema<ProfileObject>(
    "Profile", "a profile", "A provisioning profile. Apple's signature is not verified.",
    [
      .text("name?", "Its name.") { $0.profile.name },
      .text("uuid?", "Its UUID.") { $0.profile.uuid },
      .text("kind", as: "ProfileKind", "How code with this profile may be distributed.") { $0.profile.kind.rawValue },
      .text("team?", "The identifier of the team.") { $0.profile.teams.first },
      .texts("teams", "The identifiers of all teams; there is one.") { $0.profile.teams },
      .text("team_name?", "The name of the team.") { $0.profile.teamName },
      .text("app_id?", "The app identifier with its prefix: `ABCDE12345.com.example.app`, or `ABCDE12345.*`.") {
        $0.profile.appID
      },
      .text("app_id_name?", "The name of the app identifier.") { $0.profile.appIDName },
      .texts("app_id_prefixes", "The prefixes of the app identifier; usually the team.") { $0.profile.appIDPrefixes },
      .texts("platforms", "The platforms it is for: `ios`, `macos`, `visionos`, …") { $0.profile.platforms },
      .answer("created?", "Date", "The date it was created.") { host, this, answer in
        host.answer(property: "CreationDate", of: this, answer)
      },
      .answer("expires?", "Date", "The date after which code with it no longer runs.") { host, this, answer in
        host.answer(property: "ExpirationDate", of: this, answer)
      },
      .texts("devices", "The identifiers of the devices it is for.") { $0.profile.devices },
      .boolean("provisions_all_devices", "Whether it is for all devices.") { $0.profile.provisionsAllDevices },
      .answer("entitlements?", "table<string, any>", "The entitlements that it allows.") { host, this, answer in
        host.answer(property: "Entitlements", of: this, answer)
      },
      .value("certificates", "ProfileCertificate[]", "The certificates that code may be signed with.") { this in
        .list(
          this.profile.certificates.indices.map { .node(LuaNode(.profileCertificate, owner: this.file, index: $0)) })
      },
      .boolean("is_xcode_managed", "Whether Xcode manages it.") { $0.profile.isXcodeManaged },
      .boolean(
        "is_intact?", "Whether its content has the digest that was signed; nil if that cannot be determined."
      ) { $0.profile.isIntact },
      .answer("properties", "table<string, any>", "Its entire property list.") { host, this, answer in
        host.answer(property: nil, of: this, answer)
      },
    ])

  static let certificate = ObjectSchema<CertificateObject>(
    "ProfileCertificate", "a certificate of a profile", "A certificate that code may be signed with.",
    [
      .text("common_name?", "The name of its subject: `Apple Distribution: Example (ABCDE12345)`.") {
        $0.certificate.commonName
      },
      .text("team?", "The identifier of the team.") { $0.certificate.team },
      .text("organization?", "The organization of its subject.") { $0.certificate.organization },
      .answer("starts", "Date", "The date from which it is valid.") { host, this, answer in
        host.answer(date: 0, of: this, answer)
      },
      .answer("expires", "Date", "The date until which it is valid.") { host, this, answer in
        host.answer(date: 1, of: this, answer)
      },
      .text("sha1", "The SHA-1 fingerprint in 40 lower-case hexadecimal digits.") { $0.certificate.sha1 },
      .text("sha256", "The SHA-256 fingerprint in 64 lower-case hexadecimal digits.") { $0.certificate.sha256 },
    ])
}
