policy "com.example.house.ios" {
  summary = "Additional requirements for iPhone products",
  version = "1.0.0",
}

rule "one-scene" {
  summary   = "iPhone apps must have a single scene",
  rationale = "Support staff ask which window a customer is looking at.",
  applies   = { kind = "application", platform = "ios" },
  check = function(bundle, report)
    local manifest = bundle.info.UIApplicationSceneManifest
    if manifest ~= nil and manifest.UIApplicationSupportsMultipleScenes then
      report:at(manifest, "UIApplicationSupportsMultipleScenes", "the app may have several scenes")
    end
  end,
  examples = {
    pass = { { platform = "ios", info = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = false } } } },
    fail = { {
      platform = "ios", info = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } },
      at = "/UIApplicationSceneManifest/UIApplicationSupportsMultipleScenes",
    } },
  },
}
