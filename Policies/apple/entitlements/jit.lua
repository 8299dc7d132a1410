local entitlements = import "apple.code.entitlements"
local slices = import "apple.code.slices"
local values = import "apple.values"

-- Engines that translate scripts or bytecode into machine code in the process of a program, by their places in the app.
local engines = {
  { path = "Contents/Frameworks/Electron Framework.framework", name = "Electron", helpers = true },
  { path = "Contents/runtime/Contents/Home/lib/server/libjvm.dylib", name = "the Java runtime" },
}
local cef = { path = "Contents/Frameworks/Chromium Embedded Framework.framework", name = "Chromium", helpers = true }

-- Any of these lets a program with the hardened runtime do that.
local keys_that_allow = {
  "com.apple.security.cs.allow-jit", "com.apple.security.cs.allow-unsigned-executable-memory",
  "com.apple.security.cs.disable-executable-page-protection",
}

-- The engine in the process of an app's executable; nil if there is none.
local function engine_of(bundle)
  for _, engine in ipairs(engines) do
    if bundles.exists(bundle, engine.path) then return engine.name end
  end
  local host = bundle.parent
  -- Scripts of pages run in the variant for them; without variants, in the only helper.
  local stem = bundle.name:match("^(.+ Helper)%.app$")
  local is_helper = bundle.name:find(" Helper %(Renderer%)%.app$")
    or stem and host and not bundles.exists(host, "Contents/Frameworks/" .. stem .. " (Renderer).app")
  if host and host.kind == "application" and is_helper then
    for _, engine in ipairs { engines[1], cef } do
      if bundles.exists(host, engine.path) then return engine.name end
    end
  end
  return nil
end

-- Whether the code was signed for the hardened runtime.
local function is_hardened(bundle)
  for _, slice in ipairs(slices(bundle)) do
    local signature = slice.has_code_signature and values.readable(slice, "signature")
    if signature and signature.has_hardened_runtime then return true end
  end
  return false
end

local function allows(list)
  for _, key in ipairs(keys_that_allow) do
    if list and list[key] == true then return true end
  end
  return false
end

-- For the examples.
local function app(path, list, at, hardened)
  return {
    kind = "application", signed = { has_hardened_runtime = hardened ~= false }, entitlements = list,
    files = path:find("%.dylib$") and { [path] = { mach_o = { file_type = "dylib", id = "x" } } } or nil,
    bundles = not path:find("%.dylib$") and { [path] = {} } or nil, at = at and "Contents/MacOS/App",
  }
end
local function helper(framework, name, list, at)
  local path = "Contents/Frameworks/" .. name .. ".app"
  return {
    kind = "application", at = at and path .. "/Contents/MacOS/" .. name, message = at,
    bundles = { [framework] = {}, [path] = { signed = { has_hardened_runtime = true }, entitlements = list } },
  }
end
local other = { ["com.apple.security.network.client"] = true }

rule "jit-allowed" {
  summary   = "A program with the hardened runtime that contains Electron or Java must be allowed to create executable code",
  severity  = "error",
  rationale = "Electron, Chromium and the Java runtime translate code while they run. Without the entitlement allow-jit, the system ends "
    .. "the program as soon as it does so: the app crashes at launch, or shows empty windows. It was signed and notarized without "
    .. "complaint.",
  source    = {
    "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.security.cs.allow-jit",
    "https://github.com/electron/electron/issues/22135", "https://github.com/electron-userland/electron-builder/issues/3989",
    "https://docs.oracle.com/en/java/javase/21/jpackage/",
  },
  tags      = { "security", "sdk" },
  applies   = { kind = "application", when = function(bundle) return engine_of(bundle) ~= nil end },
  check     = function(bundle, report)
    if not is_hardened(bundle) then return end
    for _, part in ipairs(entitlements.of(bundle)) do
      if not allows(part.list) and not part.problem then
        report:file(bundle.executable, "%s has the hardened runtime, but not the entitlement allow-jit: %s crashes", part.code,
          engine_of(bundle), {
          expected = keys_that_allow[1], fix = "sign it again with this entitlement", discriminator = part.architecture,
        })
      end
    end
  end,
  examples  = {
    pass = {
      app(engines[1].path, { [keys_that_allow[1]] = true }), app(engines[1].path, { [keys_that_allow[2]] = true }),
      app(engines[2].path, { [keys_that_allow[3]] = true }), app(engines[1].path, other, nil, false),
      helper(cef.path, "App Helper (Renderer)", { [keys_that_allow[1]] = true }),
      -- The plain helper of an app with variants runs no scripts.
      { kind = "application", bundles = {
        [cef.path] = {}, ["Contents/Frameworks/App Helper.app"] = { signed = { has_hardened_runtime = true }, entitlements = other },
        ["Contents/Frameworks/App Helper (Renderer).app"] = {
          signed = { has_hardened_runtime = true }, entitlements = { [keys_that_allow[1]] = true },
        },
      } },
      { kind = "application", files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" }, bundles = { [engines[1].path] = {} } },
      -- A plug-in is loaded into a program with entitlements of its own.
      { bundles = { [engines[1].path] = {}, ["Contents/PlugIns/A.bundle"] = {
        signed = { has_hardened_runtime = true }, entitlements = other,
        files = { [engines[2].path] = { mach_o = { file_type = "dylib", id = "x" } } },
      } } },
    },
    fail = {
      app(engines[1].path, other, true), app(engines[1].path, nil, true), app(engines[2].path, { [keys_that_allow[1]] = false }, true),
      helper(cef.path, "App Helper (Renderer)", other, "Chromium crashes"), helper(cef.path, "App Helper", other, "Chromium crashes"),
      helper(engines[1].path, "App Helper (Renderer)", other, "Electron crashes"),
    },
  },
}
