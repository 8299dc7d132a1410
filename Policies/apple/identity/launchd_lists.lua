local values = import "apple.values"

local folders = { "Contents/Library/LaunchAgents/*.plist", "Contents/Library/LaunchDaemons/*.plist" }

-- The program that a list names as a path in the app, with its key; nil if it names none.
local function program(list)
  if values.text(list.BundleProgram) then return list.BundleProgram, "BundleProgram" end
  return nil
end

-- For the examples: an app with a launch agent.
local function agent(contents, name)
  return { files = { ["Contents/Library/LaunchAgents/" .. (name or "com.example.agent.plist")] = '<plist version="1.0"><dict>' .. contents
    .. "</dict></plist>" } }
end
local function failing(contents, at, name)
  local result = agent(contents, name)
  result.at = "Contents/Library/LaunchAgents/" .. (name or "com.example.agent.plist") .. at
  return result
end
local label, run = "<key>Label</key><string>com.example.agent</string>", "<key>BundleProgram</key><string>%s</string>"

rule "launchd-lists" {
  summary   = "A launch agent or daemon in an app must have its file name as its label, and name a program of the app",
  severity  = "error",
  rationale = "SMAppService registers an agent or daemon by the name of its file; launchd knows it by its label and starts the program. "
    .. "If one of "
    .. "them does not fit, it never runs.",
  source    = { "Service Management: SMAppService", "launchd.plist(5)" },
  tags      = { "S13", "launchd-program" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, files = folders },
  check     = function(bundle, report)
    for _, file in ipairs(bundles.files(bundle, folders, "file")) do
      local list = not bundles.problem(bundle, file.path) and bundles.read(bundle, file.path)
      -- property-lists-parse reports damaged lists.
      if plist.type(list or nil) == "dictionary" then
        local name, path, key = values.text(list.Label), program(list)
        if not name then
          report:missing(list, "Label", "the list has no Label", { expected = file.path:match("([^/]*)%.plist$") })
        elseif name .. ".plist" ~= file.path:match("[^/]*$") then
          report:at(list, "Label", "the label is '%s', but the file is called %s", name, file.path:match("[^/]*$"), {
            expected = file.path:match("([^/]*)%.plist$"), fix = "rename the file or the label", severity = "warning",
          })
        end
        if path and not bundles.exists(bundle, path) then
          report:at(list, key, "the app has no program at %s", path, {
            expected = "a path from the top of the app, such as Contents/MacOS/agent",
            fix = "correct the path, or copy the program into the app",
          })
        elseif not path and not values.text(list.Program) and #values.list(list.ProgramArguments) == 0 then
          report:missing(list, "BundleProgram", "the list names no program", {
            expected = "BundleProgram with a path from the top of the app",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, agent(label .. run:format "Contents/MacOS/App"), agent "damaged",
      agent(label .. "<key>Program</key><string>/usr/bin/true</string>"),
      agent(label .. "<key>ProgramArguments</key><array><string>/usr/bin/true</string></array>"),
    },
    fail = {
      failing(label .. run:format "Contents/MacOS/gone", ":/BundleProgram"), failing(label, ":/BundleProgram"),
      failing(run:format "Contents/MacOS/App", ":/Label"), failing(label .. run:format "Contents/MacOS/App", ":/Label", "agent.plist"),
    },
  },
}

local tools = "Contents/Library/LaunchServices/"

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
      {
        info = { SMPrivilegedExecutables = { ["com.example.helper"] = "anchor apple" } },
        files = { ["Contents/Library/LaunchServices/com.example.helper"] = { mach_o = {} } },
      },
      { info = { SMPrivilegedExecutables = { ["com.example.$(HELPER)"] = "anchor apple" } } }, { info = { SMPrivilegedExecutables = "x" } },
    },
    fail = { {
      info = { SMPrivilegedExecutables = { ["com.example.helper"] = "anchor apple" } }, at = "/SMPrivilegedExecutables/com.example.helper",
    } },
  },
}
