local values = import "apple.values"

local key = "NSExtensionJavaScriptPreprocessingFile"

-- For the examples.
local point, class = "com.apple.share-services", "A"
local function extension(name, files, at)
  return {
    info = { NSExtension = {
      NSExtensionPointIdentifier = point, NSExtensionPrincipalClass = class,
      NSExtensionAttributes = { [key] = name },
    } },
    files = files, at = at and "/NSExtension/NSExtensionAttributes/" .. key,
  }
end

rule "preprocessing-file" {
  summary   = "NSExtensionJavaScriptPreprocessingFile must name a script of the extension, without .js",
  severity  = "error",
  rationale = "Safari runs the script in the page before it hands the page to the extension. Without it, the extension gets nothing.",
  source    = "App Extension Programming Guide: Accessing a Webpage",
  applies   = { kind = "extension", key = "/NSExtension/NSExtensionAttributes/" .. key },
  check     = function(bundle, report)
    local attributes = bundle.info.NSExtension.NSExtensionAttributes
    local name = values.text(attributes[key])
    if name and not bundles.resource(bundle, name, "js") then
      report:at(attributes, key, "the extension has no script '%s.js'", name, {
        expected = "a file " .. name .. ".js in the extension",
        fix = "copy the script into the extension, or write its name without .js",
      })
    end
  end,
  examples  = {
    pass = {
      { info = { NSExtension = {
        NSExtensionPointIdentifier = point, NSExtensionPrincipalClass = class, NSExtensionAttributes = "x",
      } } },
      {}, extension("Page", { ["Contents/Resources/Page.js"] = "x" }), extension("$(NAME)"), extension(1),
      { kind = "application", bundles = { ["Contents/PlugIns/A.bundle"] = extension("Page") } },
    },
    fail = {
      extension("Page", nil, true), extension("Page.js", { ["Contents/Resources/Page.js"] = "x" }, true),
    },
  },
}
