local is_of_package = import "apple.layout.of_package"

rule "property-lists-parse" {
  summary   = "Every file with the extension plist must be a readable property list",
  severity  = "warning",
  rationale = "Code that opens an unreadable property list gets nothing, and the app continues without its contents. Files are recognized "
    .. "by their extension alone, wherever they are: a template that is not a property list yet needs another extension. In folders of "
    .. "Node and Python packages, which contain damaged files for tests, this is a note. The contents are not checked.",
  source    = { "CFPropertyList.c", "CFBinaryPList.c", "CFOldStylePList.c" },
  tags      = { "S1" },
  applies   = { kind = { "application", "extension", "framework", "plugin", "settings" }, nested = false },
  check     = function(bundle, report)
    -- Errors of nested bundles are reported without rules.
    local unread
    local function is_reported(path)
      if not unread then
        unread = {}
        for _, file in ipairs(bundles.unread(bundle)) do unread[file] = true end
      end
      return unread[path]
    end
    for _, file in ipairs(bundles.files(bundle, "**/*.plist", { type = "file", is = "unusable" })) do
      local path = file.path
      local problem = bundles.problem(bundle, path)
      -- An old-style property list may be a single word, as the message of a server is.
      if not problem then
        report:file(path, "the property list is a single value", {
          expected = "a dictionary or an array", fix = "restore the file; if it is something else, give it another extension",
          discriminator = "",
        })
      elseif not is_reported(path) then
        report:file(path, "the property list cannot be read%s: %s",
          problem.line and (" at %d:%d"):format(problem.line, problem.column) or "", problem.message, {
          expected = "an XML or binary property list",
          fix = "correct the file, or restore it; if it is something else, give it another extension",
          severity = is_of_package(path) and "note" or nil, discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { kind = "framework" }, { kind = "settings" },
      -- The report contains an error for a damaged Info.plist of a nested bundle in any case.
      { files = { ["Contents/PlugIns/Share.appex/Contents/Info.plist"] = "<plist>" } },
      { files = {
        ["Contents/Resources/a.plist"] = "{ a = b; }", ["Contents/Resources/b.plist.in"] = "<plist><dict>@KEYS@",
        ["Contents/Resources/c.plist"] = { directory = true },
      } },
      { files = { ["Contents/Resources/link.plist"] = { link = "gone" } } },
      { platform = "ios", files = { ["Parts/Info.plist"] = "{}", ["list.plist"] = "(a, b)", ["twice.plist"] = "{ a = b; a = c; }" } },
    },
    fail = {
      { platform = "ios", files = { ["a.plist"] = "Forbidden" }, at = "a.plist" },
      { files = { ["Contents/Resources/a.plist"] = "<plist><dict><key>a</key></dict></plist>" }, at = "Contents/Resources/a.plist" },
      { files = { ["Contents/Resources/deep/er/a.plist"] = "" }, at = "Contents/Resources/deep/er/a.plist" },
      { platform = "ios", files = { ["a.plist"] = "version https://git-lfs.github.com/spec/v1\n" }, at = "a.plist" },
      { files = { ["Contents/Resources/a.plist"] = { base64 = "YnBsaXN0MDDRAQI=" } }, at = "Contents/Resources/a.plist" },
      {
        files = { ["Contents/Resources/Base.lproj/Main.storyboardc/Info.plist"] = "<plist>" },
        at = "Contents/Resources/Base.lproj/Main.storyboardc/Info.plist",
      },
      {
        files = { ["Contents/Resources/app/node_modules/plist/test/a.plist"] = "<plist>" },
        at = "Contents/Resources/app/node_modules/plist/test/a.plist",
      },
      { files = { ["Contents/Resources/lib/site-packages/a.plist"] = "<plist>" }, at = "Contents/Resources/lib/site-packages/a.plist" },
      { kind = "settings", files = { ["More.plist"] = "<plist>" }, at = "More.plist" },
      -- Names that end like bundle names, and bundles where nothing looks for them.
      { platform = "ios", files = { ["GoogleService-Info.plist"] = "<plist>" }, at = "GoogleService-Info.plist" },
      { platform = "ios", files = { ["Parts/Info.plist"] = "<plist>" }, at = "Parts/Info.plist" },
      {
        files = { ["Contents/Resources/a/b/Art.bundle/Contents/Info.plist"] = "<plist>" },
        at = "Contents/Resources/a/b/Art.bundle/Contents/Info.plist",
      },
      { files = { ["Contents/Resources/Model.mlmodelc/Info.plist"] = "<plist>" }, at = "Contents/Resources/Model.mlmodelc/Info.plist" },
      {
        platform = "ios",
        bundles = { ["Settings.bundle"] = { kind = "settings", files = { ["Info.plist"] = "{}", ["Root.plist"] = "<plist>" } } },
        at = "Settings.bundle/Root.plist",
      },
      -- A file of a nested bundle is reported once, with the outer bundle.
      {
        bundles = { ["Contents/PlugIns/Share.appex"] = { files = { ["Contents/Resources/a.plist"] = "<plist>" } } },
        at = "Contents/PlugIns/Share.appex/Contents/Resources/a.plist", count = 1,
      },
      { kind = "extension", platform = "ios", files = { ["a.plist"] = "<plist>" }, at = "a.plist" },
      { kind = "plugin", platform = "ios", files = { ["a.plist"] = "<plist>" }, at = "a.plist" },
    },
  },
}
