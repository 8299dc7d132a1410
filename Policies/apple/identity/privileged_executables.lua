local values = import "apple.values"

local tools = "Contents/Library/LaunchServices/"
local helper = { SMPrivilegedExecutables = { ["com.example.helper"] = "anchor apple" } }

rule "privileged-executables" {
  summary   = "The app must contain the tools that SMPrivilegedExecutables names",
  severity  = "error",
  rationale = "SMJobBless installs a tool from Contents/Library/LaunchServices under its label. Without the file, it fails.",
  source    = "Service Management: SMJobBless",
  tags      = { "S13", "launchd-privileged" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, key = "SMPrivilegedExecutables" },
  check     = function(bundle, report)
    local executables = bundle.info.SMPrivilegedExecutables
    for name in pairs(values.dictionary(executables)) do
      if not values.has_variable(name) and not bundles.exists(bundle, tools .. name) then
        report:at(executables, name, "the app has no tool at %s%s", tools, name, {
          expected = "the tool at this path", fix = "copy the tool into the app, or remove the entry",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {},
      { info = helper, files = { ["Contents/Library/LaunchServices/com.example.helper"] = { mach_o = {} } } },
      { kind = "framework", info = helper }, { platform = "ios", info = helper },
      { info = { SMPrivilegedExecutables = { ["com.example.$(HELPER)"] = "anchor apple" } } }, { info = { SMPrivilegedExecutables = "x" } },
    },
    fail = {
      { info = helper, at = "/SMPrivilegedExecutables/com.example.helper" },
      { platform = "catalyst", info = helper, at = "/SMPrivilegedExecutables/com.example.helper" },
    },
  },
}
