-- Folders of packages, whose own tests and templates no one reads in the app.
local function is_of_package(path) return ("/" .. path):find("/node_modules/", 1, true) or ("/" .. path):find("/site-packages/", 1, true) end

-- Compiled interfaces are folders with an Info.plist of their own.
local compiled = { storyboardc = true, nib = true, lproj = true }

-- Whether a file describes a bundle. The reader of bundles reports these.
local function is_of_bundle(bundle, path)
  local settings = path:match("^(.*%.bundle)/Root%.plist$")
  if settings then return not bundles.exists(bundle, settings .. "/Info.plist") end
  local folder = path:match("^(.-)/?Info%.plist$")
  return folder ~= nil and not compiled[folder:match("%.(%w+)$")]
end

rule "property-lists-parse" {
  summary   = "Every file with the extension plist must be a readable property list",
  severity  = "warning",
  rationale = "Code that opens a property list that cannot be read gets nothing, and the app runs with what it does then. Files are recognized by their "
    .. "extension alone, wherever they are: a template that is not a property list yet needs another extension. In folders of Node and Python packages, which "
    .. "contain damaged files for tests, this is a note. The contents are not checked.",
  source    = { "CFPropertyList.c", "CFBinaryPList.c", "CFOldStylePList.c" },
  tags      = { "S1" },
  applies   = { kind = { "application", "extension", "framework", "plugin", "settings" }, nested = false },
  check     = function(bundle, report)
    for _, path in ipairs(bundles.walk(bundle, "**/*.plist")) do
      local problem = bundle.files[path].type == "file" and not is_of_bundle(bundle, path) and bundles.problem(bundle, path)
      if problem then
        report:file(path, "the property list cannot be read%s: %s", problem.line and (" at %d:%d"):format(problem.line, problem.column) or "", problem.message, {
          expected = "an XML or binary property list", fix = "correct the file, or restore it; if it is something else, give it another extension",
          severity = is_of_package(path) and "note" or nil, discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { kind = "framework" }, { kind = "settings" },
      { files = { ["Contents/Resources/a.plist"] = "{ a = b; }", ["Contents/Resources/b.plist.in"] = "<plist><dict>@KEYS@", ["Contents/Resources/c.plist"] = { directory = true } } },
      { files = { ["Contents/Resources/link.plist"] = { link = "gone" } } },
    },
    fail = {
      { files = { ["Contents/Resources/a.plist"] = "<plist><dict><key>a</key></dict></plist>" } }, { files = { ["Contents/Resources/deep/er/a.plist"] = "" } },
      { platform = "ios", files = { ["a.plist"] = "version https://git-lfs.github.com/spec/v1\n" } },
      { files = { ["Contents/Resources/a.plist"] = { base64 = "YnBsaXN0MDDRAQI=" } } },
      { files = { ["Contents/Resources/Base.lproj/Main.storyboardc/Info.plist"] = "<plist>" } },
      { files = { ["Contents/Resources/app/node_modules/plist/test/a.plist"] = "<plist>" } },
      { files = { ["Contents/Resources/lib/site-packages/a.plist"] = "<plist>" } },
      { kind = "settings", files = { ["More.plist"] = "<plist>" } },
      { platform = "ios", bundles = { ["Settings.bundle"] = { kind = "settings", files = { ["Info.plist"] = "{}", ["Root.plist"] = "<plist>" } } } },
      -- A file of a nested bundle is reported once, with the outer bundle.
      { bundles = { ["Contents/PlugIns/Share.appex"] = { files = { ["Contents/Resources/a.plist"] = "<plist>" } } } },
    },
  },
}
