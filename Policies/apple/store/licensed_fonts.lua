local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

local extensions = { "ttf", "otf", "ttc" }

-- Families that only Apple makes, as the beginning of their names: everything that can follow is a style, a size or a script. Other
-- makers have fonts whose names start with SF and a blank.
local families = {
  "SF Pro", "SF Compact", "SF Mono", "SF UI Text", "SF UI Display", "SF Arabic", "SF Armenian", "SF Georgian", "SF Hebrew", "SF Camera",
  "SF Hello", "SF Cash", ".SF ", ".AppleSystemUI", "New York", ".New York", "Apple Color Emoji", "Apple SD Gothic Neo", "Apple Symbols",
  "Apple Braille", "Apple Chancery", "PingFang ", "Myriad Set Pro",
}

-- The name of the family if it is one of Apple's; nil otherwise.
local function apple_family(face)
  local family = face.family
  for _, start in ipairs(family and families or {}) do
    if family:sub(1, #start) == start and not family:find("^%l", #start + 1) then return family end
  end
  return nil
end

-- Whether the font says that it is Apple's.
local function is_of_apple(face)
  return (tostring(face.copyright) .. " " .. tostring(face.manufacturer)):find("%f[%a]Apple%f[%A]") ~= nil
end

-- Declares the rule for bundles of these platforms.
local folders = { ios = "", macos = "Contents/Resources/" }
local inner_apps = { ios = "Inner.app", macos = "Contents/Helpers/Inner.app" }
return function(platforms)
  local folder, inner = folders[platforms[1]], inner_apps[platforms[1]]
  local function font(fields) return { files = { [folder .. "A.ttf"] = { font = fields } } } end
  local function failing(fields)
    local result = font(fields)
    result.at = folder .. "A.ttf"
    return result
  end
  local failing_bundles = {
    { bundles = { [inner] = font { family = "SF Pro" } }, at = inner .. "/" .. folder .. "A.ttf", count = 1 },
  }
  for _, platform in ipairs(platforms) do
    failing_bundles[#failing_bundles + 1] = {
      platform = platform, files = { [folder .. "B.ttf"] = { font = { family = "SF Pro" } } }, at = folder .. "B.ttf",
    }
  end
  local owner = "© 2015-2023 Apple Inc. All rights reserved."

  for _, example in ipairs {
    failing { family = "SF Pro", copyright = owner }, failing { family = "SF Pro Display", manufacturer = "Apple Inc." },
    failing { family = ".SF NS", copyright = owner }, failing { family = "New York", copyright = owner },
    failing { family = "PingFang SC", copyright = owner }, failing { family = "New York medium", copyright = owner },
    { files = { [folder .. "B.OTF"] = { font = { family = "SF Mono" } } }, at = folder .. "B.OTF" },
    {
      files = { [folder .. "a.ttc"] = { font = { family = "SF Compact Rounded", copyright = "Pineapple Type" } } },
      at = folder .. "a.ttc",
    },
  } do failing_bundles[#failing_bundles + 1] = example end

  rule "apple-fonts" {
    summary   = "The app must not contain fonts that belong to Apple",
    severity  = "error",
    rationale = "Apple's licenses allow its fonts in mock-ups, not inside an app, and the store rejects one that contains them. All are "
      .. "part of the system. A font that only has the name of one of Apple's is a warning.",
    source    = { "ITMS-91198", "License Agreement for the Apple San Francisco Font", "developer.apple.com/fonts" },
    tags      = { "ITMS-91198" },
    applies   = {
      kind = "application", platform = platforms, nested = false,
      files = { "**/*.[tT][tT][fF]", "**/*.[oO][tT][fF]", "**/*.[tT][tT][cC]" },
    },
    check     = function(bundle, report)
      for _, file in ipairs(bundles.files(bundle, nil, { type = "file", extensions = extensions })) do
        local facts = values.readable(file, "font")
        for _, face in ipairs(facts and facts.faces or {}) do
          local family = apple_family(face)
          local is_certain = family and is_of_apple(face)
          if is_certain or family and family:find("^%.?SF ") then
            report:file(file.path, is_certain and "the font '%s' belongs to Apple" or "'%s' is the name of a font that belongs to Apple",
              family, {
              expected = "fonts that may be distributed", fix = "remove the file, and use the system font",
              severity = not is_certain and "warning" or nil, discriminator = "",
            })
            break
          end
        end
      end
    end,
    examples  = {
      pass = {
        elsewhere(font { family = "SF Pro" }, { kind = "plugin" }),
        { platform = folder == "" and "macos" or "ios", files = {
          [(folder == "" and "Contents/Resources/" or "") .. "A.ttf"] = { font = { family = "SF Pro" } },
        } },
        { info = { CFBundleShortVersionString = "0" }, files = { [folder .. "A.ttf"] = { font = { family = "Inter" } } } },
        { without = "CFBundleSupportedPlatforms", files = { [folder .. "A.ttf"] = { font = { family = "Inter" } } } },
        { info = { UIDeviceFamily = "x" }, files = { [folder .. "A.ttf"] = { font = { family = "Inter" } } } },
        font { family = "New Yorkshire", copyright = owner },
        font { family = "Inter", copyright = "Copyright 2020 The Inter Project Authors" },
        font { family = "SF Movie Poster", copyright = "ShyFoundry" }, font { family = "New Yorker", copyright = owner },
        font { family = "Pineapple", manufacturer = "Pineapple" },
        font { family = "New York", copyright = "public domain" }, font { family = "Last Resort", copyright = owner },
        { files = { [folder .. "A.ttf"] = "x", [folder .. "B.otf"] = { base64 = "T1RUTwA=" } } }, font {},
      },
      fail = failing_bundles,
    },
  }
end
