local values = import "apple.values"

-- The keys of the table of contents in a compiled storyboard.
local names = { "UIViewControllerIdentifiersToNibNames", "NSViewControllerIdentifiersToNibNames" }
local entry, main_menu = "UIStoryboardDesignatedEntryPointIdentifier", "NSStoryboardMainMenu"

-- Where an iOS app names the storyboard that it starts with.
local starting = { "/UIMainStoryboardFile", "/UIApplicationSceneManifest/UISceneConfigurations/*/*/UISceneStoryboardFile" }

-- Whether a storyboard contains a nib, for all devices and systems or for some.
local function has_nib(bundle, folder, name)
  for _, path in ipairs(bundles.walk(bundle, folder .. "/*.nib")) do
    local stem = path:sub(#folder + 2, -5)
    if stem == name or stem:sub(1, #name) == name and stem:find("^[~-]", #name + 1) then return true end
  end
  return false
end

-- For the examples.
local function app(contents, nibs, at, more)
  local files = { ["Main.storyboardc/Info.plist"] = "{ " .. contents .. " }" }
  for _, name in ipairs(nibs) do files["Main.storyboardc/" .. name .. ".nib"] = "NIBArchive" end
  local result = {
    platform = "ios", info = { UIMainStoryboardFile = "Main" }, files = files, at = at and "Main.storyboardc/Info.plist" .. at,
  }
  for key, value in pairs(more or {}) do result[key] = value end
  return result
end
local first, both = entry .. " = a; ", names[1] .. " = { a = a; b = 'b-nib'; };"
local lacking = "Main.storyboardc/Info.plist:/" .. names[1] .. "/a"

rule "storyboards-complete" {
  summary   = "A storyboard must contain the nibs that its table of contents names",
  severity  = "error",
  rationale = "A storyboard loads each view controller from a nib of its own: without the file, the app ends when it gets there. Without "
    .. "an entry point, the storyboard that an app starts with shows a black screen; that is a warning, because code can show something "
    .. "else.",
  source    = {
    "https://developer.apple.com/documentation/uikit/uistoryboard/instantiateinitialviewcontroller()",
    "https://developer.apple.com/documentation/bundleresources/information-property-list/uimainstoryboardfile",
  },
  applies   = { files = "**/*.storyboardc/Info.plist" },
  check     = function(bundle, report)
    local is_starting = {}
    for _, place in ipairs(values.is_mobile(bundle) and bundle.kind == "application" and starting or {}) do
      for _, found in ipairs(plist.find(bundle.info, place)) do
        local name = values.text(found.value)
        if name then is_starting[name] = true end
      end
    end
    for _, path in ipairs(bundles.walk(bundle, "**/*.storyboardc/Info.plist")) do
      -- property-lists-parse reports a file that cannot be read.
      local contents = not bundles.problem(bundle, path) and bundles.read(bundle, path)
      local folder, has_names = path:match("(.*)/"), false
      for _, key in ipairs(plist.type(contents) == "dictionary" and names or {}) do
        local list = values.dictionary(contents[key])
        for identifier in pairs(list) do
          local name = values.text(list[identifier])
          has_names = true
          if name and not has_nib(bundle, folder, name) then
            report:at(list, identifier, "the storyboard has no %s.nib: the app ends when it shows this view controller", name, {
              expected = folder .. "/" .. name .. ".nib", fix = "build the storyboard again, and copy the whole folder",
            })
          end
        end
      end
      if has_names and is_starting[folder:match("([^/]*)%.storyboardc$")] and contents[entry] == nil and contents[main_menu] == nil then
        report:missing(contents, entry, "the app starts with this storyboard, which has no entry point: the screen stays black", {
          expected = "an initial view controller", fix = "check Is Initial View Controller in Interface Builder", severity = "warning",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, app(first .. both, { "a", "b-nib" }), app(first .. both, { "a~ipad", "b-nib-11.0+" }), app(both, { "a", "b-nib" }, nil, {
        info = {},
      }), app("", {}), app(first .. names[1] .. " = { a = (); };", {}), app("a", {}), app(names[1] .. " = {};", {}),
      { files = {
        ["Contents/Resources/Main.storyboardc/Info.plist"] = "{ NSViewControllerIdentifiersToNibNames = { a = a; }; }",
        ["Contents/Resources/Main.storyboardc/a.nib"] = "x",
      }, info = { NSMainStoryboardFile = "Main" } },
      { platform = "ios", kind = "extension", files = app(both, { "a", "b-nib" }).files, info = { UIMainStoryboardFile = "Main" } },
      app(main_menu .. " = a; " .. both, { "a", "b-nib" }),
    },
    fail = {
      app(first .. both, { "a" }, ":/" .. names[1] .. "/b"), app(first .. both, { "ab", "b-nib" }, ":/" .. names[1] .. "/a"),
      app(first .. both, { "ab~ipad", "b-nib" }, ":/" .. names[1] .. "/a"), app(both, { "a", "b-nib" }, ":/" .. entry),
      {
        platform = "ios", info = { UIMainStoryboardFile = "Main" }, files = {
          ["Old.storyboardc/Main.storyboardc/Info.plist"] = "{ " .. both .. " }", ["Old.storyboardc/Main.storyboardc/a.nib"] = "x",
          ["Old.storyboardc/Main.storyboardc/b-nib.nib"] = "x",
        },
        at = "Old.storyboardc/Main.storyboardc/Info.plist:/" .. entry,
      },
      app(both, { "a", "b-nib" }, ":/" .. entry, { info = { UIApplicationSceneManifest = { UISceneConfigurations = {
        UIWindowSceneSessionRoleApplication = { { UISceneStoryboardFile = "Main" } },
      } } } }),
      {
        at = "Contents/Resources/Main.storyboardc/Info.plist:/NSViewControllerIdentifiersToNibNames/a",
        files = { ["Contents/Resources/Main.storyboardc/Info.plist"] = "{ NSViewControllerIdentifiersToNibNames = { a = a; }; }" },
      },
      { kind = "framework", platform = "ios", files = app(both, { "b-nib" }).files, at = lacking },
      { kind = "plugin", platform = "ios", files = app(both, { "b-nib" }).files, at = lacking },
      { kind = "extension", platform = "ios", files = app(both, { "b-nib" }).files, at = lacking },
    },
  },
}
