-- For who still ships to systems of long ago: each rule applies where the bundle says that it runs on them, and to no other.
policy "apple.legacy" {
  summary = "What systems of long ago ask of the bundles that are still made for them",
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
