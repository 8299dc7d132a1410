local executables = import "apple.code.executables"
local slices = import "apple.code.slices"
local values = import "apple.values"

local function is_signed(bundle)
  local code = slices(bundle)[1]
  return code ~= nil and code.has_code_signature
end

rule "sandboxed" {
  summary   = "Every program in a Mac app must be signed with the App Sandbox",
  severity  = "error",
  rationale = "The store accepts only apps whose every executable runs in the sandbox, down to the tools in their frameworks and resources.",
  source    = { "ITMS-90296", "App Sandbox Design Guide" },
  tags      = { "S13", "ITMS-90296" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local app = values.host(bundle)
    local is_in_signed_app = app and is_signed(app)
    for _, code in ipairs(executables(bundle)) do
      -- Nothing is known of code that is not signed yet.
      if code.is_program and (is_in_signed_app or is_signed(bundle) or code.file.mach_o.slices[1].has_code_signature) then
        local entitlements = code.file.entitlements
        if entitlements == nil or entitlements["com.apple.security.app-sandbox"] ~= true then
          report:file(code.path, "the code is not signed with the App Sandbox", {
            expected = "the entitlement com.apple.security.app-sandbox",
            fix = code.path == bundle.executable and "add the capability App Sandbox to the target"
              or "sign it with the entitlements com.apple.security.app-sandbox and com.apple.security.inherit",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = {} } } }, { entitlements = { ["com.apple.security.app-sandbox"] = true } },
      { files = { ["Contents/MacOS/App"] = "#!/bin/sh", ["Contents/MacOS/tool"] = { mach_o = {} } } },
      {
        entitlements = { ["com.apple.security.app-sandbox"] = true },
        files = {
          ["Contents/MacOS/tool"] = { mach_o = { entitlements = { ["com.apple.security.app-sandbox"] = true, ["com.apple.security.inherit"] = true } } },
          ["Contents/Frameworks/liba.dylib"] = { mach_o = { file_type = "dylib", id = "a" } }, ["Contents/Resources/part.o"] = { mach_o = {}, executable = false },
          ["Contents/Resources/damaged"] = { base64 = "z/rt/gcAAAE=", executable = true }, ["Contents/MacOS/link"] = { link = "tool" },
        },
        bundles = { ["Contents/Frameworks/Kit.framework"] = {} },
      },
      { kind = "framework", files = { ["Versions/A/Updater"] = { mach_o = {} } } },
    },
    fail = {
      { entitlements = { ["com.apple.security.app-sandbox"] = false } }, { entitlements = { ["com.apple.security.network.client"] = true } },
      { bundles = { ["Contents/XPCServices/Work.xpc"] = { entitlements = { a = 1 } } } },
      { entitlements = { ["com.apple.security.app-sandbox"] = true }, files = { ["Contents/MacOS/tool"] = { mach_o = {} } } },
      { files = { ["Contents/Helpers/tool"] = { mach_o = { has_code_signature = true } } } },
      { files = { ["Contents/Helpers/tool"] = { mach_o = { architectures = "arm64", has_code_signature = true } } } },
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "arm64", entitlements = { ["com.apple.security.app-sandbox"] = true } } } },
        bundles = { ["Contents/Library/LoginItems/Start.app"] = {} },
      },
      {
        entitlements = { ["com.apple.security.app-sandbox"] = true },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Updater"] = { mach_o = {} } } } },
      },
      {
        entitlements = { ["com.apple.security.app-sandbox"] = true },
        bundles = { ["Contents/Library/LoginItems/Start.app"] = {} },
      },
    },
  },
}
