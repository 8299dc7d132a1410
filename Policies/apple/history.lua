-- For who keeps a ledger, or gives --previous: what may change from build to build only when somebody says so, by a waiver.
policy "apple.history" {
  summary = "What a product keeps from build to build, unless somebody approves of the change",
  version = "1.0.0",
}

import "apple.history.entitlements_kept"
import "apple.history.identifier_kept"
import "apple.history.minimum_system_kept"
