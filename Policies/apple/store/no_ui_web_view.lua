local slices = import "apple.code.slices"
local unreadable_symbols = import "apple.code.unreadable_symbols"
local uses = import "apple.code.uses"

-- For the examples: code of an app or framework.
local function code(fields)
  fields.platform = "ios"
  return { mach_o = fields }
end

rule "no-ui-web-view" {
  summary   = "Code must not use UIWebView",
  severity  = "error",
  rationale = "The store rejects apps and updates whose code refers to the class UIWebView, even if it never creates one. Often the code "
    .. "is an old version of a library.",
  source    = { "ITMS-90809", "UIKit: UIWebView" },
  tags      = { "ITMS-90809" },
  applies   = { kind = { "application", "extension", "framework" }, platform = "ios" },
  check     = function(bundle, report)
    local all = slices(bundle)
    local unreadable = unreadable_symbols(report, bundle.executable)
    for _, slice in ipairs(all) do
      if uses(slice, unreadable).class("UIWebView") then
        return report:file(bundle.executable, "%s uses UIWebView", bundle.executable:match("[^/]*$"), {
          expected = "WKWebView", fix = "update the library that uses it, or use WKWebView", discriminator = "",
        })
      end
    end
  end,
  examples  = {
    pass = {
      { files = { App = code { used_classes = "WKWebView" } } }, { files = { App = code {} } }, { files = { App = "no code" } },
      { files = { App = code { classes = "UIWebView" } } },
    },
    fail = {
      { files = { App = code { used_classes = { "UIView", "UIWebView" } } }, at = "App" },
      { kind = "framework", files = { Kit = code { file_type = "dylib", id = "Kit", used_classes = "UIWebView" } }, at = "Kit" },
      {
        kind = "application",
        bundles = { ["PlugIns/Share.appex"] = { files = { Share = code { used_classes = "UIWebView" } } } },
        at = "PlugIns/Share.appex/Share",
      },
    },
  },
}
