local values = import "apple.values"

local key = "BGTaskSchedulerPermittedIdentifiers"

-- For the examples.
local function app(modes, more, at)
  local info = { [key] = { "com.example.app.refresh" }, UIBackgroundModes = modes, DTPlatformVersion = "18.0" }
  for name, value in pairs(more or {}) do info[name] = value end
  return { platform = "ios", info = info, at = at and "/UIBackgroundModes" }
end

rule "background-task-modes" {
  summary   = "An app with background tasks must have the mode fetch or processing",
  severity  = "warning",
  rationale = "Submitting a task fails with BGTaskSchedulerErrorCodeNotPermitted if UIBackgroundModes lacks its mode: it never runs. "
    .. "Tasks that "
    .. "continue in the background, which iOS 26 introduced, need none: apps built with its SDK are not reported.",
  source    = { "Background Tasks: BGTaskScheduler.Error.Code.notPermitted", "Bundle Resources: BGTaskSchedulerPermittedIdentifiers" },
  applies   = { kind = "application", platform = { "ios", "tvos", "visionos" }, key = key },
  check     = function(bundle, report)
    local info = bundle.info
    if #values.list(info[key]) == 0 or values.is_built_with(bundle, "26.0") then return end
    for _, mode in ipairs(values.list(info.UIBackgroundModes)) do
      if mode == "fetch" or mode == "processing" then return end
    end
    report:missing(info, "UIBackgroundModes", "the app names background tasks, but no mode in which they may run: they never do", {
      expected = "fetch or processing", fix = "add the mode, or remove " .. key,
    })
  end,
  examples  = {
    pass = {
      { platform = "ios" }, app { "fetch" }, app { "audio", "processing" }, app({}, { DTPlatformVersion = "26.0" }),
      app(nil, { [key] = { ["$array"] = true } }), app(nil, { [key] = "x" }),
      { platform = "ios", bundles = {
        ["PlugIns/A.appex"] = { info = { [key] = { "a" } } }, ["Watch/W.app"] = { platform = "watchos", info = { [key] = { "a" } } },
      } },
    },
    fail = {
      app(nil, nil, true), app({ "audio" }, nil, true), { platform = "tvos", info = { [key] = { "a" } }, at = "/UIBackgroundModes" },
      { platform = "visionos", info = { [key] = { "a" } }, at = "/UIBackgroundModes" },
    },
  },
}
