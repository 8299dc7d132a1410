-- For teams that keep a ledger or use --previous: changes between builds that need approval by a waiver.
policy "apple.history" {
  summary = "What must not change from build to build without approval",
  version = "1.0.0",
}

import "apple.history.entitlements_kept"
import "apple.history.identifier_kept"
import "apple.history.minimum_system_kept"
