-- The letter of the documents, and what is merely recommended: for those who want to hear all of it.
policy "apple.strict" {
  summary = "Everything that the documents say of a bundle, recommendations too",
  version = "1.0.0",
  include = { "apple.recommended" },
}

import "apple.frameworks.no_headers"
import "apple.launch_images.one_way"
import "apple.localization.names_together"
import "apple.localization.same_keys"
import "apple.localized_resources.legacy_names"
import "apple.localized_resources.region_has_language"
import "apple.localized_resources.same_files"
import "apple.privacy.transport_security"
