local values = import "apple.values"

local modes = { RPBroadcastProcessModeSampleBuffer = true, RPBroadcastProcessModeMP4Clip = true }
local places = { "/NSExtension/RPBroadcastProcessMode", "/NSExtension/NSExtensionAttributes/RPBroadcastProcessMode" }

-- For the examples.
local point, class = "com.apple.broadcast-services-upload", "Handler"
local function extension(mode, at, inner)
  return { platform = "ios", at = at, info = { NSExtension = {
    NSExtensionPointIdentifier = point, NSExtensionPrincipalClass = class,
    RPBroadcastProcessMode = mode, NSExtensionAttributes = inner and { RPBroadcastProcessMode = inner },
  } } }
end

rule "broadcast-process-mode" {
  summary   = "A broadcast extension must state in which form ReplayKit passes the recording",
  severity  = "error",
  rationale = "With any other value of RPBroadcastProcessMode, ReplayKit starts the extension, but never passes it a frame: the broadcast "
    .. "stays empty. Letter case matters.",
  source    = "https://developer.apple.com/documentation/replaykit/rpbroadcastsamplehandler",
  applies   = { kind = "extension", key = places },
  check     = function(bundle, report)
    for _, place in ipairs(places) do
      for _, entry in ipairs(plist.find(bundle.info, place)) do
        local mode = entry.value
        if type(mode) ~= "string" or not modes[mode] and not values.has_variable(mode) then
          report:at(entry.node, entry.key, "%s is not a form in which ReplayKit passes a recording",
            type(mode) == "string" and "'" .. mode .. "'" or "the value", {
            expected = "RPBroadcastProcessModeSampleBuffer", fix = "write RPBroadcastProcessModeSampleBuffer",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios", kind = "extension" }, extension "RPBroadcastProcessModeSampleBuffer",
      extension(nil, nil, "RPBroadcastProcessModeMP4Clip"), extension "$(MODE)",
      { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { NSExtension = { RPBroadcastProcessMode = "x" } } } } },
    },
    fail = {
      extension("RPBroadcastProcessModeSampleBuffers", "/NSExtension/RPBroadcastProcessMode"),
      extension("SampleBuffer", "/NSExtension/RPBroadcastProcessMode"), extension(1, "/NSExtension/RPBroadcastProcessMode"),
      extension(nil, "/NSExtension/NSExtensionAttributes/RPBroadcastProcessMode", "SampleBuffer"),
      extension("RPBroadcastProcessModeMP4Clip", "/NSExtension/NSExtensionAttributes/RPBroadcastProcessMode", ""),
    },
  },
}
