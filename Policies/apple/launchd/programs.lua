local elsewhere = import "apple.elsewhere"
local lists = import "apple.launchd.lists"
local values = import "apple.values"

-- The path in the app that an absolute path means, if it is one of this app's when installed; nil otherwise.
local function in_app(app, path)
  local start, finish = path:find("/" .. app.name .. "/", 1, true)
  return start and path:sub(finish + 1) or nil
end

-- For the examples.
local tool = { mach_o = {}, executable = true }
local function app(text, at, files, message)
  local path = "Contents/Library/LaunchDaemons/com.example.tool.plist"
  local all = { [path] = "{ " .. text .. " }", ["Contents/MacOS/tool"] = tool }
  for name, file in pairs(files or {}) do all[name] = file end
  return { files = all, at = at and path .. ":/" .. at, message = message }
end
local label = "Label = com.example.tool; "

rule "launchd-programs" {
  summary   = "The launchd property lists of an app must have a label and name a program of the app",
  severity  = "error",
  rationale = "SMAppService registers the daemon or agent, and launchd starts it at BundleProgram, a path from the top of the app. If "
    .. "nothing is there, the service never runs: launchd reports error 78 or 'spawn failed'.",
  source    = { "Service Management: SMAppService", "launchd.plist(5)", "Updating helper executables from earlier versions of macOS" },
  tags      = { "S13", "launchd-program" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, files = lists.patterns },
  check     = function(bundle, report)
    for _, entry in ipairs(lists.of(bundle, lists.patterns)) do
      local list = entry.list
      if list.Label == nil then
        report:missing(list, "Label", "the property list has no label: launchd refuses it", {
          expected = "an identifier such as com.example.tool", fix = "add Label",
        })
      end
      local arguments = values.list(list.ProgramArguments)
      local program = values.text(list.BundleProgram)
      if program then
        local path = program
        local file = bundle.files[path]
        if path:sub(1, 1) == "/" then
          report:at(list, "BundleProgram", "'%s' is absolute, but the path starts at the top of the app: launchd cannot find it", program, {
            expected = in_app(bundle, path) or "a path such as Contents/MacOS/tool", fix = "write the path inside the app",
          })
        elseif not file then
          report:at(list, "BundleProgram", "the app contains no '%s': launchd cannot find the program", program, {
            expected = "the path of a program in the app", fix = "correct the path, or copy the program there",
          })
        elseif file.type == "file" and not file.executable then
          report:at(list, "BundleProgram", "'%s' is not marked executable: launchd cannot start it", program, {
            expected = "a program", fix = "mark it with chmod +x",
          })
        elseif file.type == "directory" then
          report:at(list, "BundleProgram", "'%s' is a folder: launchd cannot start it", program, {
            expected = "a program", fix = "write the path of the executable",
          })
        end
      elseif list.BundleProgram == nil then
        local key, node, at = "Program", list, "Program"
        local path = values.text(list.Program)
        if list.Program == nil and arguments[1] ~= nil then
          key, node, at, path = "ProgramArguments", arguments, 1, values.text(arguments[1])
        end
        local own = path and in_app(bundle, path)
        if list.Program == nil and arguments[1] == nil then
          report:missing(list, "BundleProgram", "the property list names no program", {
            expected = "BundleProgram, a path such as Contents/MacOS/tool", fix = "add BundleProgram",
          })
        elseif own and not bundle.files[own] then
          report:at(node, at, "%s names '%s', which the app does not contain: launchd cannot find the program", key, path, {
            expected = "the path of a program in the app", fix = "use BundleProgram with the path inside the app",
          })
        -- launchd looks up a plain name in its search path, and installers replace placeholders.
        elseif path and not own and (path:find("^/Users/[^/]+/") and not path:find("^/Users/Shared/")) then
          report:at(node, at, "'%s' is in the home folder of one user: launchd cannot find it on other Macs", path, {
            expected = "BundleProgram", fix = "use BundleProgram with the path inside the app",
          })
        elseif path and path:find("^[%w.]") and (key == "Program" or path:find("/")) then
          report:at(node, at, "'%s' is a relative path, which only BundleProgram may have: launchd cannot find the program", path, {
            expected = "BundleProgram", fix = "use BundleProgram with the path inside the app",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { files = { ["Contents/Library/LaunchAgents/a.plist"] = "{ Label = a; ProgramArguments = (open, '/tmp/x'); }" } },
      { files = { ["Contents/Library/LaunchAgents/a.plist"] = "{ Label = a; ProgramArguments = ('{{PREFIX}}/bin/tool'); }" } },
      elsewhere(app "a = b;", { kind = "plugin" }),
      app(label .. "Program = '/Applications/AppXapp/Contents/MacOS/gone';"),
      {}, app(label .. "BundleProgram = 'Contents/MacOS/tool';"), app(label .. "BundleProgram = './Contents/MacOS/tool';"),
      app(label .. "ProgramArguments = ( '/usr/bin/true' );"), app(label .. "Program = '/usr/bin/true';"),
      app(label .. "Program = '/Users/Shared/tool';"), app(label .. "Program = '/Users/me/App.app/Contents/MacOS/tool';"),
      app(label .. "Program = '/opt/Users/me/tool';"),
      app(label .. "Program = '/Applications/App.app/Contents/MacOS/tool';"), app(label .. "BundleProgram = '$(TOOL)';"), app "\"a\" = ",
      app(label .. "BundleProgram = 'Contents/MacOS/link';", nil, { ["Contents/MacOS/link"] = { link = "tool" } }),
      { files = { ["Contents/Library/LaunchAgents/a.plist"] = "()" } },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Contents/Library/LaunchAgents/a.plist"] = "{}" } } } },
    },
    fail = {
      app(label .. "Program = '/Users/me/build/tool';", "Program"), app(label .. "Program = '/Users/me/Users/Shared/tool';", "Program"),
      app(label .. "ProgramArguments = ('/Users/me/build/tool');", "ProgramArguments/0"),
      app("BundleProgram = 'Contents/MacOS/tool';", "Label"), app(label, "BundleProgram"),
      app(label .. "BundleProgram = 'Contents/Library/LaunchServices/tool';", "BundleProgram"),
      app(label .. "ProgramArguments = ();", "BundleProgram"),
      app(label .. "BundleProgram = '/Contents/MacOS/tool';", "BundleProgram", nil, "is absolute"),
      app(label .. "BundleProgram = 'Contents/MacOS';", "BundleProgram"),
      app(label .. "BundleProgram = 'Contents/MacOS/data';", "BundleProgram", { ["Contents/MacOS/data"] = "x" }),
      app(label .. "Program = '/Applications/App.app/Contents/MacOS/gone';", "Program"),
      app(label .. "Program = '/App.app/Contents/MacOS/gone'; ProgramArguments = (tool);", "Program"),
      app(label .. "ProgramArguments = ( '/Applications/App.app/Contents/MacOS/gone' );", "ProgramArguments/0", nil,
        "ProgramArguments names"),
      app(label .. "ProgramArguments = ( 'Contents/MacOS/tool' );", "ProgramArguments/0"), app(label .. "Program = tool;", "Program"),
      {
        platform = "catalyst", files = { ["Contents/Library/LaunchAgents/a.plist"] = "{ Label = a; }" },
        at = "Contents/Library/LaunchAgents/a.plist:/BundleProgram",
      },
    },
  },
}
