rule "background-tasks" {
  summary   = "An app with background processing must name its tasks",
  severity  = "error",
  rationale = "Otherwise the store rejects it, and the system never starts the tasks.",
  source    = { "ITMS-90771", "Information Property List Key Reference: BGTaskSchedulerPermittedIdentifiers" },
  tags      = { "S3", "ITMS-90771" },
  applies   = { kind = "application", platform = { "ios", "tvos" }, key = "UIBackgroundModes" },
  check = function(bundle, report)
    local modes, tasks = bundle.info.UIBackgroundModes, bundle.info.BGTaskSchedulerPermittedIdentifiers
    for index, mode in ipairs(plist.type(modes) == "array" and modes or {}) do
      if mode == "processing" and (plist.type(tasks) ~= "array" or #tasks == 0) then
        report:at(modes, index, "the app has the background mode 'processing', but names no tasks", {
          expected = "BGTaskSchedulerPermittedIdentifiers",
          fix = "name the tasks in BGTaskSchedulerPermittedIdentifiers, or remove the mode",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { info = { UIBackgroundModes = { "audio" } } },
      { info = { UIBackgroundModes = { "processing" }, BGTaskSchedulerPermittedIdentifiers = { "com.example.app.clean" } } },
    },
    fail = {
      { info = { UIBackgroundModes = { "audio", "processing" } }, at = "/UIBackgroundModes/1" },
      {
        info = { UIBackgroundModes = { "processing" }, BGTaskSchedulerPermittedIdentifiers = { ["$array"] = true } },
        at = "/UIBackgroundModes/0",
      },
    },
  },
}
