local named = import "apple.icons.named"
local launch = import "apple.launch_images.named"
local values = import "apple.values"

-- The screens of the systems that read these names, in points: the width, the height and that without the status bar.
local iphone = { width = 320, height = 480, below_bar = 460 }
local ipad = { width = 768, height = 1024, below_bar = 1004 }
local ipad_landscape = { width = 1024, height = 768, below_bar = 748 }

-- The scale and the device at the end of a file's name.
local function modifiers(path) return tonumber(path:match("@(%d)x") or 1), path:match("~(%a+)%.png") end

-- Whether a picture has a size, given in points.
local function fits(png, width, height, scale) return png.width == width * scale and png.height == height * scale end

local function fits_screen(png, screen, scale)
  return fits(png, screen.width, screen.height, scale) or fits(png, screen.width, screen.below_bar, scale)
end

local function phrase(width, height, scale) return ("%d × %d"):format(width * scale, height * scale) end

-- Returns the size that a picture with a fixed name must have, in words, or nil if it has that size.
local function expected_by_name(path, rest, png)
  local scale, device = modifiers(path)
  local tall = tonumber(rest:match("%-(%d+)h"))
  if tall then
    -- The number is the height of the screen in points, for later devices in pixels. Cordova names images of 2 or 3 pixels per point
    -- without the scale.
    local long = math.max(png.width, png.height)
    if long == tall * scale or long == tall or scale == 1 and (long == tall * 2 or long == tall * 3) then return nil end
    return ("a height of %d pixels"):format(tall * scale)
  end
  local screens = {}
  if device ~= "ipad" then screens[#screens + 1] = iphone end
  if device ~= "iphone" and not rest:find("Landscape") then screens[#screens + 1] = ipad end
  if device ~= "iphone" and not rest:find("Portrait") then screens[#screens + 1] = ipad_landscape end
  local sizes = {}
  for _, screen in ipairs(screens) do
    if fits_screen(png, screen, scale) then return nil end
    table.insert(sizes, phrase(screen.width, screen.height, scale))
  end
  return table.concat(sizes, " or ") .. " pixels"
end

-- The sizes of all entries with the same name: name → { width, height, is_wide }.
local function declared(images)
  local result = {}
  for _, entry in ipairs(values.list(images)) do
    local fields = values.dictionary(entry)
    local name, size = values.text(fields.UILaunchImageName), fields.UILaunchImageSize == nil and "{320, 480}"
      or values.text(fields.UILaunchImageSize)
    local width, height = tostring(size):match("^{%s*(%d+)%s*,%s*(%d+)%s*}$")
    if name then
      result[name] = result[name] or {}
      local orientation = fields.UILaunchImageOrientation
      table.insert(result[name], {
        width = tonumber(width), height = tonumber(height),
        is_wide = type(orientation) == "string" and orientation:find("Landscape") ~= nil,
      })
    end
  end
  return result
end

-- Returns the size that a picture must have by the entries with its name; nil if it has one of their sizes, or if an entry is unreadable.
local function expected_by_entry(path, sizes, png)
  local scale, texts = modifiers(path), {}
  for _, size in ipairs(sizes) do
    if not size.width or fits(png, size.width, size.height, scale) or size.is_wide and fits(png, size.height, size.width, scale) then
      return nil
    end
    table.insert(texts, phrase(size.width, size.height, scale))
  end
  return table.concat(texts, " or ") .. " pixels"
end

rule "launch-image-sizes" {
  summary   = "Launch images must have the size of the screen that they are for",
  severity  = "warning",
  rationale = "The system picks launch images by their size: with one of another size, the app starts with a black screen, or runs "
    .. "between black bars. The rule is silent if the app has a launch storyboard that each of its systems reads.",
  source    = {
    "Information Property List Key Reference: UILaunchImages", "Technical Note TN2244",
    "App Programming Guide for iOS: App Launch (Default) Images",
  },
  tags      = { "S11" },
  applies   = { kind = "application", platform = "ios", nested = false },
  check = function(bundle, report)
    local info, minimum = bundle.info, values.minimum_os(bundle)
    local has_storyboard = #values.forms(info, "UILaunchStoryboardName") > 0 or #values.forms(info, "UILaunchScreen") > 0
    if has_storyboard and not (minimum and version.compare(minimum, "8.0") < 0) then return end
    local function judge(path, png, expected)
      if not expected then return end
      report:file(path, "the size of the launch image is %d × %d pixels", png.width, png.height, {
        expected = expected, fix = "export it in the size of the screen",
      })
    end
    -- lint: allow key.deprecated: old systems read it
    local entries, base = declared(info.UILaunchImages), launch.base(bundle)
    local seen = {}
    for name, sizes in pairs(entries) do
      for _, path in ipairs(named.files(bundle, name)) do
        local png = values.png(bundle.files[path])
        seen[path] = true
        if png then judge(path, png, expected_by_entry(path, sizes, png)) end
      end
    end
    for _, path in ipairs(bundles.walk(bundle, "*.png")) do
      local rest = not seen[path] and launch.modifiers(base, path)
      local png = rest and values.png(bundle.files[path])
      if png then judge(path, png, expected_by_name(path, rest, png)) end
    end
  end,
  examples = {
    pass = {
      {}, { info = { CFBundleIdentifier = {} } },
      {
        without = "UILaunchScreen",
        files = {
          ["Default.png"] = { png = { width = 320, height = 480 } }, ["Default@2x.png"] = { png = { width = 640, height = 920 } },
          ["Default-667h.png"] = { png = { width = 750, height = 1334 } },
          ["Default-Landscape-736h.png"] = { png = { width = 2208, height = 1242 } },
          ["Default-568h@2x~iphone.png"] = { png = { width = 640, height = 1136 } },
          ["Default-2436h@3x.png"] = { png = { width = 1125, height = 2436 } },
          ["Default-Portrait~ipad.png"] = { png = { width = 768, height = 1004 } },
          ["Default-Landscape@2x~ipad.png"] = { png = { width = 2048, height = 1496 } },
          ["Default~ipad.png"] = { png = { width = 1024, height = 768 } }, ["Default~iphone.png"] = { png = { width = 320, height = 480 } },
          ["Default-LandscapeLeft.png"] = { png = { width = 1024, height = 748 } },
          ["Default-shop.png"] = { png = { width = 768, height = 1024 } }, ["DefaultAvatar.png"] = { png = { width = 9 } },
          ["Defaultx.png"] = { png = { width = 9 } }, ["Defaults-x.png"] = { png = { width = 9 } }, ["Default-x@2x.png"] = "JFIF",
          ["Other.png"] = { png = { width = 9 } },
        },
      },
      -- A launch storyboard replaces them.
      { info = { MinimumOSVersion = "8.0" }, files = { ["Default.png"] = { png = { width = 9 } } } },
      {
        without = "UILaunchScreen", info = { ["UILaunchStoryboardName~ipad"] = "Launch" },
        files = { ["Default.png"] = { png = { width = 9 } } },
      },
      { without = "MinimumOSVersion", files = { ["Default.png"] = { png = { width = 9 } } } },
      {
        without = "UILaunchScreen",
        info = { UILaunchImages = {
          { UILaunchImageName = "Old" }, { UILaunchImageName = "Tall", UILaunchImageSize = "{320, 568}" },
          { UILaunchImageName = "Wide", UILaunchImageSize = "{768,1024}", UILaunchImageOrientation = "LandscapeLeft" },
          { UILaunchImageName = "Two", UILaunchImageSize = "{320, 568}" },
          { UILaunchImageName = "Two", UILaunchImageSize = "{ 375 , 667 }" },
          { UILaunchImageName = "Default-700", UILaunchImageSize = "{414, 736}" },
          { UILaunchImageName = "Bad", UILaunchImageSize = "320x480" },
          { UILaunchImageName = "Long", UILaunchImageSize = "{320, 480} points" },
          { UILaunchImageName = "Word", UILaunchImageSize = "size {320, 480}" },
          { UILaunchImageName = "Narrow", UILaunchImageSize = "{768, 1024}", UILaunchImageOrientation = "Landscape" }, "x",
          { UILaunchImageSize = "{1, 1}" }, { UILaunchImageName = {} },
        } },
        files = {
          ["Old.png"] = { png = { width = 320, height = 480 } }, ["Tall@2x.png"] = { png = { width = 640, height = 1136 } },
          ["Wide@2x~ipad.png"] = { png = { width = 2048, height = 1536 } }, ["Two@2x.png"] = { png = { width = 750, height = 1334 } },
          ["Default-700@3x.png"] = { png = { width = 1242, height = 2208 } }, ["Bad.png"] = { png = { width = 9 } },
          ["Long.png"] = { png = { width = 9 } }, ["Word.png"] = { png = { width = 9 } },
          ["Narrow.png"] = { png = { width = 768, height = 1024 } }, ["Tall.png"] = "JFIF",
        },
      },
    },
    fail = {
      { without = "UILaunchScreen", files = { ["Default.png"] = { png = { width = 320, height = 481 } } }, at = "Default.png" },
      {
        info = { MinimumOSVersion = "7.1" }, files = { ["Default@2x.png"] = { png = { width = 320, height = 480 } } },
        at = "Default@2x.png",
      },
      {
        without = "UILaunchScreen", files = { ["Default-568h@2x.png"] = { png = { width = 640, height = 960 } } },
        at = "Default-568h@2x.png",
      },
      {
        without = "UILaunchScreen", files = { ["Default-667h@2x.png"] = { png = { width = 1125, height = 2001 } } },
        at = "Default-667h@2x.png",
      },
      {
        without = "UILaunchScreen", files = { ["Default~iphone.png"] = { png = { width = 768, height = 1024 } } },
        at = "Default~iphone.png",
      },
      {
        without = "UILaunchScreen", files = { ["Default~iphone.png"] = { png = { width = 1024, height = 768 } } },
        at = "Default~iphone.png",
      },
      { without = "UILaunchScreen", files = { ["Default~ipad.png"] = { png = { width = 320, height = 480 } } }, at = "Default~ipad.png" },
      {
        without = "UILaunchScreen", files = { ["Default-Portrait~ipad.png"] = { png = { width = 1024, height = 768 } } },
        at = "Default-Portrait~ipad.png",
      },
      {
        without = "UILaunchScreen", files = { ["Default-LandscapeRight~ipad.png"] = { png = { width = 768, height = 1024 } } },
        at = "Default-LandscapeRight~ipad.png",
      },
      {
        without = "UILaunchScreen", info = { UILaunchImageFile = "Start" },
        files = { ["Start-Portrait.png"] = { png = { width = 768, height = 1025 } } },
        at = "Start-Portrait.png",
      },
      {
        without = "UILaunchScreen", info = { UILaunchImages = { { UILaunchImageName = "Old" } } },
        files = { ["Old.png"] = { png = { width = 480, height = 320 } } },
        at = "Old.png",
      },
      {
        without = "UILaunchScreen", info = { UILaunchImages = { { UILaunchImageName = "Tall", UILaunchImageSize = "{320, 568}" } } },
        files = { ["Tall@2x.png"] = { png = { width = 640, height = 960 } } },
        at = "Tall@2x.png",
      },
      {
        without = "UILaunchScreen",
        info = { UILaunchImages = { {
          UILaunchImageName = "Wide", UILaunchImageSize = "{320, 568}", UILaunchImageOrientation = "Landscape",
        } } },
        files = { ["Wide@2x.png"] = { png = { width = 1136, height = 1136 } } },
        at = "Wide@2x.png",
      },
      {
        without = "UILaunchScreen",
        info = { UILaunchImages = { {
          UILaunchImageName = "Up", UILaunchImageSize = "{320, 568}", UILaunchImageOrientation = "Portrait",
        } } },
        files = { ["Up@2x.png"] = { png = { width = 1136, height = 640 } } },
        at = "Up@2x.png",
      },
    },
  },
}
