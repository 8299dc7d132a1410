-- For developers who still ship for very old systems: each rule applies only to bundles that declare support for them.
policy "apple.legacy" {
  summary = "Requirements of very old systems for the bundles that still support them",
  version = "1.0.0",
  include = { "apple.recommended" },
}

import "apple.old_systems.document_icons"
import "apple.old_systems.home_screen_icons"
import "apple.old_systems.icon_keys"
import "apple.old_systems.launch_image"
import "apple.old_systems.launch_image_names"
import "apple.old_systems.mac_document_types"
import "apple.old_systems.mac_icon_file"
import "apple.old_systems.newsstand_icon"
import "apple.old_systems.no_nested_code"
import "apple.old_systems.shine"
