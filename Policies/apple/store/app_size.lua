-- The size of an app that the store accepts, in bytes.
local limit = 4e9

rule "app-size" {
  summary   = "An app must have at most 4 GB",
  severity  = "error",
  rationale = "The store rejects an app whose files are larger together, before compression.",
  source    = { "ITMS-90558", "App Store Connect Help: Maximum build file sizes" },
  tags      = { "ITMS-90558" },
  applies   = { kind = "application", platform = { "ios", "tvos", "visionos" }, nested = false },
  check     = function(bundle, report)
    local total = 0
    -- Smaller files do not make an app too large.
    for _, file in ipairs(bundles.files(bundle, nil, { min_size = 100000 })) do total = total + file.size end
    if total > limit then
      report("the files of the app have %d MB", total // 1000000, {
        expected = "at most 4 GB", fix = "move resources into on-demand packs, or download them", discriminator = "",
      })
    end
  end,
  examples  = {
    pass = { {}, { files = { a = { size = 3.9e9 } } }, { files = { a = { size = 4e9 } } } },
    fail = {
      { files = { a = { size = 3.9e9 }, ["b/c"] = { size = 2e8 } }, message = "4100 MB", at = "." },
      { files = { a = { size = 4e9 }, b = { size = 1e5 } }, at = "." },
    },
  },
}
