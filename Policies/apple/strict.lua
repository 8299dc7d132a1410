-- The letter of the documents, and what is merely recommended: for those who want to hear all of it.
policy "apple.strict" {
  summary = "Everything that the documents say of a bundle, recommendations too",
  version = "1.0.0",
  include = { "apple.recommended" },
}

import "apple.custom_keys.apple_looking_keys"
import "apple.custom_keys.unprefixed_keys"
import "apple.frameworks.no_headers"
import "apple.identity.nib_without_extension"
import "apple.info_plist.info_plist_encoding"
import "apple.key_types.bundle_name_length"
import "apple.key_types.deprecated_keys"
import "apple.key_types.document_type_letter"
import "apple.key_types.exact_types"
import "apple.key_types.url_type_letter"
import "apple.launch_images.one_way"
import "apple.localization.names_together"
import "apple.localization.same_keys"
import "apple.localized_resources.legacy_names"
import "apple.localized_resources.region_has_language"
import "apple.localized_resources.same_files"
import "apple.privacy.transport_security"
import "apple.required_keys.considered_mac_keys"
import "apple.required_keys.dictionary_version"
import "apple.required_keys.documented_ios_icons"
import "apple.required_keys.documented_ios_keys"
import "apple.required_keys.documented_mac_keys"
import "apple.required_keys.main_interface"
import "apple.versions.build_always_increases"
import "apple.versions.build_version_letter"
import "apple.versions.three_numbers"
