local values = import "apple.values"

-- The rule applies to both stores; each policy declares it for its own platforms.
local messages = { "ITMS-90056", "ITMS-90057", "ITMS-90058", "ITMS-90060" }
local form = custom("up to three numbers separated by periods, at most 18 characters", function(value)
  local numbers = type(value) == "string" and #value <= 18 and values.numbers(value)
  return numbers and #numbers <= 3 or false
end)

return function(platforms)
  rule "version-keys" {
    summary   = "The app must declare both of its versions as up to three numbers",
    severity  = "error",
    rationale = "The store orders builds by CFBundleVersion and shows CFBundleShortVersionString; it does not accept any other form.",
    source    = messages,
    tags      = { "S7", "ITMS-90056", "ITMS-90057", "ITMS-90058", "ITMS-90060", "ITMS-90257" },
    applies   = { kind = { "application", "extension" }, platform = platforms },
    shape     = { CFBundleVersion = form, CFBundleShortVersionString = form },
    examples  = {
      pass = {
        {}, { info = { CFBundleVersion = "2024111901", CFBundleShortVersionString = "10.20.30" } }, { kind = "extension" },
        { info = { CFBundleVersion = "12345678.123456789", CFBundleShortVersionString = "12345678.123456789" } },
      },
      fail = {
        { without = "CFBundleVersion", at = "/CFBundleVersion" },
        { without = "CFBundleShortVersionString", at = "/CFBundleShortVersionString" },
        { info = { CFBundleVersion = "1.2.3.4" }, at = "/CFBundleVersion" },
        { info = { CFBundleShortVersionString = "1.0-beta" }, at = "/CFBundleShortVersionString" },
        { info = { CFBundleShortVersionString = "v1.0" }, at = "/CFBundleShortVersionString" },
        { info = { CFBundleVersion = "1.." }, at = "/CFBundleVersion" }, { info = { CFBundleVersion = "1." }, at = "/CFBundleVersion" },
        { info = { CFBundleVersion = 1 }, at = "/CFBundleVersion" },
        { info = { CFBundleVersion = "1234567890.12345678" }, at = "/CFBundleVersion" },
        { info = { CFBundleShortVersionString = "1234567890.12345678" }, at = "/CFBundleShortVersionString" },
      },
    },
  }
end
