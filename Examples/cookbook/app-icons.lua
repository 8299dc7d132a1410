-- Icons exist, have the sizes that their names and displays require, and are opaque on iOS.

policy "cookbook.app-icons" { summary = "Icons are complete and have the right sizes" }

local function in_catalog(bundle, report, catalog)
  for _, asset in ipairs(catalog and catalog.assets or {}) do
    if asset.name == bundle.info.CFBundleIconName and asset.kind == "icon" then
      for _, image in ipairs(asset.images) do
        if image.width >= 1024 then return end
      end
      return report:at(bundle.info, "CFBundleIconName", "no image of icon '%s' is large enough", asset.name, { expected = "1024 pixels" })
    end
  end
  report:at(bundle.info, "CFBundleIconName", "the asset catalog has no icon with this name")
end

local function catalog(asset)
  return { ["Contents/Resources/Assets.car"] = { catalog = { assets = { asset } } } }
end

rule "mac-icon" {
  summary   = "The icon of a Mac app must be large enough for the largest display",
  rationale = "Without 512 points at scale 2, the store rejects the app, and the icon looks blurred on large displays.",
  applies   = { kind = "application", platform = "macos", nested = false },
  check = function(bundle, report)
    local name = bundle.info.CFBundleIconFile
    local car = bundle.files["Contents/Resources/Assets.car"]
    if name == nil and bundle.info.CFBundleIconName and car then return in_catalog(bundle, report, car.catalog) end
    if name == nil then return report:missing(bundle.info, "CFBundleIconFile") end
    local path = "Contents/Resources/" .. name:gsub("%.icns$", "") .. ".icns"
    local file = bundle.files[path]
    if file == nil then
      return report:at(bundle.info, "CFBundleIconFile", "the icon %s does not exist", path, {
        expected = "a file with this name, letter case included",
      })
    end
    local icons = file.icns
    if icons == nil then
      report:file(path, "%s is not an icon family", path)
    elseif icons.largest < 1024 then
      report:file(path, "the largest image is %d pixels wide", icons.largest, { expected = "1024 pixels (ic10)" })
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleIconFile = "App" }, files = { ["Contents/Resources/App.icns"] = { icns = { types = { "ic07", "ic10" } } } } },
      {
        info = { CFBundleIconName = "AppIcon" },
        files = catalog { name = "AppIcon", kind = "icon", images = { { width = 512 }, { width = 1024 } } },
      },
    },
    fail = {
      { at = "/CFBundleIconFile" },
      { info = { CFBundleIconName = "AppIcon" }, at = "/CFBundleIconFile" },
      { info = { CFBundleIconName = "AppIcon" }, files = catalog { name = "Other", kind = "icon" }, at = "/CFBundleIconName" },
      { info = { CFBundleIconName = "AppIcon" }, files = catalog { name = "AppIcon", kind = "image" }, at = "/CFBundleIconName" },
      { info = { CFBundleIconName = "AppIcon" }, files = { ["Contents/Resources/Assets.car"] = "no catalog" }, at = "/CFBundleIconName" },
      {
        info = { CFBundleIconName = "AppIcon" }, at = "/CFBundleIconName",
        files = catalog { name = "AppIcon", kind = "icon", images = { { width = 512 } } },
      },
      { info = { CFBundleIconFile = "App.icns" }, at = "/CFBundleIconFile" },
      { info = { CFBundleIconFile = "App" }, files = { ["Contents/Resources/App.icns"] = "PNG" }, at = "Contents/Resources/App.icns" },
      {
        info = { CFBundleIconFile = "App" }, files = { ["Contents/Resources/App.icns"] = { icns = { types = { "ic09" } } } },
        at = "Contents/Resources/App.icns",
      },
    },
  },
}

local function icon_files(files, key, at)
  return {
    platform = "ios", files = files, at = at,
    info = { [key or "CFBundleIcons"] = { CFBundlePrimaryIcon = { CFBundleIconFiles = { "AppIcon60x60" } } } },
  }
end

rule "phone-icons" {
  summary   = "Every named icon must exist, have the size in its name, and be opaque",
  rationale = "The store rejects uploads with a missing, stretched or transparent icon.",
  applies   = { kind = "application", platform = "ios", nested = false },
  check = function(bundle, report)
    local judged = {}
    local function judge(named)
      if judged[named.value] then return end  -- for the iPhone and the iPad
      judged[named.value] = true
      local found = bundles.walk(bundle, named.value .. "*.png")
      if #found == 0 then
        report:at(named.node, named.key, "the icon %s does not exist", named.value, { expected = "a file " .. named.value .. "@2x.png" })
      end
      for _, path in ipairs(found) do
        local image = bundle.files[path].png
        local points = path:match("(%d+%.?%d*)x%d")
        local scale = path:match("@(%d)x") or "1"
        local side = points and math.tointeger(points * scale)
        if image == nil then
          report:file(path, "%s is not a PNG file", path)
        elseif side and (image.width ~= side or image.height ~= side) then
          report:file(path, "the size of the icon is %d×%d pixels", image.width, image.height, { expected = side .. "×" .. side })
        -- Xcode's PNG files for devices always have an alpha channel, used or not.
        elseif image.has_alpha and not image.is_cgbi then
          report:file(path, "the icon has an alpha channel", { fix = "export it without an alpha channel" })
        end
      end
    end
    -- An iPad-only app has only the second key.
    for _, key in ipairs { "CFBundleIcons", "CFBundleIcons~ipad" } do
      for _, named in ipairs(plist.find(bundle.info, "/" .. key:gsub("~", "~0") .. "/CFBundlePrimaryIcon/CFBundleIconFiles/*")) do
        judge(named)
      end
    end
    if next(judged) == nil then report:missing(bundle.info, "CFBundleIcons", "the app has no icon") end
  end,
  examples  = {
    pass = { icon_files { ["AppIcon60x60@2x.png"] = { png = { width = 120 } }, ["AppIcon60x60@3x.png"] = { png = { width = 180 } } } },
    fail = {
      { at = "/CFBundleIcons" },
      icon_files({}, nil, "/CFBundleIcons/CFBundlePrimaryIcon/CFBundleIconFiles/0"),
      icon_files({ ["AppIcon60x60@2x~ipad.png"] = { png = { width = 60 } } }, "CFBundleIcons~ipad", "AppIcon60x60@2x~ipad.png"),
      icon_files({ ["AppIcon60x60@2x.png"] = "JPEG" }, nil, "AppIcon60x60@2x.png"),
      icon_files({ ["AppIcon60x60@2x.png"] = { png = { width = 120, height = 60 } } }, nil, "AppIcon60x60@2x.png"),
      icon_files({ ["AppIcon60x60@2x.png"] = { png = { width = 120, has_alpha = true } } }, nil, "AppIcon60x60@2x.png"),
    },
  },
}
