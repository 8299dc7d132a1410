local lists = import "apple.required_keys.lists"
local values = import "apple.values"

-- Whether the system finds the program of a Mac app without CFBundleExecutable: it then looks for one with the name of the app.
local function is_found(bundle)
  if values.is_mobile(bundle) or (bundle.info.CFBundleExecutable or "") ~= "" then return false end
  return bundle.files["Contents/MacOS/" .. bundle.name:gsub("%.app$", "")] ~= nil
end

rule "application-keys" {
  summary   = "An app must have an identifier and an executable",
  severity  = "error",
  rationale = "Without an identifier it has no preferences and no permissions, and without an executable it does not open. On the Mac, an "
    .. "app without CFBundleExecutable opens if its program has the name of the app.",
  source    = "Bundle Programming Guide: tables 2-3 and 2-6",
  tags      = { "S2", "MI-MissingBundleExecutable" },
  applies   = { kind = "application" },
  check     = function(bundle, report)
    for _, key in ipairs(lists.application) do
      local value = bundle.info[key]
      if value == nil or type(value) == "string" and values.is_blank(value) then
        report:missing(bundle.info, key, "%s is missing", key, {
          severity = key == "CFBundleExecutable" and is_found(bundle) and "warning" or nil,
        })
      end
    end
  end,
  examples  = {
    pass = { {}, { platform = "ios" }, { info = { CFBundleExecutable = 1, CFBundleIdentifier = 1 } } },
    fail = {
      { without = "CFBundleExecutable", at = "/CFBundleExecutable" }, { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" },
      { info = { CFBundleIdentifier = "" }, at = "/CFBundleIdentifier" },
      { info = { CFBundleExecutable = " " }, at = "/CFBundleExecutable" },
    },
  },
}
