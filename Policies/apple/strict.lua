-- The letter of the documents, and what is merely recommended: for those who want to hear all of it.
policy "apple.strict" {
  summary = "Everything that the documents say of a bundle, recommendations too",
  version = "1.0.0",
  include = { "apple.recommended" },
}

import "apple.frameworks.no_headers"
