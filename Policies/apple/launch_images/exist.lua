local catalogs = import "apple.icons.catalogs"
local launch = import "apple.launch_images.named"
local values = import "apple.values"

rule "launch-images-exist" {
  summary   = "The bundle must contain the launch images that Info.plist names, and their names must have no extension, scale or device",
  severity  = "error",
  rationale = "Without its image, the app starts with a black screen. The name stands for a family of files: the system "
    .. "appends the scale and the device itself.",
  source    = { "Information Property List Key Reference: UILaunchImages, UILaunchImageFile", "Technical Note TN2244" },
  tags      = { "S11", "S13" },
  applies   = { kind = "application", platform = { "ios", "tvos" }, key = { "UILaunchImages", "UILaunchImageFile" } },
  check = function(bundle, report)
    -- Launch images of an asset catalog have no files of their own, and Xcode names them in UILaunchImages.
    local catalog, _, is_newer = catalogs.of(bundle)
    -- The name of the set may be followed by the kind of device.
    local function is_in_catalog(name)
      for _, asset in ipairs(catalog and catalog.assets or {}) do
        if name == asset.name or name:sub(1, #asset.name + 1) == asset.name .. "-" then return true end
      end
      return is_newer
    end
    -- Any number of modifiers may follow the name: Launch-568h@2x~iphone.png.
    local function is_there(name)
      for _, path in ipairs(bundles.walk(bundle, "*.png")) do
        if launch.modifiers(name, path) then return true end
      end
      return false
    end
    local function judge(node, key)
      local name = values.text(node[key])
      if not name then return end
      if name:find("%.%a+$") or name:find("@%dx") or name:find("~ip") then
        report:at(node, key, "'%s' contains an extension, a scale or a device", name, {
          expected = "the name without extension, scale or device", fix = "change it to '" .. name:match("^[^@~.]*") .. "'",
        })
      elseif not is_there(name) and not (node ~= bundle.info and is_in_catalog(name)) then
        report:at(node, key, "the bundle has no launch image '%s'", name, {
          expected = name .. ".png or a variant of it at the top level", fix = "add the file, or remove its name",
        })
      end
    end
    -- lint: allow key.deprecated: old systems read it
    for _, entry in ipairs(values.list(bundle.info.UILaunchImages)) do judge(values.dictionary(entry), "UILaunchImageName") end
    judge(bundle.info, "UILaunchImageFile")
  end,
  examples = {
    pass = {
      {},
      {
        info = { UILaunchImageFile = "Launch", UILaunchImages = { { UILaunchImageName = "Tall" } } },
        files = { ["Launch.png"] = "", ["Tall-568h@2x~iphone.png"] = "" },
      },
      {
        platform = "tvos", info = { UILaunchImages = { { UILaunchImageName = "LaunchImage" } } },
        files = { ["Assets.car"] = { catalog = { assets = { { name = "LaunchImage" } } } } },
      },
      {
        info = { UILaunchImages = { { UILaunchImageName = "LaunchImage-700-568h" } } },
        files = { ["Assets.car"] = { catalog = { assets = { { name = "LaunchImage" } } } } },
      },
      {
        info = { UILaunchImages = { { UILaunchImageName = "LaunchImage" } } },
        files = { ["Assets.car"] = { catalog = { storage_version = 99 } } },
      },
      { platform = "tvos", info = { UILaunchImageFile = "Launch.v2" }, files = { ["Launch.v2.png"] = "" } },
      {
        bundles = {
          ["PlugIns/Share.appex"] = { info = { UILaunchImageFile = "Launch" } },
          ["Watch/Watch.app"] = { platform = "watchos", info = { UILaunchImageFile = "Launch" } },
        },
      },
    },
    fail = {
      {
        platform = "tvos", info = { UILaunchImages = { { UILaunchImageName = "LaunchImage" } } }, files = { ["Assets.car"] = "BOMStore" },
        at = "/UILaunchImages/0/UILaunchImageName",
      },
      {
        platform = "tvos", info = { UILaunchImages = { { UILaunchImageName = "LaunchImage" } } }, files = { ["Assets.car"] = "<html>" },
        at = "/UILaunchImages/0/UILaunchImageName",
      },
      {
        info = { UILaunchImages = { { UILaunchImageName = "Launch" } } },
        files = { ["Assets.car"] = { catalog = { assets = { { name = "LaunchImage" } } } } },
        at = "/UILaunchImages/0/UILaunchImageName",
      },
      { info = { UILaunchImageFile = "Launch" }, at = "/UILaunchImageFile" },
      { info = { UILaunchImageFile = "Launch" }, files = { ["LaunchPad@2x.png"] = "", ["launch.png"] = "" }, at = "/UILaunchImageFile" },
      { info = { UILaunchImageFile = "Launch.png" }, files = { ["Launch.png"] = "" }, at = "/UILaunchImageFile" },
      {
        info = { UILaunchImages = { { UILaunchImageName = "Tall@2x" } } }, files = { ["Tall@2x.png"] = "" },
        at = "/UILaunchImages/0/UILaunchImageName",
      },
      {
        info = { UILaunchImages = { { UILaunchImageName = "Tall~ipad" } } }, files = { ["Tall~ipad.png"] = "" },
        at = "/UILaunchImages/0/UILaunchImageName",
      },
      { info = { UILaunchImages = { { UILaunchImageName = "Tall" } } }, at = "/UILaunchImages/0/UILaunchImageName" },
    },
  },
}
