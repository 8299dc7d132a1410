-- Requirements for our bundles. `bundlepolicy check APP` uses this file in this directory and in those below it.

policy "{{id}}" {
  summary = "Requirements for every bundle that we ship",
  version = "1.0.0",
  -- Also check what the platform, the stores and the build system would reject.
  include = { "apple.recommended" },
}

rule "required-keys" {
  summary   = "Every app must have a name, an identifier, a version and an executable",
  rationale = "Without these keys, the system cannot launch, list or update the app.",
  applies   = { kind = "application" },
  require   = { "CFBundleIdentifier", "CFBundleName", "CFBundleVersion", "CFBundleExecutable" },
  examples  = {
    pass = { {} },
    fail = { { without = "CFBundleVersion", at = "/CFBundleVersion" } },
  },
}
