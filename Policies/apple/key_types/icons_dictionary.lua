local values = import "apple.values"

local function names_images(icon) return icon.CFBundleIconFiles ~= nil or icon.CFBundleIconName ~= nil or icon.CFBundleSymbolName ~= nil end

-- An icon on iOS, which is a dictionary.
local function judge(report, node, key)
  local icon = node[key]
  if plist.type(icon) ~= "dictionary" then
    report:at(node, key, "the icon %s is not a dictionary", key, {
      expected = "a dictionary with CFBundleIconFiles or CFBundleIconName", fix = "let the asset catalog compiler write it",
    })
  elseif not names_images(icon) then
    report:missing(icon, "CFBundleIconFiles", "the icon %s names no images", key, {
      expected = "CFBundleIconFiles or CFBundleIconName", fix = "name the images of the icon",
    })
  end
end

rule "icons-dictionary" {
  summary   = "CFBundleIcons must have the form that its system reads: dictionaries on iOS, names on tvOS",
  severity  = "error",
  rationale = "Otherwise the Home Screen shows an empty icon, or the store rejects the upload.",
  source    = { "Information Property List Key Reference: CFBundleIcons", "ITMS-90022" },
  tags      = { "S3", "S10" },
  applies   = { kind = { "application", "extension" }, platform = { "ios", "tvos" }, key = "CFBundleIcons" },
  check     = function(bundle, report)
    local is_tv = bundle.platform == "tvos"
    for _, form in ipairs(values.forms(bundle.info, "CFBundleIcons")) do
      local icons = values.dictionary(bundle.info[form])
      local primary, alternates = icons.CFBundlePrimaryIcon, icons.CFBundleAlternateIcons
      if is_tv then
        if primary ~= nil and type(primary) ~= "string" then
          report:at(icons, "CFBundlePrimaryIcon", "the primary icon is not a string", {
            expected = "the name of a layered image", fix = "set it to the name in the asset catalog",
          })
        end
        if plist.type(alternates) == "dictionary" then
          report:at(icons, "CFBundleAlternateIcons", "the alternate icons are not a list of names", {
            expected = "an array of names", fix = "list the names in the asset catalog",
          })
        end
      else
        if primary ~= nil then judge(report, icons, "CFBundlePrimaryIcon") end
        if plist.type(alternates) == "array" then
          report:at(icons, "CFBundleAlternateIcons", "the alternate icons are an array, so they have no names", {
            expected = "a dictionary of dictionaries by name", fix = "put each icon under the name that the code uses",
          })
        end
        for name in pairs(values.dictionary(alternates)) do judge(report, alternates, name) end
      end
    end
  end,
  examples  = {
    pass = {
      {
        platform = "ios",
        info = {
          CFBundleIcons = {
            CFBundlePrimaryIcon = { CFBundleIconFiles = { "Icon" } }, CFBundleAlternateIcons = { Night = { CFBundleIconName = "Night" } },
          },
        },
      },
      { platform = "ios", info = { CFBundleIcons = "x", CFBundleSupportedPlatforms = { "iPhoneOS" } } },
      {
        platform = "ios",
        info = {
          CFBundleSupportedPlatforms = { "AppleTVOS" },
          CFBundleIcons = { CFBundlePrimaryIcon = "Icon", CFBundleAlternateIcons = { "Night" } },
        },
      },
    },
    fail = {
      { platform = "ios", info = { CFBundleIcons = { CFBundlePrimaryIcon = "Icon" } }, at = "/CFBundleIcons/CFBundlePrimaryIcon" },
      {
        platform = "ios", info = { ["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { UIPrerenderedIcon = true } } },
        at = "/CFBundleIcons~0ipad/CFBundlePrimaryIcon/CFBundleIconFiles",
      },
      {
        platform = "ios", info = { CFBundleIcons = { CFBundleAlternateIcons = { "Night" } } }, at = "/CFBundleIcons/CFBundleAlternateIcons",
      },
      {
        platform = "ios", info = { CFBundleIcons = { CFBundleAlternateIcons = { Night = { "Night" } } } },
        at = "/CFBundleIcons/CFBundleAlternateIcons/Night",
      },
      {
        platform = "ios", info = { CFBundleSupportedPlatforms = { "AppleTVOS" }, CFBundleIcons = { CFBundlePrimaryIcon = {} } },
        at = "/CFBundleIcons/CFBundlePrimaryIcon",
      },
      {
        platform = "ios", info = { CFBundleSupportedPlatforms = { "AppleTVOS" }, CFBundleIcons = { CFBundleAlternateIcons = {} } },
        at = "/CFBundleIcons/CFBundleAlternateIcons",
      },
    },
  },
}
