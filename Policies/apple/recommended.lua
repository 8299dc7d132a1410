-- What every sound bundle of today meets: quiet on those, and on nothing that the platform or the store would refuse.
policy "apple.recommended" {
  summary = "What the platform, the stores and the build system ask of a bundle",
  version = "1.0.0",
}

import "apple.frameworks.executable_name"
import "apple.frameworks.minimum_system"
import "apple.frameworks.no_nested_frameworks"
import "apple.frameworks.version_keys"
import "apple.frameworks.versioned_links"
import "apple.identity.identifier_characters"
import "apple.layout.contents_on_macos"
import "apple.layout.contents_only"
import "apple.layout.flat_on_ios"
import "apple.layout.links_stay_inside"
import "apple.layout.name_twins"
import "apple.layout.no_clutter"
import "apple.layout.no_resources_folder"
import "apple.layout.package_type"
import "apple.layout.pkg_info"
import "apple.layout.plug_ins_hold_bundles"
import "apple.localization.languages_agree"
import "apple.localization.localized_keys_exist"
import "apple.localization.not_localizable"
import "apple.localization.strings_parse"
import "apple.localized_resources.language_names"
import "apple.localized_resources.no_code"
import "apple.plug_ins.dynamic_registration"
import "apple.plug_ins.factories_are_used"
import "apple.plug_ins.factories_exist"
import "apple.plug_ins.function_names"
import "apple.plug_ins.identifiers"
