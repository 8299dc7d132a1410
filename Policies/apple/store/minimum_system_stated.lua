local values = import "apple.values"

local function states_system(value)
  local numbers = type(value) == "string" and values.numbers(value)
  return numbers and (#numbers == 2 or #numbers == 3) or false
end

rule "minimum-system-stated" {
  summary   = "The app and the bundles inside it must declare their minimum system",
  severity  = "error",
  rationale = "Otherwise the store does not offer the app to anyone.",
  source    = { "ITMS-90360", "ITMS-90362", "ITMS-90530", "ITMS-90068" },
  tags      = { "S2", "ITMS-90360", "ITMS-90362", "ITMS-90530", "ITMS-90068" },
  applies   = { kind = { "application", "extension", "framework" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  shape     = { MinimumOSVersion = custom("two or three numbers separated by periods, such as 16.0", states_system) },
  examples  = {
    pass = { {}, { kind = "extension" }, { info = { MinimumOSVersion = "12.4" } }, { info = { MinimumOSVersion = "12.4.1" } } },
    fail = {
      { without = "MinimumOSVersion", at = "/MinimumOSVersion" }, { info = { MinimumOSVersion = "16" }, at = "/MinimumOSVersion" },
      { info = { MinimumOSVersion = "16.0." }, at = "/MinimumOSVersion" },
      { info = { MinimumOSVersion = "16.0.0.0" }, at = "/MinimumOSVersion" },
      { info = { MinimumOSVersion = 16 }, at = "/MinimumOSVersion" },
      { kind = "extension", without = "MinimumOSVersion", at = "/MinimumOSVersion" },
      { info = { MinimumOSVersion = "iOS 16.0" }, at = "/MinimumOSVersion" },
      { info = { MinimumOSVersion = "16.0 beta" }, at = "/MinimumOSVersion" },
    },
  },
}
