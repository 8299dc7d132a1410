local entitlements = import "apple.code.entitlements"
local is_registered = import "apple.entitlements.registered_extension"

local sandbox = "com.apple.security.app-sandbox"

-- For the examples.
local function app(list, at, more)
  local extension = { signed = { team = "ABCDE12345" }, entitlements = list }
  for key, value in pairs(more or {}) do extension[key] = value end
  return {
    kind = "application", bundles = { ["Contents/PlugIns/Sync.appex"] = extension },
    at = at and "Contents/PlugIns/Sync.appex/Contents/MacOS/Sync",
  }
end

rule "extension-sandboxed" {
  summary   = "An app extension for the Mac must be signed with the App Sandbox",
  severity  = "error",
  rationale = "The system registers only extensions that run in the sandbox, even if their app does not. It ignores any other, with "
    .. "'plug-ins must be sandboxed' in the log: the extension never appears.",
  source    = { "App Extension Programming Guide", "Bundle Resources: com.apple.security.app-sandbox", "ITMS-90296" },
  tags      = { "security", "ITMS-90296" },
  applies   = { platform = { "macos", "catalyst" }, key = "NSExtension" },
  check     = function(bundle, report)
    if not is_registered(bundle) then return end
    local lacking = entitlements.lacking(entitlements.of(bundle), sandbox)
    if lacking then
      report:file(bundle.executable, "%s of the extension is not signed with the App Sandbox: the system ignores the extension", lacking, {
        expected = "the entitlement " .. sandbox, fix = "add the capability App Sandbox to the target of the extension",
      })
    end
  end,
  examples  = {
    pass = {
      { kind = "extension" }, app { [sandbox] = true },
      app({ other = true }, nil, { signed = true }), app({ other = true }, nil, { signed = false }),
      { kind = "application", bundles = { ["Contents/XPCServices/Work.xpc"] = {
        info = { NSExtension = {} }, signed = { team = "ABCDE12345" }, entitlements = { a = true },
      } } },
      { kind = "application", platform = "ios", bundles = { ["PlugIns/A.appex"] = { signed = { team = "ABCDE12345" } } } },
    },
    fail = {
      app({ other = true }, true), app({ [sandbox] = false }, true), app(nil, true),
      { kind = "extension", signed = { team = "ABCDE12345" }, entitlements = { [sandbox] = "true" }, at = "Contents/MacOS/Share" },
      {
        kind = "extension", platform = "catalyst", signed = { team = "ABCDE12345" }, entitlements = { a = 1 }, at = "Contents/MacOS/Share",
      },
    },
  },
}
