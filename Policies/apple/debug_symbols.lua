-- For people who read crash reports. It includes no other policy, so that it can be named beside one: --policy apple.recommended --policy
-- apple.debug-symbols.
policy "apple.debug-symbols" {
  summary = "Debug symbols are kept for all code of a build, and do not ship with it",
  version = "1.0.0",
}

import "apple.debug_symbols.complete"
import "apple.debug_symbols.stripped"
