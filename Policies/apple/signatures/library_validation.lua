local loose = import "apple.code.loose"
local parts = import "apple.entitlements.parts"
local slices = import "apple.code.slices"
local values = import "apple.values"

local key = "com.apple.security.cs.disable-library-validation"

-- The team of a program whose slices all ask for library validation and do not turn it off; nil for any other program.
local function validating_team(app)
  local team
  for _, slice in ipairs(slices(app)) do
    local signature = slice.has_code_signature and values.readable(slice, "signature")
    if not signature or not signature.team then return nil end
    if not signature.has_hardened_runtime then return nil end
    team = signature.team
  end
  for _, part in ipairs(parts(app)) do
    if part.list[key] == true then return nil end
  end
  return team
end

-- Why the loader refuses code in a program of the team; nil if it does not.
local function refusal(list, team)
  for _, slice in ipairs(list) do
    -- Code without a signature is reported by nested-code-signed, and by the policy for distribution.
    local signature = slice.has_code_signature and values.readable(slice, "signature")
    if signature and signature.team ~= team then
      return signature.team and "by the team " .. signature.team or "ad hoc"
    end
  end
  return nil
end

-- Whether a program loads the bundle into its own process, and not other programs of the system.
local function is_loaded(inner)
  return inner.kind == "framework" or inner.kind == "plugin" and inner.path:find("Contents/PlugIns/", 1, true) ~= nil
end

-- For the examples.
local runtime = { team = "ABCDE12345", has_hardened_runtime = true }
local function app(inner, at, more)
  local result = { signed = runtime, bundles = { ["Contents/PlugIns/Native.bundle"] = inner }, at = at }
  for field, value in pairs(more or {}) do result[field] = value end
  return result
end
local code = "Contents/PlugIns/Native.bundle/Contents/MacOS/Native"

rule "library-validation" {
  summary   = "Code that a program with library validation loads must be signed by the same team",
  severity  = "error",
  rationale = "The hardened runtime lets a program load only libraries of its own team and of the system. dlopen refuses any other one, "
    .. "'mapping process and mapped file have different Team IDs', unless the program has the entitlement "
    .. "com.apple.security.cs.disable-library-validation.",
  source    = { "Bundle Resources: com.apple.security.cs.disable-library-validation", "Hardened Runtime" },
  tags      = { "security", "S13", "Gatekeeper-library-validation" },
  applies   = {
    kind = "application", platform = { "macos", "catalyst" }, nested = false, files = "Contents/_CodeSignature/CodeResources",
  },
  check     = function(bundle, report)
    local team = validating_team(bundle)
    if not team then return end
    local function say(path, why, severity)
      report:file(path, "the code is signed %s, but %s by the team %s with library validation: it cannot be loaded", why, bundle.name, team,
        {
        expected = "a signature of " .. team,
        fix = "sign it with the app's certificate, or sign the app with " .. key, discriminator = "", severity = severity,
      })
    end
    for _, inner in ipairs(bundle.bundles) do
      local why = is_loaded(inner) and refusal(slices(inner), team)
      if why then say(inner.path .. "/" .. inner.executable, why) end
    end
    local reachable, all, has_tools = nil, loose.files(bundle), false
    for _, image in ipairs(all) do has_tools = has_tools or image.is_tool end
    for _, image in ipairs(all) do
      -- The program starts tools, and does not load them.
      local why = not image.is_tool and refusal(image.slices, team)
      if why then
        reachable = reachable or loose.reachable(bundle)
        local path = image.file.path
        -- Other code may be for a tool, such as an interpreter with entitlements of its own.
        local is_loaded_here = reachable[path] or path:find("^Contents/PlugIns/") or path:find("^Contents/Frameworks/")
        if is_loaded_here or not has_tools then say(path, why, not is_loaded_here and "warning" or nil) end
      end
    end
    for _, file in ipairs(bundles.files(bundle, "Contents/Frameworks/*.dylib", "file")) do
      local image = values.code(file)
      if image and refusal(image.slices, team) then say(file.path, refusal(image.slices, team)) end
    end
  end,
  examples  = {
    pass = {
      -- One slice of the program is signed ad hoc.
      app({ signed = true }, nil, { signed = false, files = {
        ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64", has_code_signature = true, has_hardened_runtime = true },
          { architectures = "x86_64", team = "ABCDE12345", has_hardened_runtime = true },
        } },
        ["Contents/_CodeSignature/CodeResources"] = "{files2={};rules2={};}",
      } }),
      app({ signed = true }, nil, { kind = "extension" }),
      { signed = runtime, files = {
        ["Contents/libs/a.dylib"] = { mach_o = { file_type = "dylib", id = "a", team = "ABCDE12345" } },
        ["Contents/Frameworks/a.dylib"] = { mach_o = { file_type = "dylib", id = "a", team = "ABCDE12345" } },
        ["Contents/Frameworks/b.dylib"] = "x",
      } },
      { signed = runtime, files = {
        ["Contents/Resources/bin/tool"] = { mach_o = { has_code_signature = true } },
        ["Contents/Resources/a/Contents/PlugIns/a.so"] = { mach_o = { file_type = "bundle", has_code_signature = true } },
        ["Contents/Resources/a/Contents/Frameworks/a.so"] = { mach_o = { file_type = "bundle", has_code_signature = true } },
      } },
      { bundles = { ["Contents/Helpers/A.app"] = app { signed = true } } },
      { signed = runtime, files = {
        ["Contents/Resources/bin/tool"] = { mach_o = { has_code_signature = true } },
        ["Contents/Resources/lib/a.so"] = { mach_o = { file_type = "bundle", has_code_signature = true } },
      } },
      {}, { signed = runtime }, app { signed = { team = "ABCDE12345" } }, app {},
      app({ signed = true }, nil, { entitlements = { [key] = true } }),
      app({ signed = { team = "ZZZZZ99999" } }, nil, { signed = { team = "ABCDE12345" } }), app({ signed = true }, nil, { signed = true }),
      app({ signed = true }, nil, { signed = { has_hardened_runtime = true } }),
      { signed = runtime, bundles = {
        ["Contents/Library/Spotlight/A.mdimporter"] = { kind = "plugin", signed = true },
        ["Contents/PlugIns/Share.appex"] = { signed = true },
      } },
    },
    fail = {
      {
        platform = "catalyst", signed = runtime,
        bundles = { ["Contents/PlugIns/Native.bundle"] = { platform = "catalyst", signed = true } }, at = code,
      },
      app({ signed = true }, code), app({ signed = { team = "ZZZZZ99999" } }, code),
      app({ signed = true }, code, { entitlements = { [key] = false } }),
      { signed = runtime, bundles = { ["Contents/Frameworks/Kit.framework"] = { signed = true } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Kit" },
      { signed = runtime, files = { ["Contents/libs/a.dylib"] = { mach_o = {
        file_type = "dylib", id = "a", team = "ZZZZZ99999",
      } } }, at = "Contents/libs/a.dylib" },
      { signed = runtime, files = {
        ["Contents/Resources/bin/tool"] = { mach_o = { has_code_signature = true } },
        ["Contents/PlugIns/n/a.dylib"] = { mach_o = { file_type = "dylib", id = "a", team = "ZZZZZ99999" } },
      }, at = "Contents/PlugIns/n/a.dylib" },
      { signed = runtime, files = {
        ["Contents/Resources/bin/tool"] = { mach_o = { has_code_signature = true } },
        ["Contents/Frameworks/n/a.so"] = { mach_o = { file_type = "bundle", team = "ZZZZZ99999" } },
      }, at = "Contents/Frameworks/n/a.so" },
      { signed = runtime, files = { ["Contents/Frameworks/a.dylib"] = { mach_o = {
        file_type = "dylib", id = "a", team = "ZZZZZ99999",
      } } }, at = "Contents/Frameworks/a.dylib" },
    },
  },
}
