-- The documented entitlements, by the prefix of their names. A name ends in `[]` for an array, in `=` and the allowed values for a
-- string, and in `?` for other values; the others are Booleans. The linter reads this list, too.
return {
  ["com.apple.security."] = [[
    app-sandbox application-groups[] assets.movies.read-only assets.movies.read-write assets.music.read-only assets.music.read-write
    assets.pictures.read-only assets.pictures.read-write automation.apple-events cs.allow-dyld-environment-variables cs.allow-jit
    cs.allow-unsigned-executable-memory cs.debugger cs.disable-executable-page-protection cs.disable-library-validation
    device.audio-input device.audio-video-bridging device.bluetooth device.camera device.firewire device.microphone device.serial
    device.usb files.all files.bookmarks.app-scope files.bookmarks.document-scope files.downloads.read-only
    files.downloads.read-write files.user-selected.executable files.user-selected.read-only files.user-selected.read-write
    get-task-allow hypervisor inherit network.client network.server personal-information.addressbook
    personal-information.calendars personal-information.location personal-information.photos-library print scripting-targets?
    smartcard? virtualization
  ]],
  ["com.apple.developer."] = [[
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
  ]],
  [""] = [[
    application-identifier? aps-environment=development,production beta-reports-active com.apple.application-identifier?
    com.apple.vm.networking get-task-allow inter-app-audio keychain-access-groups[]
  ]],
}
