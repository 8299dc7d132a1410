local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- The values of a key that has one string or a list of strings.
local function all(value) return plist.type(value) == "array" and value or { value } end

-- For the examples.
local function app(name, book, at, folder)
  local path = "Contents/Resources/" .. (folder or "") .. "App.help/Contents/Info.plist"
  return { info = { CFBundleHelpBookFolder = "App.help", CFBundleHelpBookName = name }, files = { [path] = book }, at = at }
end
local book = "{ CFBundleIdentifier = com.example.help; HPDBookTitle = Help; }"

rule "help-book-name" {
  summary   = "CFBundleHelpBookName must be the identifier of the help book",
  severity  = "error",
  rationale = "The Help menu opens the book whose identifier the key names. With the title of the book instead, it opens an empty window.",
  source    = { "Apple Help Programming Guide: Registering a Help Book", "Information Property List Key Reference: CFBundleHelpBookName" },
  applies   = { kind = { "application", "plugin" }, platform = { "macos", "catalyst" }, key = "CFBundleHelpBookName" },
  check     = function(bundle, report)
    local info, names = bundle.info, all(bundle.info.CFBundleHelpBookName)
    for index, folder in ipairs(all(info.CFBundleHelpBookFolder)) do
      local place, name = values.text(folder), values.text(names[index])
      local path = place and name and bundles.resource(bundle, place)
      local list = path and path .. "/Contents/Info.plist"
      local own = list and not bundles.problem(bundle, list) and values.dictionary(bundles.read(bundle, list)).CFBundleIdentifier
      -- Books without an Info.plist state their names in the pages.
      if values.text(own) and own ~= name then
        local is_list = plist.type(info.CFBundleHelpBookName) == "array"
        report:at(is_list and names or info, is_list and index or "CFBundleHelpBookName",
          "'%s' is not the identifier of %s, which is '%s': the Help menu opens an empty window", name, place, own, {
          expected = own, fix = { text = "write " .. own, set = { [is_list and index or "CFBundleHelpBookName"] = own } },
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, app("com.example.help", book), app("com.example.help", book, nil, "en.lproj/"), app("App Help", "{}"), app("App Help", "{"),
      app("$(NAME)", book), app(1, book), { info = { CFBundleHelpBookFolder = "App.help", CFBundleHelpBookName = "x" } },
      { info = { CFBundleHelpBookName = "x" } }, { info = { CFBundleHelpBookFolder = { "App.help" }, CFBundleHelpBookName = { "x" } } },
      { kind = "plugin" }, { bundles = {
        ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleHelpBookFolder = "App.help", CFBundleHelpBookName = "x" }, files = {
          ["Versions/A/Resources/App.help/Contents/Info.plist"] = book,
        } },
        ["Contents/Resources/Phone.app"] = { platform = "ios", info = {
          CFBundleHelpBookFolder = "App.help", CFBundleHelpBookName = "x",
        }, files = { ["App.help/Contents/Info.plist"] = book } },
      } },
    },
    fail = {
      elsewhere(app("App Help", book), { kind = "plugin", at = "/CFBundleHelpBookName" }),
      app("App Help", book, "/CFBundleHelpBookName"), app("App Help", book, "/CFBundleHelpBookName", "en.lproj/"),
      {
        info = { CFBundleHelpBookFolder = { "App.help" }, CFBundleHelpBookName = { "App Help" } },
        files = { ["Contents/Resources/App.help/Contents/Info.plist"] = book }, at = "/CFBundleHelpBookName/0",
      },
      {
        platform = "catalyst", info = { CFBundleHelpBookFolder = "App.help", CFBundleHelpBookName = "x" },
        files = { ["Contents/Resources/App.help/Contents/Info.plist"] = book }, at = "/CFBundleHelpBookName",
      },
    },
  },
}
