local slices = import "apple.code.slices"

rule "sandboxed" {
  summary   = "Every program in a Mac app must be signed with the App Sandbox",
  severity  = "error",
  rationale = "The store accepts only apps whose every executable runs in the sandbox.",
  source    = { "ITMS-90296", "App Sandbox Design Guide" },
  tags      = { "S13", "ITMS-90296" },
  applies   = { kind = { "application", "extension" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local code = slices(bundle)[1]
    -- Nothing is known of code that is not signed yet.
    if not code or not code.has_code_signature then return end
    local entitlements = bundle.entitlements
    if entitlements == nil or entitlements["com.apple.security.app-sandbox"] ~= true then
      report:file(bundle.executable, "the code is not signed with the App Sandbox", {
        expected = "the entitlement com.apple.security.app-sandbox", fix = "add the capability App Sandbox to the target",
      })
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/MacOS/App"] = { mach_o = {} } } }, { entitlements = { ["com.apple.security.app-sandbox"] = true } } },
    fail = {
      { entitlements = { ["com.apple.security.app-sandbox"] = false } }, { entitlements = { ["com.apple.security.network.client"] = true } },
      { bundles = { ["Contents/XPCServices/Work.xpc"] = { entitlements = { a = 1 } } } },
    },
  },
}
