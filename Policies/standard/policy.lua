-- All standard policies in one, for tests that involve rules of several: see applicability_test.lua.
policy "standard.all" {
  summary = "Every rule of the standard policies",
  version = "1.0.0",
  include = { "apple.strict", "apple.legacy", "apple.app-store.ios", "apple.app-store.macos", "apple.developer-id", "apple.framework" },
}
