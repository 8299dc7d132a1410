-- Keys and tokens of services, hosts for tests, and doors into an app's scripts: everybody who has the app can read or use them.
-- Opt-in, because it reads every file of the app.
policy "apple.secrets" {
  summary = "API keys, private keys, internal hosts and debugging aids that must not be in a product",
  version = "1.0.0",
}

import "apple.secrets.asar_integrity"
import "apple.secrets.compiled_javascript"
import "apple.secrets.debug_endpoints"
import "apple.secrets.electron_fuses"
import "apple.secrets.files_searched"
import "apple.secrets.hosts"
import "apple.secrets.inline_source_maps"
import "apple.secrets.private_keys"
import "apple.secrets.restricted_keys"
import "apple.secrets.secret_keys"
