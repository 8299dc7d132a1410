local elsewhere = import "apple.elsewhere"
local entitlements = import "apple.code.entitlements"
local sparkle = import "apple.sdks.sparkle"
local values = import "apple.values"

local sandbox, lookup = "com.apple.security.app-sandbox", "com.apple.security.temporary-exception.mach-lookup.global-name"
local installer, downloader = "SUEnableInstallerLauncherService", "SUEnableDownloaderService"

-- Whether a list of names contains one, or the pattern that stands for it before the build.
local function has(names, name)
  for _, other in ipairs(plist.type(names) == "array" and names or { names }) do
    if other == name or type(other) == "string" and values.has_variable(other) then return true end
  end
  return false
end

-- For the examples.
local whole = {
  [sandbox] = true, ["com.apple.security.network.client"] = true, [lookup] = { "com.example.app-spks", "com.example.app-spki" },
}
local function app(info, list, at, without)
  local own = {}
  for key, value in pairs(whole) do own[key] = value end
  for key, value in pairs(list) do own[key] = value end
  if without then own[without] = nil end
  return sparkle.example(info, at, { entitlements = own })
end
local code = "Contents/MacOS/App"

rule "sparkle-in-sandbox" {
  summary   = "A sandboxed app with Sparkle must let Sparkle's installer run outside the sandbox",
  severity  = "error",
  rationale = "Without SUEnableInstallerLauncherService and the two names that its services answer to, Sparkle downloads an update and "
    .. "cannot install it: users of this version never get another one.",
  source    = "Sparkle: Sandboxing",
  tags      = { "sdk" },
  applies   = {
    kind = "application", platform = { "macos", "catalyst" }, nested = false,
    files = "Contents/Frameworks/Sparkle.framework",
  },
  check     = function(bundle, report)
    local framework, info = sparkle.of(bundle), bundle.info
    -- Sparkle 1 does not update sandboxed apps in any case.
    local release = framework and values.text(framework.info.CFBundleShortVersionString)
    if release and release:find("^1%.") then return end
    local identifier = values.text(info.CFBundleIdentifier)
    local is_reported = false
    for _, part in ipairs(entitlements.of(bundle)) do
      if part.list and part.list[sandbox] == true then
        if not is_reported and not values.is_true(info[installer]) then
          is_reported = true
          report:missing(info, installer, "the app is sandboxed: without this key, Sparkle cannot install updates", {
            expected = "true", fix = { text = "set it to true", set = { [installer] = true } },
          })
        end
        for _, suffix in ipairs(identifier and { "-spks", "-spki" } or {}) do
          if not has(part.list[lookup], identifier .. suffix) then
            report:missing(part.list, lookup, ("the sandbox does not let the app talk to %s%s: Sparkle cannot install updates"):format(
              identifier, suffix), {
              expected = identifier .. suffix, fix = "add it to the entitlement " .. lookup,
              discriminator = suffix .. (part.architecture or ""),
            })
          end
        end
        if part.list["com.apple.security.network.client"] ~= true and not values.is_true(info[downloader]) then
          report:missing(info, downloader, "the app may not use the network, and Sparkle's downloader is not enabled: it finds no updates",
            {
            expected = "true", fix = "set it to true, or add the entitlement com.apple.security.network.client",
            discriminator = part.architecture,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app({}, {}), { kind = "plugin" }),
      { kind = "application", bundles = { ["Contents/Helpers/A.app"] = elsewhere(app({}, {}), { platform = "catalyst" }) } },
      { bundles = { ["Contents/Helpers/A.app"] = app({}, {}) } },
      {}, sparkle.example {}, app({ [installer] = true }, {}),
      app({ [installer] = true, [downloader] = true }, {}, nil, "com.apple.security.network.client"),
      app({}, { [sandbox] = false }), app({ [installer] = true }, { [lookup] = { "$(PRODUCT_BUNDLE_IDENTIFIER)-spks" } }),
      { bundles = { ["Contents/Frameworks/Sparkle.framework"] = { info = { CFBundleShortVersionString = "1.27.3" } } },
        entitlements = whole },
      sparkle.example({ [installer] = true }, nil, { entitlements = whole, without = "CFBundleIdentifier" }),
    },
    fail = {
      {
        bundles = { ["Contents/Frameworks/Sparkle.framework"] = { info = { CFBundleShortVersionString = "2.1.0" } } },
        entitlements = whole, at = "/" .. installer,
      },
      -- The tool is in the sandbox, too.
      {
        bundles = { ["Contents/Frameworks/Sparkle.framework"] = { info = { CFBundleShortVersionString = "2.6.4" } } },
        entitlements = whole, at = "/" .. installer, count = 1,
        files = { ["Contents/MacOS/tool"] = { mach_o = { entitlements = whole } } },
      },
      elsewhere(app({}, {}), { platform = "catalyst", at = "/" .. installer }),
      app({}, {}, "/" .. installer), app({ [installer] = false }, {}, "/" .. installer),
      app({ [installer] = true }, {}, code .. ":/" .. lookup, lookup),
      app({ [installer] = true }, { [lookup] = { "com.example.app-spks", 1 } }, code .. ":/" .. lookup),
      app({ [installer] = true }, { [lookup] = "com.example.app-spki" }, code .. ":/" .. lookup),
      app({ [installer] = true }, {}, "/" .. downloader, "com.apple.security.network.client"),
      {
        bundles = { ["Contents/Frameworks/Sparkle.framework"] = { info = { CFBundleShortVersionString = "2.0" } } }, entitlements = whole,
        at = "/" .. installer,
      },
    },
  },
}
