import Basics
import KeyRegistry

/// Well-known entitlements and the types of their values, in the form of a dictionary's schema.
enum Entitlements {
  private static let security = """
    app-sandbox application-groups[] assets.movies.read-only assets.movies.read-write assets.music.read-only assets.music.read-write
    assets.pictures.read-only assets.pictures.read-write automation.apple-events cs.allow-dyld-environment-variables cs.allow-jit
    cs.allow-unsigned-executable-memory cs.debugger cs.disable-executable-page-protection cs.disable-library-validation
    device.audio-input device.bluetooth device.camera device.firewire device.microphone device.serial device.usb files.all
    files.bookmarks.app-scope files.bookmarks.document-scope files.downloads.read-only files.downloads.read-write
    files.user-selected.executable files.user-selected.read-only files.user-selected.read-write get-task-allow hypervisor inherit
    network.client network.server personal-information.addressbook personal-information.calendars personal-information.location
    personal-information.photos-library print scripting-targets? smartcard? virtualization
    """

  private static let developer = """
    ClassKit-environment? applesignin[] aps-environment=development,production associated-domains[] associated-domains.mdm-managed
    authentication-services.autofill-credential-provider? carplay-audio carplay-charging carplay-communication carplay-driving-task
    carplay-fueling carplay-maps carplay-messaging carplay-parking carplay-quick-ordering contacts.notes? default-data-protection?
    devicecheck.appattest-environment=development,production driverkit? endpoint-security.client family-controls? game-center
    group-session healthkit healthkit.access[] healthkit.background-delivery? homekit icloud-container-environment?
    icloud-container-identifiers[] icloud-services? in-app-payments[] kernel.extended-virtual-addressing kernel.increased-memory-limit
    location.push? maps media-device-discovery-extension? networking.HotspotConfiguration networking.HotspotHelper
    networking.multicast? networking.multipath? networking.networkextension[] networking.vpn.api[] networking.wifi-info
    nfc.readersession.felica.systemcodes[] nfc.readersession.formats[] nfc.readersession.iso7816.select-identifiers[]
    on-demand-install-capable parent-application-identifiers[] pass-type-identifiers[] push-to-talk? sensorkit.reader.allow[]
    siri system-extension.install system-extension.redistributable? team-identifier? ubiquity-container-identifiers[]
    ubiquity-kvstore-identifier? usernotifications.communication usernotifications.critical-alerts usernotifications.filtering
    usernotifications.time-sensitive weatherkit web-browser
    """

  private static let others = """
    application-identifier? aps-environment=development,production beta-reports-active com.apple.application-identifier?
    com.apple.vm.networking get-task-allow inter-app-audio keychain-access-groups[]
    """

  /// A name ends in `[]` for an array, in `=` and the allowed values for a string, in `?` for other values; the others are Booleans.
  static let schema: KeySchema = {
    let lists = [(security, "com.apple.security."), (developer, "com.apple.developer."), (others, "")]
    let fields = lists.flatMap { list, prefix in
      list.split(whereSeparator: \.isWhitespace).map { word in
        let name = prefix + word.prefix { !"[=?".contains($0) }
        let type =
          switch word.first(where: { "[=?".contains($0) }) {
          case "[": "array[string]"
          case "=": "string(\(word.split(separator: "=")[1]))"
          case "?": "any"
          default: "boolean"
          }
        return name + ":" + type
      }
    }
    // The value marks it as this schema.
    return KeySchema(notation: "dictionary(entitlements){\(fields.joined(separator: ";"))}") ?? KeySchema(type: .any)
  }()

  private static let names = schema.fields.map(\.name)

  static func fix(for name: String) -> String? {
    if schema.field(name) != nil { return nil }
    if let nearest = SpellingCorrector.nearest(to: name, among: names) { return "did you mean '\(nearest)'?" }
    let part = name.replacing("_", with: "-")
    if !name.contains("."), part.utf8.count > 3, let whole = names.first(where: { $0.hasSuffix("." + part) }) {
      return "did you mean '\(whole)'?"
    }
    return names.contains { $0.hasPrefix(name + ".") }
      ? "write the whole name, such as '\(names.first { $0.hasPrefix(name + ".") } ?? "")'" : nil
  }
}

extension KeySchema {
  var isOfEntitlements: Bool { type == .dictionary && values == ["entitlements"] }
}
