-- For developers who ship a framework by itself, as an .xcframework or an archive.
policy "apple.framework" {
  summary = "Requirements for a framework that others embed",
  version = "1.0.0",
  include = { "apple.recommended" },
}

import "apple.frameworks.has_identity"
import "apple.frameworks.install_name"
import "apple.frameworks.slices_agree"
