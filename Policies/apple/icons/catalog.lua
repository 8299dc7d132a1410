local catalogs = import "apple.icons.catalogs"
local named = import "apple.icons.named"
local values = import "apple.values"

-- Where the sets of a catalog have the names that Info.plist uses: tvOS and visionOS put layers of several names together.
local plain = { ios = true, macos = true, catalyst = true, watchos = true }

-- The icon sets that Info.plist names: each with its dictionary, key and name.
local function sets(info)
  local result = {}
  local function add(node, key)
    if values.text(node[key]) then result[#result + 1] = { node = node, key = key, name = node[key] } end
  end
  for _, form in ipairs(values.forms(info, "CFBundleIconName")) do add(info, form) end
  for _, form in ipairs(values.forms(info, "CFBundleIcons")) do
    local icons = values.dictionary(info[form])
    add(values.dictionary(icons.CFBundlePrimaryIcon), "CFBundleIconName")
    for _, icon in pairs(values.dictionary(icons.CFBundleAlternateIcons)) do add(values.dictionary(icon), "CFBundleIconName") end
  end
  return result
end

-- Reports sets that the catalog does not have, each name once.
local function judge_sets(bundle, report, catalog)
  local seen = {}
  for _, set in ipairs(sets(bundle.info)) do
    if not seen[set.name] and not catalogs.asset(catalog, set.name) then
      report:at(set.node, set.key, "Info.plist names the icon '%s', but the asset catalog has no such icon set", set.name, {
        expected = "the name of a set in the catalog", fix = "correct the name, or add the set to the catalog of the app's target",
        severity = bundle.parent and "warning" or nil,
      })
    end
    seen[set.name] = true
  end
end

-- The first icon set that Info.plist names and nothing else stands in for: its dictionary, the key and the name; nil if there is none.
local function first(bundle)
  local info = bundle.info
  -- icons-exist and icon-family report files that are named but missing.
  if #named.names(bundle, true) == 0 then
    for _, form in ipairs(values.forms(info, "CFBundleIconName")) do
      if values.text(info[form]) then return info, form, info[form] end
    end
    for _, form in ipairs(values.forms(info, "CFBundleIcons")) do
      local icons = values.dictionary(info[form])
      -- On systems with layered icons it is a name; on iOS, icons-dictionary reports that.
      if bundle.platform ~= "ios" and values.text(icons.CFBundlePrimaryIcon) then
        return icons, "CFBundlePrimaryIcon", icons.CFBundlePrimaryIcon
      end
      local primary = values.dictionary(icons.CFBundlePrimaryIcon)
      if values.text(primary.CFBundleIconName) then return primary, "CFBundleIconName", primary.CFBundleIconName end
    end
  end
  for _, form in ipairs(values.forms(info, "CFBundleIcons")) do
    for _, icon in pairs(values.dictionary(values.dictionary(info[form]).CFBundleAlternateIcons)) do
      local fields = values.dictionary(icon)
      if values.text(fields.CFBundleIconName) and #values.list(fields.CFBundleIconFiles) == 0 then
        return fields, "CFBundleIconName", fields.CFBundleIconName
      end
    end
  end
  return nil
end

rule "icon-catalog" {
  summary   = "An app whose icon is in an asset catalog must contain the catalog",
  severity  = "error",
  rationale = "CFBundleIconName names an icon set in Assets.car. Without that file, and without icon files, the app has the generic icon. "
    .. "The same happens if the catalog has no set of that name. A catalog in a format newer than this rule is not checked, and a note "
    .. "says so.",
  source    = { "Information Property List Key Reference: CFBundleIconName", "Bundle Resources: CFBundlePrimaryIcon" },
  tags      = { "S10", "S13", "ITMS-90891", "ITMS-90893", "ITMS-90895" },
  applies   = { kind = "application" },
  check = function(bundle, report)
    local catalog, path, is_newer = catalogs.of(bundle)
    if not path and #values.forms(bundle.info, "CFBundleIconName") == 0 and #values.forms(bundle.info, "CFBundleIcons") == 0 then return end
    if catalog and plain[bundle.platform] then judge_sets(bundle, report, catalog) end
    if is_newer then
      report:file(path, "the catalog has format version %d, which is not known: its icons are not checked",
        bundle.files[path].catalog.storage_version, {
        expected = "a known version", fix = "update bundlepolicy", severity = "note",
      })
    end
    local node, key, name = first(bundle)
    if not node or path then return end
    report:at(node, key, "Info.plist names the icon '%s', but the bundle has no asset catalog", name, {
      expected = bundle.layout == "contents" and "Contents/Resources/Assets.car" or "Assets.car at the top level",
      fix = "compile the asset catalog into the bundle",
      -- Most users never see a helper inside another app.
      severity = bundle.parent and "warning" or nil,
    })
  end,
  examples = {
    pass = {
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Contents/Resources/Assets.car"] = { catalog = { assets = { { name = "AppIcon", kind = "icon" } } } } },
      },
      { platform = "watchos", info = { CFBundleIconName = "" }, files = { ["Assets.car"] = { catalog = {} } } },
      {
        platform = "tvos", info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "App Icon" } } },
        files = { ["Assets.car"] = { catalog = {} } },
      },
      { info = { CFBundleIconName = "AppIcon" }, files = { ["Contents/Resources/Assets.car"] = { base64 = "Qk9NU3RvcmUAAAAB" } } },
      {}, { info = { CFBundleIconName = "AppIcon" }, files = { ["Contents/Resources/Assets.car"] = "x" } },
      { platform = "ios", info = { CFBundleIconName = "AppIcon" }, files = { ["Assets.car"] = "x" } },
      {
        info = { CFBundleIconName = "AppIcon", CFBundleIconFile = "AppIcon" },
        files = { ["Contents/Resources/AppIcon.icns"] = { icns = { types = { "ic10" } } } },
      },
      { info = { CFBundleIconName = "" } },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { info = { CFBundleIconName = "Kit" } } } },
      {
        platform = "ios",
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon", CFBundleIconFiles = { "AppIcon60x60" } } } },
      },
      { platform = "ios", info = { CFBundleIcons = { CFBundlePrimaryIcon = "AppIcon" } } },
      { platform = "tvos", info = { CFBundleIcons = { CFBundlePrimaryIcon = "" } } },
      {
        platform = "ios",
        info = { CFBundleIcons = { CFBundleAlternateIcons = {
          Blue = { CFBundleIconName = "Blue", CFBundleIconFiles = { "Blue" } }, Red = {},
        } } },
      },
    },
    fail = {
      {
        platform = "ios", info = { CFBundleIconName = "Gone", CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "Gone" } } },
        files = { ["Assets.car"] = { catalog = {} } },
        at = "/CFBundleIconName", count = 1,
      },
      {
        platform = "ios", info = { CFBundleIcons = {
          CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" }, CFBundleAlternateIcons = { Blue = { CFBundleIconFiles = { "Blue" } } },
        } },
        at = "/CFBundleIcons/CFBundlePrimaryIcon/CFBundleIconName",
      },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = { ["Contents/Resources/Assets.car"] = { catalog = { assets = { { name = "Appicon", kind = "icon" } } } } },
        at = "/CFBundleIconName",
      },
      {
        platform = "watchos", info = { CFBundleIconName = "AppIcon" }, files = { ["Assets.car"] = { catalog = {} } },
        at = "/CFBundleIconName",
      },
      {
        platform = "catalyst", info = { CFBundleIconName = "AppIcon" }, files = { ["Contents/Resources/Assets.car"] = { catalog = {} } },
        at = "/CFBundleIconName",
      },
      {
        platform = "ios", info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } } },
        files = { ["Assets.car"] = { catalog = {} } },
        at = "/CFBundleIcons/CFBundlePrimaryIcon/CFBundleIconName",
      },
      {
        platform = "ios", info = { ["CFBundleIcons~ipad"] = { CFBundleAlternateIcons = { Blue = { CFBundleIconName = "Blue" } } } },
        files = { ["Assets.car"] = { catalog = {} } },
        at = "/CFBundleIcons~0ipad/CFBundleAlternateIcons/Blue/CFBundleIconName",
      },
      { files = { ["Contents/Resources/Assets.car"] = { catalog = { storage_version = 18 } } }, at = "Contents/Resources/Assets.car" },
      { info = { CFBundleIconName = "AppIcon" }, at = "/CFBundleIconName" },
      { info = { CFBundleIconName = "AppIcon" }, files = { ["Contents/Assets.car"] = "x" }, at = "/CFBundleIconName" },
      { info = { CFBundleIconName = "AppIcon", CFBundleIconFile = "" }, at = "/CFBundleIconName" },
      { platform = "watchos", info = { CFBundleIconName = "AppIcon" }, at = "/CFBundleIconName" },
      {
        platform = "ios", info = { ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } } },
        at = "/CFBundleIcons~0ipad/CFBundlePrimaryIcon/CFBundleIconName",
      },
      { platform = "tvos", info = { CFBundleIcons = { CFBundlePrimaryIcon = "App Icon" } }, at = "/CFBundleIcons/CFBundlePrimaryIcon" },
      {
        platform = "ios",
        info = { CFBundleIconFiles = { "A" }, CFBundleIcons = { CFBundleAlternateIcons = { Blue = { CFBundleIconName = "Blue" } } } },
        files = { ["A.png"] = { png = { width = 57 } } },
        at = "/CFBundleIcons/CFBundleAlternateIcons/Blue/CFBundleIconName",
      },
      {
        bundles = { ["Contents/Helpers/Tool.app"] = { info = { CFBundleIconName = "Tool" } } },
        at = "Contents/Helpers/Tool.app:/CFBundleIconName",
      },
    },
  },
}
