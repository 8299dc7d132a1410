-- What notarization demands of Mac apps that are distributed outside the App Store, beyond what every bundle must meet.
policy "apple.developer-id" {
  summary = "Requirements of notarization for Mac apps outside the App Store",
  version = "1.0.0",
  include = { "apple.recommended" },
}

import "apple.code.hardened_runtime"
import "apple.code.signed_by_developer"
