policy "com.example.house.ios" {
  summary = "What products for phones meet besides",
  version = "1.0.0",
}

rule "one-scene" {
  summary   = "Applications for phones have one scene",
  rationale = "Support asks which window a customer looks at.",
  applies   = { kind = "application", platform = "ios" },
  check = function(bundle, report)
    local manifest = bundle.info.UIApplicationSceneManifest
    if manifest ~= nil and manifest.UIApplicationSupportsMultipleScenes then
      report:at(manifest, "UIApplicationSupportsMultipleScenes", "the application may have several scenes")
    end
  end,
  examples = {
    pass = { { platform = "ios", info = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = false } } } },
    fail = { { platform = "ios", info = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } } } },
  },
}
