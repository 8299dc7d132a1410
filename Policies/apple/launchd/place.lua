local lists = import "apple.launchd.lists"

-- Where people put the lists by mistake.
local patterns = {
  "Contents/LaunchAgents/*.plist", "Contents/LaunchDaemons/*.plist", "Contents/Resources/LaunchAgents/*.plist",
  "Contents/Resources/LaunchDaemons/*.plist", "Contents/Resources/Library/LaunchAgents/*.plist",
  "Contents/Resources/Library/LaunchDaemons/*.plist", "Contents/Library/LaunchAgent/*.plist", "Contents/Library/LaunchDaemon/*.plist",
  "Contents/Library/LaunchServices/*.plist", "Contents/Library/LoginItems/*.plist",
}

-- For the examples.
local failing = {
  {
    platform = "catalyst", files = { ["Contents/LaunchAgents/a.plist"] = "{ Label = a; BundleProgram = b; }" },
    at = "Contents/LaunchAgents/a.plist",
  },
}
for _, pattern in ipairs(patterns) do
  local path = pattern:gsub("%*", "a")
  failing[#failing + 1] = { platform = "macos", files = { [path] = "{ Label = a; BundleProgram = b; }" }, at = path }
end

rule "launchd-lists-place" {
  summary   = "The launchd property lists of an app must be in Contents/Library/LaunchAgents or Contents/Library/LaunchDaemons",
  severity  = "error",
  rationale = "SMAppService looks for the property list of an agent or a daemon only there; elsewhere, registering it fails. Only a list "
    .. "with "
    .. "BundleProgram, which nothing else reads, is taken for one of SMAppService's.",
  source    = "Service Management: SMAppService.agent(plistName:), SMAppService.daemon(plistName:)",
  applies   = { kind = "application", platform = { "macos", "catalyst" }, files = patterns },
  check     = function(bundle, report)
    for _, entry in ipairs(lists.of(bundle, patterns)) do
      if entry.list.BundleProgram ~= nil and entry.list.Label ~= nil then
        report:file(entry.path, "SMAppService does not find this property list of a daemon or agent here", {
          expected = table.concat(lists.folders, " or "), fix = "move it there",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/Library/LaunchAgents/a.plist"] = "{ Label = a; BundleProgram = b; }" } },
      { files = {
        ["Contents/LaunchAgents/a.plist"] = "{ Label = a; Program = b; }", ["Contents/LaunchAgents/b.plist"] = "{ BundleProgram = b; }",
        ["Contents/LaunchAgents/c.plist"] = "()",
      } },
      { bundles = {
        ["Contents/PlugIns/A.bundle"] = { files = { ["Contents/LaunchAgents/a.plist"] = "{ Label = a; BundleProgram = b; }" } },
      } },
    },
    fail = failing,
  },
}
