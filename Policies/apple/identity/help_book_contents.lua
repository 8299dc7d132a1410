local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

local keys_of_files = { "HPDBookAccessPath", "HPDBookIndexPath" }

-- Whether a file is in the resources of a help book, in a language or in none.
local function has_resource(bundle, book, name)
  local own = name:gsub("[%[*?]", "?")
  return #bundles.walk(bundle, book .. "/Contents/Resources/" .. own) + #bundles.walk(bundle,
    book .. "/Contents/Resources/*.lproj/" .. own) > 0
end

-- For the examples.
local function app(info, files, at)
  local book = "Contents/Resources/App.help/Contents/"
  local all = { [book .. "Info.plist"] = "{ CFBundleIdentifier = a; " .. info .. " }" }
  for path, file in pairs(files or {}) do all[book .. path] = file end
  return { info = { CFBundleHelpBookFolder = "App.help" }, files = all, at = at and book .. "Info.plist:/" .. at }
end

rule "help-book-contents" {
  summary   = "A help book must contain the pages that its Info.plist names",
  severity  = "warning",
  rationale = "HPDBookAccessPath is the page that the Help menu opens, below the folder of the language. Without it, the window stays "
    .. "empty.",
  source    = "Apple Help Programming Guide: Help Book Property List Keys",
  applies   = { kind = { "application", "plugin" }, platform = { "macos", "catalyst" }, key = "CFBundleHelpBookFolder" },
  check     = function(bundle, report)
    local folders = bundle.info.CFBundleHelpBookFolder
    for _, folder in ipairs(plist.type(folders) == "array" and folders or { folders }) do
      local name = values.text(folder)
      local book = name and bundles.resource(bundle, name)
      local path = book and book .. "/Contents/Info.plist"
      local list = path and not bundles.problem(bundle, path) and bundles.read(bundle, path)
      for _, key in ipairs(plist.type(list) == "dictionary" and keys_of_files or {}) do
        local file = values.text(list[key])
        if file and not has_resource(bundle, book, file) then
          report:at(list, key, "the help book contains no '%s': the Help menu opens an empty window", file, {
            expected = "Contents/Resources/LANGUAGE.lproj/" .. file, fix = "add the page, or correct the path",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app("HPDBookAccessPath = a;"), { platform = "ios", files = { ["App.help/Contents/Info.plist"] = "{ HPDBookAccessPath = "
        .. "a; }" } }),
      {}, app("HPDBookAccessPath = \"a.html\";", { ["Resources/en.lproj/a.html"] = "x" }), app "HPDBookAccessPath = \"$(PAGE)\";",
      app("HPDBookAccessPath = \"a.html\";", { ["Resources/a.html"] = "x" }), app "HPDBookAccessPath = ();", app "\"a",
      app("HPDBookAccessPath = \"a[1].html\";", { ["Resources/a[1].html"] = "x" }), { info = { CFBundleHelpBookFolder = { "App.help" } } },
      { kind = "plugin" }, { info = { CFBundleHelpBookFolder = "App.help" } },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleHelpBookFolder = "A.help" }, files = {
        ["Versions/A/Resources/A.help/Contents/Info.plist"] = "{ HPDBookAccessPath = a; }",
      } } } },
    },
    fail = {
      elsewhere(app("HPDBookAccessPath = a;"), { kind = "plugin", at = app("", nil, "HPDBookAccessPath").at }),
      app("HPDBookAccessPath = \"a.html\";", { ["Resources/en.lproj/b.html"] = "x" }, "HPDBookAccessPath"),
      app("HPDBookIndexPath = \"a.helpindex\";", { ["en.lproj/a.helpindex"] = "x" }, "HPDBookIndexPath"),
      {
        platform = "catalyst", info = { CFBundleHelpBookFolder = { "App.help" } },
        files = { ["Contents/Resources/App.help/Contents/Info.plist"] = "{ HPDBookAccessPath = a; }" },
        at = "Contents/Resources/App.help/Contents/Info.plist:/HPDBookAccessPath",
      },
    },
  },
}
