local values = import "apple.values"

rule "launch-images-exist" {
  summary   = "Launch images that Info.plist names are in the bundle, under their plain names",
  severity  = "error",
  rationale = "Without its image the application starts with a black screen. The name is that of a family of files: the system "
    .. "adds scale and device itself.",
  source    = { "Information Property List Key Reference: UILaunchImages, UILaunchImageFile", "Technical Note TN2244" },
  tags      = { "S11", "S13" },
  applies   = { kind = "application", platform = { "ios", "tvos" } },
  check = function(bundle, report)
    -- Modifiers stand in any number behind the name: Launch-568h@2x~iphone.png.
    local function is_there(name)
      for _, path in ipairs(bundles.walk(bundle, "*.png")) do
        local rest = path:sub(1, #name) == name and path:sub(#name + 1)
        if rest and (rest == ".png" or rest:find("^[-@~]")) then return true end
      end
      return false
    end
    local function judge(node, key)
      local name = values.text(node[key])
      if not name then return end
      if name:find("%.%a+$") or name:find("@%dx") or name:find("~ip") then
        report:at(node, key, "'%s' holds more than the name of the launch image", name, {
          expected = "the name without extension, scale and device", fix = "write '" .. name:match("^[^@~.]*") .. "'",
        })
      elseif not is_there(name) then
        report:at(node, key, "there is no launch image '%s' in the bundle", name, {
          expected = name .. ".png or a variant at the top", fix = "add the file, or take its name away",
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
      { platform = "tvos", info = { UILaunchImageFile = "Launch.v2" }, files = { ["Launch.v2.png"] = "" } },
      {
        bundles = {
          ["PlugIns/Share.appex"] = { info = { UILaunchImageFile = "Launch" } },
          ["Watch/Watch.app"] = { platform = "watchos", info = { UILaunchImageFile = "Launch" } },
        },
      },
    },
    fail = {
      { info = { UILaunchImageFile = "Launch" } },
      { info = { UILaunchImageFile = "Launch" }, files = { ["LaunchPad@2x.png"] = "", ["launch.png"] = "" } },
      { info = { UILaunchImageFile = "Launch.png" }, files = { ["Launch.png"] = "" } },
      { info = { UILaunchImages = { { UILaunchImageName = "Tall@2x" } } }, files = { ["Tall@2x.png"] = "" } },
      { info = { UILaunchImages = { { UILaunchImageName = "Tall~ipad" } } }, files = { ["Tall~ipad.png"] = "" } },
      { info = { UILaunchImages = { { UILaunchImageName = "Tall" } } } },
    },
  },
}
