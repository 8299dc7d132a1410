local entitlements = import "apple.code.entitlements"
local executables = import "apple.code.executables"
local is_registered = import "apple.entitlements.registered_extension"
local slices = import "apple.code.slices"
local values = import "apple.values"

local sandbox = "com.apple.security.app-sandbox"

local function is_any_signed(all)
  for _, slice in ipairs(all) do
    if slice.has_code_signature then return true end
  end
  return false
end

rule "sandboxed" {
  summary   = "Every program in a Mac app must be signed with the App Sandbox",
  severity  = "error",
  rationale = "The store accepts only apps whose every executable runs in the sandbox, down to the tools in their frameworks and "
    .. "resources.",
  source    = { "ITMS-90296", "App Sandbox Design Guide" },
  tags      = { "security", "S13", "ITMS-90296" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local app = values.host(bundle)
    local is_in_signed_app = app and is_any_signed(slices(app))
    -- extension-sandboxed reports the executable of an app extension.
    local known = is_registered(bundle) and bundle.executable
    for _, code in ipairs(executables(bundle)) do
      -- Nothing is known of code that is not signed yet.
      if code.is_program and code.path ~= known
        and (is_in_signed_app or is_any_signed(slices(bundle)) or is_any_signed(code.file.mach_o.slices)) then
        local lacking = entitlements.lacking(entitlements.of_file(code.file), sandbox)
        if lacking then
          report:file(code.path, "%s is not signed with the App Sandbox", lacking, {
            expected = "the entitlement " .. sandbox,
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
          ["Contents/MacOS/tool"] = { mach_o = { entitlements = {
            ["com.apple.security.app-sandbox"] = true, ["com.apple.security.inherit"] = true,
          } } },
          ["Contents/Frameworks/liba.dylib"] = { mach_o = { file_type = "dylib", id = "a" } },
          ["Contents/Resources/part.o"] = { mach_o = {}, executable = false },
          ["Contents/Resources/damaged"] = { base64 = "z/rt/gcAAAE=", executable = true }, ["Contents/MacOS/link"] = { link = "tool" },
        },
        bundles = { ["Contents/Frameworks/Kit.framework"] = {} },
      },
      { kind = "framework", files = { ["Versions/A/Updater"] = { mach_o = {} } } },
      { kind = "extension", info = { NSExtension = {} }, signed = { team = "ABCDE12345" }, entitlements = { other = true } },
    },
    fail = {
      -- One slice lacks it.
      { files = { ["Contents/MacOS/App"] = { mach_o = {
        { architectures = "arm64", entitlements = { [sandbox] = true } }, { architectures = "x86_64" },
      } } }, at = "Contents/MacOS/App", message = "the x86_64 code is not signed with" },
      {
        files = { ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64" }, { architectures = "x86_64", entitlements = { [sandbox] = true } },
          { architectures = "i386", has_code_signature = true },
        } } },
        at = "Contents/MacOS/App", message = "the arm64 and i386 code is not signed with",
      },
      { entitlements = { ["com.apple.security.app-sandbox"] = false }, at = "Contents/MacOS/App", message = "the code is not signed with" },
      {
        kind = "extension", info = { NSExtension = {} }, signed = { team = "ABCDE12345" }, entitlements = { other = true },
        files = { ["Contents/MacOS/tool"] = { mach_o = { has_code_signature = true } } }, at = "Contents/MacOS/tool",
      },
      { entitlements = { ["com.apple.security.network.client"] = true }, at = "Contents/MacOS/App" },
      {
        bundles = { ["Contents/XPCServices/Work.xpc"] = { entitlements = { a = 1 } } },
        at = "Contents/XPCServices/Work.xpc/Contents/MacOS/Work",
      },
      {
        entitlements = { ["com.apple.security.app-sandbox"] = true }, files = { ["Contents/MacOS/tool"] = { mach_o = {} } },
        at = "Contents/MacOS/tool",
      },
      { files = { ["Contents/Helpers/tool"] = { mach_o = { has_code_signature = true } } }, at = "Contents/Helpers/tool" },
      {
        files = { ["Contents/Helpers/tool"] = { mach_o = { architectures = "arm64", has_code_signature = true } } },
        at = "Contents/Helpers/tool",
      },
      {
        files = { ["Contents/MacOS/App"] = { mach_o = {
          architectures = "arm64", entitlements = { ["com.apple.security.app-sandbox"] = true },
        } } },
        bundles = { ["Contents/Library/LoginItems/Start.app"] = {} },
        at = "Contents/Library/LoginItems/Start.app/Contents/MacOS/Start",
      },
      {
        entitlements = { ["com.apple.security.app-sandbox"] = true },
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Updater"] = { mach_o = {} } } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Updater",
      },
      {
        entitlements = { ["com.apple.security.app-sandbox"] = true },
        bundles = { ["Contents/Library/LoginItems/Start.app"] = {} },
        at = "Contents/Library/LoginItems/Start.app/Contents/MacOS/Start",
      },
    },
  },
}
