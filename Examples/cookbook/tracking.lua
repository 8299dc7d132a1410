-- An app that tracks asks its users, and an app that does not track cannot.

policy "cookbook.tracking" { summary = "The app tracks only if it asks" }

local asks = "NSUserTrackingUsageDescription"

rule "tracking" {
  summary   = "An app must ask before it tracks, and must not ask if it does not track",
  rationale = "Without the description, the app crashes when it asks. With it, reviewers look for the request, and reject the app.",
  applies   = { kind = "application", platform = { "ios", "tvos" }, nested = false },
  check     = function(bundle, report)
    local by
    for _, code in ipairs(bundles.code(bundle, { nested = true })) do
      for _, slice in ipairs(code.file and code.file.mach_o and code.file.mach_o.slices or {}) do
        if (slice.used_classes or {}).ATTrackingManager then by = by or code.path end
      end
    end
    if by and bundle.info[asks] == nil then
      report:missing(bundle.info, asks, "%s requests permission to track, but %s is missing", by, asks)
    elseif not by and bundle.info[asks] then
      report:at(bundle.info, asks, "no code requests permission to track", { fix = "remove it, or ask with ATTrackingManager" })
    end
  end,
  examples  = {
    pass = {
      {
        platform = "ios", info = { [asks] = "Shows ads about your hobbies." },
        files = { App = { mach_o = { used_classes = { "ATTrackingManager" } } } },
      },
      { platform = "tvos" },
      {
        platform = "ios", info = { [asks] = "Shows ads about your hobbies." },
        bundles = { ["Frameworks/Ads.framework"] = {
          kind = "framework", files = { Ads = { mach_o = { file_type = "dylib", used_classes = { "ATTrackingManager" } } } },
        } },
      },
    },
    fail = {
      { platform = "ios", files = { App = { mach_o = { used_classes = { "ATTrackingManager" } } } }, at = "/" .. asks },
      { platform = "ios", info = { [asks] = "Shows ads about your hobbies." }, at = "/" .. asks },
    },
  },
}
