-- Requirements of notarization for Mac apps outside the App Store, in addition to those for every bundle.
policy "apple.developer-id" {
  summary = "Requirements of notarization for signed Mac apps outside the App Store",
  version = "1.0.0",
  include = { "apple.notarization" },
}

import "apple.code.code_in_archives"
import "apple.code.hardened_runtime"
import "apple.code.readable_code"
import "apple.code.secure_timestamp"
import "apple.code.signed_by_developer"
import "apple.code.strong_hashes"

local release_entitlements = import "apple.store.release_entitlements"
release_entitlements { "macos", "catalyst" }
