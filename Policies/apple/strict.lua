-- Everything of apple.recommended, what the documents only recommend, and what they say to the letter, whether or not sound
-- bundles keep to it.
policy "apple.strict" {
  summary = "What the documents say of a bundle, to the letter",
  version = "1.0.0",
  include = { "apple.recommended" },
}

import "apple.custom_keys.apple_looking_keys"
import "apple.custom_keys.unprefixed_keys"
import "apple.identity.nib_without_extension"
import "apple.info_plist.info_plist_encoding"
import "apple.key_types.bundle_name_length"
import "apple.key_types.deprecated_keys"
import "apple.key_types.document_type_letter"
import "apple.key_types.exact_types"
import "apple.key_types.url_type_letter"
import "apple.required_keys.considered_mac_keys"
import "apple.required_keys.dictionary_version"
import "apple.required_keys.documented_ios_icons"
import "apple.required_keys.documented_ios_keys"
import "apple.required_keys.documented_mac_keys"
import "apple.required_keys.main_interface"
import "apple.versions.build_always_increases"
import "apple.versions.build_version_letter"
import "apple.versions.three_numbers"
