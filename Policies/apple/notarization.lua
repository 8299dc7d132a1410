-- For builds that are not signed yet, or only for development: what the notary service would refuse however they are signed.
policy "apple.notarization" {
  summary = "Requirements of notarization that signing does not change, for Mac apps that are not signed yet",
  version = "1.0.0",
  include = { "apple.recommended" },
}

import "apple.code.linked_sdk"

-- An app that is ready for its users must keep its modes.
override "apple.recommended/executable-may-run" { severity = "error" }
-- codesign fails.
override "apple.recommended/folder-names" { severity = "error" }
override "apple.recommended/only-programs-in-macos" { severity = "warning" }
override "apple.recommended/no-detritus" { severity = "error" }
