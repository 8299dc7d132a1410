local known = {}
for _, name in ipairs(keys.LSApplicationCategoryType.schema.values) do known[name] = true end

rule "category" {
  summary   = "The app must declare its category in the store",
  severity  = "error",
  rationale = "The store rejects an app without a category, and one with a category that it does not have.",
  source    = { "ITMS-90242", "Information Property List Key Reference: LSApplicationCategoryType" },
  tags      = { "S3", "ITMS-90242" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, nested = false },
  shape     = { LSApplicationCategoryType = custom("a category of the store, such as public.app-category.utilities", function(value)
    return known[value] == true
  end) },
  examples  = {
    pass = { { info = { LSApplicationCategoryType = "public.app-category.developer-tools" } } },
    fail = {
      { at = "/LSApplicationCategoryType" }, { info = { LSApplicationCategoryType = 1 }, at = "/LSApplicationCategoryType" },
      { info = { LSApplicationCategoryType = "Utilities" }, at = "/LSApplicationCategoryType" },
      { info = { LSApplicationCategoryType = "public.app-category." }, at = "/LSApplicationCategoryType" },
      { info = { LSApplicationCategoryType = "public.app-category.bogus" }, at = "/LSApplicationCategoryType" },
      { info = { LSApplicationCategoryType = "the public.app-category.music" }, at = "/LSApplicationCategoryType" },
      { info = { LSApplicationCategoryType = "public.app-category.role playing-games" }, at = "/LSApplicationCategoryType" },
    },
  },
}
