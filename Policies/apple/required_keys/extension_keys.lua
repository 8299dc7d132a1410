local lists = import "apple.required_keys.lists"

rule "extension-keys" {
  summary   = "An extension or service must have an identifier, a version and an executable",
  severity  = "error",
  rationale = "The system starts it by its identifier; without one, or without an executable, it never runs.",
  source    = { "Bundle Resources: Information Property List", "ITMS-90056" },
  tags      = { "S2", "ITMS-90056", "MI-extension" },
  applies   = { kind = "extension" },
  require   = lists.extension,
  examples  = {
    pass = { {}, { platform = "ios" } },
    fail = {
      { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" },
      { platform = "ios", without = "CFBundleExecutable", at = "/CFBundleExecutable" },
      { without = "CFBundleVersion", at = "/CFBundleVersion" },
      { info = { CFBundleVersion = " " }, at = "/CFBundleVersion" },
    },
  },
}
