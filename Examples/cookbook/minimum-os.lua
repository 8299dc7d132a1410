-- The minimum system of an app is raised only on purpose, and nothing inside the app requires a later one.

policy "cookbook.minimum-os" { summary = "Supported systems stay supported" }

local approved = parameter "raised_to" {
  default = "", summary = "highest minimum system approved for this release; empty if it must not change",
}

local function key_of(bundle)
  return bundle.platform == "macos" and "LSMinimumSystemVersion" or "MinimumOSVersion"
end

rule "minimum-os-stays" {
  summary   = "The minimum system must not be raised without approval",
  rationale = "A new Xcode raises the default; users of the older system do not get the next update.",
  applies   = {
    kind = "application", nested = false,
    when = function(bundle) return bundle.history[1] ~= nil end,
  },
  check = function(bundle, report)
    local key = key_of(bundle)
    local now, before = bundle.info[key], bundle.history[1].info[key]
    if now == nil or before == nil then return end
    if version.compare(now, before) > 0 and (approved == "" or version.compare(now, approved) > 0) then
      report:at(bundle.info, key, "the minimum system is raised from %s to %s", before, now, {
        expected = approved ~= "" and "at most " .. approved or before,
        fix = "restore the old value, or approve the new one with --param raised_to=" .. now,
      })
    end
  end,
  examples  = {
    pass = {
      { info = { LSMinimumSystemVersion = "13.0" }, history = { { info = { LSMinimumSystemVersion = "13.0" } } } },
      { info = { LSMinimumSystemVersion = "13.0" }, history = { { info = { LSMinimumSystemVersion = "13.5" } } } },
    },
    fail = {
      {
        info = { LSMinimumSystemVersion = "13.10" }, history = { { info = { LSMinimumSystemVersion = "13.9" } } },
        at = "/LSMinimumSystemVersion",
      },
      {
        platform = "ios", info = { MinimumOSVersion = "17.0" }, history = { { info = { MinimumOSVersion = "16.0" } } },
        at = "/MinimumOSVersion",
      },
    },
  },
}

local function with_extension(info, at)
  return { kind = "application", info = { LSMinimumSystemVersion = "13.0" },
    bundles = { ["Contents/PlugIns/Share.appex"] = { kind = "extension", info = info } }, at = at }
end

rule "minimum-os-inside" {
  summary   = "Nothing inside the app may require a later system than the app",
  rationale = "On the systems in between, the app starts without that part.",
  applies   = { kind = { "extension", "framework" }, nested = true },
  check = function(bundle, report)
    local key = key_of(bundle)
    local own, app = bundle.info[key], bundle.parent.info[key]
    if own and app and version.compare(own, app) > 0 then
      report:at(bundle.info, key, "%s requires %s, but the app supports %s", bundle.name, own, app, {
        expected = "at most " .. app,
      })
    end
  end,
  examples  = {
    pass = { with_extension { LSMinimumSystemVersion = "13.0" }, with_extension { LSMinimumSystemVersion = "12.4" } },
    fail = { with_extension({ LSMinimumSystemVersion = "13.1" }, "Contents/PlugIns/Share.appex:/LSMinimumSystemVersion") },
  },
}
