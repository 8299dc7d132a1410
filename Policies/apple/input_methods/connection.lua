local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local connection, sandbox = "InputMethodConnectionName", "com.apple.security.app-sandbox"
local exception = "com.apple.security.temporary-exception.mach-register.global-name"

-- For the examples.
local function method(name, at, list) return { info = { [connection] = name }, entitlements = list, at = at and "/" .. connection } end

rule "input-method-connection" {
  summary   = "A sandboxed input method must name its connection after its identifier",
  severity  = "error",
  rationale = "In the sandbox, only a connection with the name of the bundle and '_Connection' may be opened: with any other, the input "
    .. "method "
    .. "is selected and nothing can be typed.",
  source    = "InputMethodKit: IMKServer, init(name:bundleIdentifier:)",
  applies   = { kind = "application", platform = "macos", key = connection },
  check     = function(bundle, report)
    local info = bundle.info
    local name, identifier = values.text(info[connection]), values.text(info.CFBundleIdentifier)
    if not name or not identifier then return end
    for _, part in ipairs(parts(bundle)) do
      local is_allowed = name == identifier .. "_Connection"
      for _, group in ipairs(values.list(part.list[exception])) do
        is_allowed = is_allowed or group == name
      end
      if part.list[sandbox] == true and not is_allowed then
        return report:at(info, connection, "in the sandbox, the input method may not open a connection '%s'", name, {
          expected = identifier .. "_Connection", fix = "use this name",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, method "a", method("com.example.app_Connection", nil, { [sandbox] = true }), method("a", nil, { [sandbox] = false }),
      method("a", nil, { [sandbox] = true, [exception] = { "x", "a" } }), method("$(NAME)", nil, { [sandbox] = true }),
      { without = "CFBundleIdentifier", info = { [connection] = "a" }, entitlements = { [sandbox] = true } },
      { bundles = {
        ["Contents/PlugIns/A.bundle"] = { info = { [connection] = "a" }, entitlements = { [sandbox] = true } },
        ["Contents/Helpers/A.app"] = { platform = "catalyst", info = { [connection] = "a" }, entitlements = { [sandbox] = true } },
      } },
    },
    fail = {
      method("a", true, { [sandbox] = true }), method("com.example.app", true, { [sandbox] = true, [exception] = { "x" } }),
    },
  },
}
