local elsewhere = import "apple.elsewhere"
local fuses = import "apple.secrets.fuses"

-- The state that each fuse must have, with the reason.
local wanted = {
  RunAsNode = { on = false, why = "with ELECTRON_RUN_AS_NODE, anyone can run scripts with the app's name and permissions" },
  EnableNodeOptionsEnvironmentVariable = { on = false, why = "NODE_OPTIONS loads other scripts into the app" },
  EnableNodeCliInspectArguments = { on = false, why = "--inspect opens the app to a debugger" },
  EnableEmbeddedAsarIntegrityValidation = { on = true, why = "a modified script archive is loaded", severity = "note" },
  OnlyLoadAppFromAsar = { on = true, why = "a folder named app is loaded instead of the script archive", severity = "note" },
}

-- For the examples.
local function failing(states, message)
  return fuses.app(states, { at = fuses.binary, message = message, count = 1 })
end

rule "electron-fuses" {
  summary   = "The fuses of an Electron app must not let others run scripts in it",
  severity  = "warning",
  rationale = "Electron's fuses, in the code of its framework, decide what a command line or an environment variable can make the app "
    .. "do. If a signed app runs other people's scripts, they get its permissions, past the system's protection.",
  source    = { "Electron: Electron Fuses", "Electron: Security, check which fuses you can change" },
  tags      = { "security", "secrets" },
  applies   = { kind = "application", platform = "macos", files = fuses.framework },
  check     = function(bundle, report)
    local found, file = fuses.read(bundle)
    for name, entry in pairs(wanted) do
      local states = found and found[name]
      if states and states[not entry.on] then
        report:file(file, entry.on and "the fuse %s is off: %s" or "the fuse %s is on: %s", name, entry.why, {
          expected = entry.on and "on" or "off", fix = "set it with @electron/fuses before signing", severity = entry.severity,
          discriminator = name,
        })
      end
    end
  end,
  examples  = {
    pass = {
      fuses.app { "01001100" }, fuses.app { "0rrr11", "0rrr11" }, fuses.app {}, fuses.app { "01001100", "010011001111" }, {},
      fuses.app { "0000rr" },
      elsewhere(fuses.app { "1" }, { platform = "catalyst" }), elsewhere(fuses.app { "1" }, { kind = "plugin" }),
    },
    fail = {
      failing({ "11001100" }, "RunAsNode is on"), failing({ "01001100", "11001100" }, "RunAsNode is on"), failing({ "1" },
        "RunAsNode is on"),
      failing({ "00101100" }, "EnableNodeOptionsEnvironmentVariable is on"), failing({ "00011100" },
        "EnableNodeCliInspectArguments is on"),
      failing({ "00000100" }, "EnableEmbeddedAsarIntegrityValidation is off"), failing({ "00001000" }, "OnlyLoadAppFromAsar is off"),
    },
  },
}
