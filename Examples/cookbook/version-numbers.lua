-- Versions of a release: x.y.z for users, numbers and periods for machines.

policy "cookbook.version-numbers" { summary = "Versions are readable and comparable" }

rule "version-numbers" {
  summary   = "The version must be x.y.z, and the build number must contain only digits and periods",
  rationale = "A commit hash or '1.0-rc' cannot be ordered as a build number, and stores reject it.",
  -- Frameworks keep the versions of their vendors.
  applies   = { kind = { "application", "extension", "plist" } },
  shape     = {
    CFBundleShortVersionString = all_of {
      text { max_length = 18 }, custom("a version such as 1.4.0", function(text) return text:find("^%d+%.%d+%.%d+$") ~= nil end),
    },
    CFBundleVersion = all_of {
      text { max_length = 18 },
      custom("one to three numbers such as 42 or 1.4.2", function(text)
        local numbers = select(2, text:gsub("%d+", ""))
        return text:find("^[%d.]+$") ~= nil and version.parse(text) ~= nil and numbers <= 3
      end),
    },
  },
  examples  = {
    pass = {
      { info = { CFBundleShortVersionString = "1.4.0", CFBundleVersion = "42" } },
      { info = { CFBundleShortVersionString = "1.10.0", CFBundleVersion = "2026.11.30" } },
    },
    fail = {
      { info = { CFBundleShortVersionString = "1.4", CFBundleVersion = "42" }, at = "/CFBundleShortVersionString" },
      { info = { CFBundleShortVersionString = "1.4.0-rc1", CFBundleVersion = "42" }, at = "/CFBundleShortVersionString" },
      { info = { CFBundleShortVersionString = "1.4.0", CFBundleVersion = "42b1" }, at = "/CFBundleVersion" },
      { info = { CFBundleShortVersionString = "1.4.0", CFBundleVersion = "1.2.3.4" }, at = "/CFBundleVersion" },
      { info = { CFBundleShortVersionString = "1.4.0", CFBundleVersion = "9fceb02" }, at = "/CFBundleVersion" },
      { info = { CFBundleShortVersionString = "1.4.0" }, without = "CFBundleVersion", at = "/CFBundleVersion" },
    },
  },
}
