local catalogs = import "apple.icons.catalogs"
local named = import "apple.icons.named"
local values = import "apple.values"

-- The sizes in the tables that the store does not require: pixels, usual name, device families, and whether Settings shows it.
local wanted = {
  { size = 180, name = "Icon-60@3x.png", families = { [1] = true } },
  { size = 76, name = "Icon-76.png", families = { [1] = true, [2] = true } },
  { size = 152, name = "Icon-76@2x.png", families = { [1] = true, [2] = true } },
  { size = 40, name = "Icon-Small-40.png", families = { [1] = true, [2] = true } },
  { size = 80, name = "Icon-Small-40@2x.png", families = { [1] = true, [2] = true } },
  { size = 120, name = "Icon-Small-40@3x.png", families = { [1] = true } },
  { size = 29, name = "Icon-Small.png", families = { [1] = true, [2] = true }, is_of_settings = true },
  { size = 58, name = "Icon-Small@2x.png", families = { [1] = true, [2] = true }, is_of_settings = true },
  { size = 87, name = "Icon-Small@3x.png", families = { [1] = true }, is_of_settings = true },
}

rule "recommended-icon-sizes" {
  summary   = "An app without an asset catalog should have an icon of each size that the system shows",
  severity  = "note",
  rationale = "The system scales another icon, which then looks blurred in Spotlight, in Settings, or on large screens.",
  source    = "Technical Q&A QA1686: tables 1, 3 and 5",
  tags      = { "S10" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = "7.0", key = named.keys },
  check = function(bundle, report)
    local pictures = named.pictures(bundle)
    -- The system derives the other sizes from the one large image of an asset catalog.
    if #pictures == 0 or catalogs.exists(bundle) then return end
    local sizes = {}
    for _, picture in ipairs(pictures) do sizes[picture.png.width] = true end
    local has_settings = bundles.exists(bundle, "Settings.bundle")
    for _, icon in ipairs(wanted) do
      local is_shown = has_settings or not icon.is_of_settings
      for _, family in ipairs(is_shown and values.list(bundle.info.UIDeviceFamily) or {}) do
        if icon.families[family] and not sizes[icon.size] then
          report:at(bundle.info, nil, "no icon of %d × %d pixels is declared", icon.size, icon.size, {
            discriminator = icon.name,
            expected = icon.name .. ", or an image of this size under another name", fix = "add the icon and name it in CFBundleIconFiles",
          })
          break
        end
      end
    end
  end,
  examples = {
    pass = {
      {}, { info = { UIDeviceFamily = "x", CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57 } } } },
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57 } }, ["Assets.car"] = { catalog = {} } } },
      {
        info = { UIDeviceFamily = { 2 }, CFBundleIconFiles = { "A", "B", "C", "D" } },
        files = {
          ["A.png"] = { png = { width = 76 } }, ["B.png"] = { png = { width = 152 } }, ["C.png"] = { png = { width = 40 } },
          ["D.png"] = { png = { width = 80 } },
        },
      },
    },
    fail = {
      {
        info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57 } }, ["Assets.car"] = "" },
        at = "Info.plist",
      },
      { info = { CFBundleIconFiles = { "Icon" } }, files = { ["Icon.png"] = { png = { width = 57 } } }, at = "Info.plist" },
      { info = { CFBundleIconFile = "Icon" }, files = { ["Icon.png"] = { png = { width = 57 } } }, at = "Info.plist" },
      {
        info = { CFBundleIcons = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "Icon" } } } },
        files = { ["Icon.png"] = { png = { width = 57 } } },
        at = "Info.plist",
      },
      {
        info = { UIDeviceFamily = { 2 }, CFBundleIconFiles = { "A", "B", "C", "D" } },
        files = {
          ["A.png"] = { png = { width = 76 } }, ["B.png"] = { png = { width = 152 } }, ["C.png"] = { png = { width = 40 } },
          ["D.png"] = { png = { width = 80 } },
        },
        bundles = { ["Settings.bundle"] = { kind = "settings" } },
        at = "Info.plist",
      },
    },
  },
}
