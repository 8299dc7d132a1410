-- Requirements of the Mac App Store, in addition to those for every bundle.
policy "apple.app-store.macos" {
  summary = "Requirements of the Mac App Store for apps",
  version = "1.0.0",
  include = { "apple.recommended" },
}

import "apple.store.category"
import "apple.store.framework_links"
import "apple.store.handler_rank"
import "apple.store.icon_512_2x"
import "apple.store.mac_asset_catalog"
import "apple.store.mac_executable"
import "apple.store.mac_minimum_system"
import "apple.store.mac_object_files"
import "apple.store.mac_purpose_strings"
import "apple.store.nested_certificate"
import "apple.store.quarantine"
import "apple.store.readable_by_all"
import "apple.store.sandboxed"
import "apple.store.test_flight"

local mac = { "macos", "catalyst" }

local app_names = import "apple.store.app_names"
app_names(mac)

local build_keys = import "apple.store.build_keys"
build_keys(mac)

local compliance_code = import "apple.store.compliance_code"
compliance_code(mac)

local entitlement_values = import "apple.store.entitlement_values"
entitlement_values(mac)

local extension_entry = import "apple.store.extension_entry"
extension_entry(mac)

local intent_texts = import "apple.store.intent_texts"
intent_texts(mac)

local licensed_fonts = import "apple.store.licensed_fonts"
licensed_fonts(mac)

local names = import "apple.store.names"
names(mac)

local no_private_api = import "apple.store.no_private_api"
no_private_api(mac)

local entitlements_match = import "apple.store.entitlements_match"
entitlements_match(mac)

local release_closed = import "apple.store.release_closed"
release_closed(mac)

local release_entitlements = import "apple.store.release_entitlements"
release_entitlements(mac)

local signature_identifier = import "apple.store.signature_identifier"
signature_identifier(mac)

local signed_for_the_store = import "apple.store.signed_for_the_store"
signed_for_the_store(mac)

local supported_entitlements = import "apple.store.supported_entitlements"
supported_entitlements(mac)

local store_profile = import "apple.store.store_profile"
store_profile(mac)

local web_extension_description = import "apple.store.web_extension_description"
web_extension_description(mac)

local version_keys = import "apple.store.version_keys"
version_keys(mac)

-- The store rejects what others accept with a warning.
override "apple.recommended/executable-may-run" { severity = "error" }
override "apple.recommended/mac-code-runs-on-minimum-system" { severity = "error" }
override "apple.recommended/misspelt-entitlements" { severity = "error" }
override "apple.recommended/mac-privacy-manifest" { severity = "error" }
override "apple.recommended/folder-names" { severity = "error" }
override "apple.recommended/mac-framework-identifier" { severity = "error" }
override "apple.recommended/mac-nested-identifiers" { severity = "error" }
override "apple.recommended/other-identifier-characters" { severity = "error" }
override "apple.recommended/plugin-executable" { severity = "error" }
override "apple.recommended/only-programs-in-macos" { severity = "warning" }
override "apple.recommended/no-detritus" { severity = "error" }
