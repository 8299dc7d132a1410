-- Keys whose values are constants of a framework, of which every SDK may have more than those known here.
local growing = {
  INSupportedMediaCategories = true, MKDirectionsApplicationSupportedModes = true, NSAccessorySetupSupports = true,
  NSAccessorySetupKitSupports = true,
  UIApplicationPreferredDefaultSceneSessionRole = true, UIApplicationShortcutItemIconType = true,
}

-- background-modes reports them.
local modes = { UIBackgroundModes = true, WKBackgroundModes = true }

rule "known-values" {
  summary   = "A key with a fixed set of values must have one of them",
  severity  = "warning",
  rationale = "The platform ignores any other value, and the store rejects some. The constants of frameworks are not a fixed set, because "
    .. "later SDKs add some: an unknown one is a note.",
  source    = { "Information Property List Key Reference", "Bundle Resources: Information Property List" },
  tags      = { "S3", "S2", "S11" },
  check     = function(bundle, report)
    for _, place in ipairs(keys.departures(bundle.info)) do
      if place.kind == "value" and not modes[keys.split(place.under).base] then
        local value, allowed, alike = tostring(place.node[place.key]), place.allowed, nil
        for _, word in ipairs(allowed) do
          if word:lower() == value:lower() then alike = word end
        end
        report:at(place.node, place.key, "'%s' is not one of the values that the platform knows", value, {
          expected = "one of " .. table.concat(allowed, ", ", 1, math.min(#allowed, 12)) .. (#allowed > 12 and ", …" or ""),
          fix = alike and "write " .. alike .. ", letter case matters" or "write one of these",
          -- Outside the store nothing reads the category; templates of packagers contain "Unknown".
          severity = (place.key == "LSApplicationCategoryType"
            or not alike and (growing[place.key] or growing[keys.split(place.under).base])) and "note" or nil,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRole = "Viewer", LSHandlerRank = "" } } } },
      { info = { CFBundleURLTypes = { { CFBundleTypeRole = "$(ROLE)" } }, LSUIPresentationMode = 3 } },
      { info = { LSUIPresentationMode = 3.0 } },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRole = { "Viewer" } } } } },
      { platform = "ios", info = { UIBackgroundModes = { "audio", "music" } } },
    },
    fail = {
      {
        platform = "ios", info = { INSupportedMediaCategories = { "INMediaCategoryMusic", "INMediaCategoryVideo" } },
        at = "/INSupportedMediaCategories/1",
      },
      { info = { LSApplicationCategoryType = "Unknown" }, at = "/LSApplicationCategoryType" },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRole = "viewer" } } }, at = "/CFBundleDocumentTypes/0/CFBundleTypeRole" },
      { info = { LSUIPresentationMode = 9 }, at = "/LSUIPresentationMode" },
      { info = { LSUIPresentationMode = 2.5 }, at = "/LSUIPresentationMode" },
      {
        platform = "ios", info = { ["UISupportedInterfaceOrientations~ipad"] = { "Portrait" } },
        at = "/UISupportedInterfaceOrientations~0ipad/0",
      },
      {
        platform = "ios", info = { CFBundleIcons = { UINewsstandIcon = { UINewsstandBindingEdge = "Left" } } },
        at = "/CFBundleIcons/UINewsstandIcon/UINewsstandBindingEdge",
      },
    },
  },
}
