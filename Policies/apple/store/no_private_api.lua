local slices = import "apple.code.slices"
local unreadable_symbols = import "apple.code.unreadable_symbols"
local uses = import "apple.code.uses"
local values = import "apple.values"

-- Functions and classes of the system that the store has named in rejections.
local functions = {
  mobile = {
    "CCCryptorGCMAddAAD", "CCCryptorGCMAddIV", "CCCryptorGCMDecrypt", "CCCryptorGCMEncrypt", "CCCryptorGCMFinal", "CCCryptorGCMReset",
    "UICreateScreenImage", "UIGetScreenImage", "__syscall_logger", "dyld_dynamic_interpose", "getcontext", "makecontext", "setcontext",
    "swapcontext",
  },
  mac = { "__syscall_logger", "dyld_dynamic_interpose" },
}
local classes = {
  mobile = { "LSApplicationProxy", "LSApplicationWorkspace", "UIStatusBarForegroundView", "UIThreadSafeNode" },
  mac = {
    "CAContext", "CALayerHost", "NSAccessibilityRemoteUIElement", "NSNextStepFrame", "NSThemeFrame", "NSURLFileTypeMappings",
  },
}

-- The path of a private framework that a slice links against; nil if there is none.
local function private_framework(slice)
  for _, library in ipairs(slice.libraries) do
    if library.name:find("/System/Library/PrivateFrameworks/") then return library.name end
  end
  return nil
end

-- The first of the names for which the function returns true; nil if there is none.
local function first(names, is_used)
  for _, name in ipairs(names) do
    if is_used(name) then return name end
  end
  return nil
end

-- For the examples: code.
local function code(platform, fields)
  fields.platform = platform
  return { mach_o = fields }
end

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local is_for_ios = platforms[1] == "ios"
  local app = is_for_ios and "App" or "Contents/MacOS/App"
  local kit = is_for_ios and "Kit" or "Versions/A/Kit"
  local private_class = is_for_ios and "LSApplicationWorkspace" or "NSThemeFrame"
  rule "no-private-api" {
    summary   = "Code must use only public parts of the system",
    severity  = "error",
    rationale = "The store rejects code that links against a private framework, or refers to functions and classes that are not in the "
      .. "SDK. Only those that the store has named in rejections are known here; names that code looks up as strings are not found.",
    source    = { "ITMS-90338", "App Store Review Guidelines 2.5.1" },
    tags      = { "ITMS-90338" },
    applies   = { kind = { "application", "extension", "framework", "plugin" }, platform = platforms },
    check     = function(bundle, report)
      local all = slices(bundle)
      local place = values.is_mobile(bundle) and "mobile" or "mac"
      local unreadable = unreadable_symbols(report, bundle.executable)
      for _, slice in ipairs(all) do
        local used = uses(slice, unreadable)
        local name = private_framework(slice) or first(functions[place], function(name) return used.symbol("_" .. name) end)
          or first(classes[place], used.class)
        if name then
          return report:file(bundle.executable, "%s uses %s, which is not public", bundle.executable:match("[^/]*$"), name, {
            expected = "only what the SDK declares", fix = "remove it, or update the library that uses it", discriminator = name,
          })
        end
      end
    end,
    examples  = {
      pass = {
        { files = { [app] = code(platforms[1], { used_classes = "NSObject", imports = "_getpid" }) } }, { files = { [app] = "no code" } },
        { files = { [app] = code(platforms[1], { libraries = "/System/Library/Frameworks/PrivateFrameworks.framework/P" }) } },
        { kind = "framework", files = { [kit] = "!<arch>\n" } },
        not is_for_ios and { files = { [app] = code("macos", { imports = "_getcontext" }) } } or {},
      },
      fail = {
        {
          files = { [app] = code(platforms[1], { libraries = "/System/Library/PrivateFrameworks/SpringBoardServices.framework/S" }) },
          at = app,
        },
        {
          files = { [app] = code(platforms[1], { imports = { "_getpid", "_dyld_dynamic_interpose" } }) },
          message = "uses dyld_dynamic_interpose", at = app,
        },
        {
          kind = "framework", message = private_class, at = kit,
          files = { [kit] = code(platforms[1], { file_type = "dylib", id = "Kit", used_classes = private_class }) },
        },
        is_for_ios and { files = { [app] = code("ios", { imports = "_swapcontext" }) }, at = app }
          or { files = { [app] = code("macos", { imports = "___syscall_logger" }) }, at = app },
      },
    },
  }
end
