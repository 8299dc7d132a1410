-- Requirements of the App Store for iOS apps, in addition to the requirements for every bundle. The numbers are the store's message
-- numbers.
policy "apple.app-store.ios" {
  summary = "Requirements of the App Store for iOS apps",
  version = "1.0.0",
  include = { "apple.recommended" },
}

import "apple.privacy.listed_sdks"
import "apple.privacy.listed_sdks_linked"
import "apple.privacy.reasons_declared"
import "apple.store.activation_rule_types"
import "apple.store.application_prefix"
import "apple.store.arm64e_slices"
import "apple.store.app_size"
import "apple.store.asset_packs"
import "apple.store.background_tasks"
import "apple.store.beta_entitlement"
import "apple.store.calling_app"
import "apple.store.can_be_encrypted"
import "apple.store.claimed_schemes"
import "apple.store.delivery"
import "apple.store.device_family"
import "apple.store.device_requirements"
import "apple.store.devices_kept"
import "apple.store.disallowed_paths"
import "apple.store.document_configuration"
import "apple.store.encryption_declared"
import "apple.store.entitlements_stated"
import "apple.store.extension_contents"
import "apple.store.extension_display_name"
import "apple.store.extension_identifiers"
import "apple.store.extension_point_keys"
import "apple.store.fonts"
import "apple.store.has_64_bit_code"
import "apple.store.icon_name"
import "apple.store.icons_of_other_systems"
import "apple.store.icons_required"
import "apple.store.ipad_orientations"
import "apple.store.launch_screen"
import "apple.store.layered_icons"
import "apple.store.listed_sdks_signed"
import "apple.store.lock_notification"
import "apple.store.marketing_icon"
import "apple.store.messages_icons"
import "apple.store.minimum_system_stated"
import "apple.store.no_artwork"
import "apple.store.no_bitcode"
import "apple.store.no_code_in_resource_bundles"
import "apple.store.no_scripts"
import "apple.store.no_static_frameworks"
import "apple.store.no_stray_executables"
import "apple.store.no_ui_web_view"
import "apple.store.no_xcframeworks"
import "apple.store.position_independent"
import "apple.store.purpose_strings"
import "apple.store.push_environment"
import "apple.store.resource_specification"
import "apple.store.sdk"
import "apple.store.segments"
import "apple.store.tv_images"

local mobile = { "ios", "tvos", "watchos", "visionos" }

local app_names = import "apple.store.app_names"
app_names(mobile)

local build_keys = import "apple.store.build_keys"
build_keys(mobile)

local compliance_code = import "apple.store.compliance_code"
compliance_code(mobile)

local entitlement_values = import "apple.store.entitlement_values"
entitlement_values(mobile)

local extension_entry = import "apple.store.extension_entry"
extension_entry(mobile)

local intent_texts = import "apple.store.intent_texts"
intent_texts(mobile)

local licensed_fonts = import "apple.store.licensed_fonts"
licensed_fonts(mobile)

local names = import "apple.store.names"
names(mobile)

local no_private_api = import "apple.store.no_private_api"
no_private_api(mobile)

local entitlements_match = import "apple.store.entitlements_match"
entitlements_match(mobile)

local release_closed = import "apple.store.release_closed"
release_closed(mobile)

local release_entitlements = import "apple.store.release_entitlements"
release_entitlements(mobile)

local signature_identifier = import "apple.store.signature_identifier"
signature_identifier(mobile)

local signed_for_the_store = import "apple.store.signed_for_the_store"
signed_for_the_store(mobile)

local supported_entitlements = import "apple.store.supported_entitlements"
supported_entitlements(mobile)

local store_profile = import "apple.store.store_profile"
store_profile(mobile)

local web_extension_description = import "apple.store.web_extension_description"
web_extension_description(mobile)

local version_keys = import "apple.store.version_keys"
version_keys(mobile)

-- The store rejects what others accept with a warning.
override "apple.recommended/background-modes" { severity = "error" }
override "apple.recommended/boolean-types" { severity = "error" }
override "apple.recommended/companion-versions" { severity = "error" }
override "apple.recommended/device-families" { severity = "error" }
override "apple.recommended/executable-may-run" { severity = "error" }
override "apple.recommended/no-detritus" { severity = "error" }
