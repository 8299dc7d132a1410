-- For those who ship several products together: what must be the same in all bundles of a check, and what must differ.
policy "apple.suite" {
  summary = "What products that ship together must have in common",
  version = "1.0.0",
}

import "apple.suite.framework_versions"
import "apple.suite.identifiers"
import "apple.suite.teams"
import "apple.suite.versions"
