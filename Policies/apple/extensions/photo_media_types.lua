local values = import "apple.values"

local key = "PHSupportedMediaTypes"
local place = "/NSExtension/NSExtensionAttributes/" .. key
local known = { Image = true, Video = true, LivePhoto = true, LoopingVideo = true }

-- For the examples.
local class = "Editor"
local function extension(types, at, message, point)
  return { platform = "ios", at = at and place .. at, message = message, info = { NSExtension = {
    NSExtensionPointIdentifier = point or "com.apple.photo-editing", NSExtensionPrincipalClass = class,
    NSExtensionAttributes = { [key] = types },
  } } }
end

rule "photo-media-types" {
  summary   = "A photo editing extension must name the media that it edits as Photos does",
  severity  = "error",
  rationale = "Photos offers the extension for the media in " .. key .. " that it knows, in this letter case: Image, Video and LivePhoto. "
    .. "If it knows none of them, nobody ever sees the extension; otherwise, an unknown one is a warning.",
  source    = {
    "https://developer.apple.com/documentation/photokit/creating-photo-editing-extensions",
    "https://developer.apple.com/library/archive/documentation/General/Conceptual/ExtensibilityPG/Photos.html",
  },
  applies   = { kind = "extension", key = place },
  check     = function(bundle, report)
    local declared = bundle.info.NSExtension
    if declared.NSExtensionPointIdentifier ~= "com.apple.photo-editing" then return end
    local list = declared.NSExtensionAttributes[key]
    local is_any = false
    for _, name in ipairs(values.list(list)) do
      is_any = is_any or known[name] == true or type(name) == "string" and values.has_variable(name)
    end
    for index, name in ipairs(values.list(list)) do
      if type(name) == "string" and not known[name] and not values.has_variable(name) then
        report:at(list, index, is_any and "Photos has no media of type '%s', and ignores it"
          or "Photos has no media of type '%s', and never offers the extension", name, {
          expected = "Image, Video or LivePhoto", fix = "write one of these", severity = is_any and "warning" or nil,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios", kind = "extension" }, extension { "Image", "Video", "LivePhoto", "LoopingVideo" },
      extension { "$(TYPE)", 1 }, extension "Image", extension({ "Text" }, nil, nil, "com.apple.share-services"),
      { platform = "ios", info = { NSExtension = {
        NSExtensionPointIdentifier = "com.apple.photo-editing", NSExtensionPrincipalClass = class, NSExtensionAttributes = "x",
      } } },
      { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = extension({ "x" }).info } } },
    },
    fail = {
      extension({ "Picture" }, "/0", "never offers"), extension({ "Image", "video" }, "/1", "ignores it"),
      extension({ 1, "Images" }, "/1", "never offers"), extension({ "$(TYPE)", "video" }, "/1", "ignores it"),
    },
  },
}
