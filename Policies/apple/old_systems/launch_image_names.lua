local launch = import "apple.launch_images.named"

local orientations = { Landscape = true, Portrait = true, LandscapeLeft = true, LandscapeRight = true, PortraitUpsideDown = true }

-- The schemes of the app's links; a launch image may be for one of them.
local function schemes(bundle)
  local result = {}
  for _, entry in ipairs(plist.find(bundle.info, "/CFBundleURLTypes/*/CFBundleURLSchemes/*")) do
    if type(entry.value) == "string" then result[entry.value] = true end
  end
  return result
end

rule "launch-image-names" {
  summary   = "Names of launch images must have the modifiers that the system looks for, in its order",
  severity  = "warning",
  rationale = "The system constructs the names that it looks for; a file with any other name is never shown.",
  source    = { "Information Property List Key Reference: Naming Your Launch Image Files", "Technical Note TN2244" },
  tags      = { "S11" },
  applies   = { kind = "application", platform = "ios", nested = false, minimum_os = { below = "8.0" }, files = "*.png" },
  check = function(bundle, report)
    local base = launch.base(bundle)
    local known = schemes(bundle)
    for _, path in ipairs(bundles.walk(bundle, "*.png")) do
      local rest = launch.modifiers(base, path)
      if rest then
        local modifiers, scale, device = rest:match("^([^@~]*)(@?[%dx]*)(~?%a*)$")
        local fault
        if not modifiers or scale ~= "" and scale ~= "@2x" and scale ~= "@3x"
          or device ~= "" and device ~= "~iphone" and device ~= "~ipad" then
          fault = "the scale and the device must be at the end, such as @2x~ipad"
        else
          for word in modifiers:gmatch("%-([^-]*)") do
            if word == "568h" and scale ~= "@2x" then
              fault = "devices with a height of 568 points only look for @2x"
            elseif not orientations[word] and not known[word] and not word:find("^%d+h?$") then
              fault = ("'%s' is neither an orientation nor a URL scheme of the app"):format(word)
            end
          end
        end
        if fault then
          report:file(path, "the launch image is never found: %s", fault, {
            expected = base .. ", modifiers such as -568h, -Landscape or -SCHEME, @2x, ~iphone or ~ipad", fix = "rename the file",
          })
        end
      end
    end
  end,
  examples = {
    pass = {
      {
        info = { MinimumOSVersion = "6.0", CFBundleURLTypes = { { CFBundleURLSchemes = { "shop", 1 } } } },
        files = {
          ["Default.png"] = "", ["Default@2x.png"] = "", ["Default-568h@2x~iphone.png"] = "", ["Default-LandscapeLeft~ipad.png"] = "",
          ["Default-shop.png"] = "", ["Default-700-Portrait@3x.png"] = "", ["Other@ipad.png"] = "", ["Defaults-x.png"] = "",
        },
      },
      { info = { MinimumOSVersion = "6.0", UILaunchImageFile = "Start" }, files = { ["Default-x.png"] = "", ["Start-Portrait.png"] = "" } },
    },
    fail = {
      { info = { MinimumOSVersion = "6.0" }, files = { ["Default-568h.png"] = "" }, at = "Default-568h.png" },
      { info = { MinimumOSVersion = "6.0" }, files = { ["Default~ipad@2x.png"] = "" }, at = "Default~ipad@2x.png" },
      { info = { MinimumOSVersion = "6.0" }, files = { ["Default@4x.png"] = "" }, at = "Default@4x.png" },
      { info = { MinimumOSVersion = "6.0" }, files = { ["Default~ipod.png"] = "" }, at = "Default~ipod.png" },
      { info = { MinimumOSVersion = "7.0" }, files = { ["Default-landscape.png"] = "" }, at = "Default-landscape.png" },
      { info = { MinimumOSVersion = "6.0" }, files = { ["Default-x700.png"] = "" }, at = "Default-x700.png" },
      { info = { MinimumOSVersion = "6.0" }, files = { ["Default-700x.png"] = "" }, at = "Default-700x.png" },
      { info = { MinimumOSVersion = "6.0", UILaunchImageFile = "Start" }, files = { ["Start-shop.png"] = "" }, at = "Start-shop.png" },
    },
  },
}
