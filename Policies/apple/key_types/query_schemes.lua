local values = import "apple.values"

local limit = 50

rule "query-schemes" {
  summary   = "LSApplicationQueriesSchemes must list at most 50 schemes, without '://'",
  severity  = "error",
  rationale = "canOpenURL(_:) answers no for every scheme past the fiftieth, and for one that is written as a URL.",
  source    = { "Information Property List Key Reference: LSApplicationQueriesSchemes", "iOS 15 release notes: UIKit" },
  tags      = { "S3" },
  applies   = { platform = { "ios", "tvos", "visionos" }, key = "LSApplicationQueriesSchemes" },
  check = function(bundle, report)
    local schemes = bundle.info.LSApplicationQueriesSchemes
    for index, scheme in ipairs(values.list(schemes)) do
      if index == limit + 1 then
        report:at(schemes, index, "%d schemes are listed; the system ignores those after the first %d", #schemes, limit, {
          expected = "at most 50 schemes", fix = "remove the schemes that the app does not ask for", severity = "warning",
        })
      end
      local text = values.text(scheme)
      if text and text:find(":") then
        report:at(schemes, index, "'%s' is not a scheme", text, {
          expected = text:match("^[^:]*"), fix = "write only what is before the colon",
        })
      elseif type(scheme) == "string" and not values.has_variable(scheme) and not scheme:find("^%a[%w+._-]*$") then
        -- Schemes with an underscore are invalid, but there are apps that answer to one.
        report:at(schemes, index, "'%s' is not a scheme", scheme, {
          expected = "a letter followed by letters, digits, '+', '-' and '.'", fix = "correct the scheme, or remove it",
          severity = "warning",
        })
      end
    end
  end,
  examples = {
    pass = {
      { platform = "macos", info = { LSApplicationQueriesSchemes = { "fb://" } } },
      { platform = "ios", info = { LSApplicationQueriesSchemes = "fb" } },
      {},
      {
        platform = "ios", info = { LSApplicationQueriesSchemes = { "fb", "comgooglemaps", "com.example.app-1+x", "my_app", "$(SCHEME)" } },
      },
      { platform = "ios", info = { LSApplicationQueriesSchemes = { 1 } } },
      { platform = "ios", info = { LSApplicationQueriesSchemes = (function()
        local all = {}
        for index = 1, 50 do all[index] = "s" .. index end
        return all
      end)() } },
    },
    fail = {
      { platform = "tvos", info = { LSApplicationQueriesSchemes = { "fb://" } }, at = "/LSApplicationQueriesSchemes/0" },
      { platform = "visionos", info = { LSApplicationQueriesSchemes = { "fb://" } }, at = "/LSApplicationQueriesSchemes/0" },
      { platform = "ios", info = { LSApplicationQueriesSchemes = { "fb://" } }, at = "/LSApplicationQueriesSchemes/0" },
      { platform = "ios", info = { LSApplicationQueriesSchemes = { "mailto:" } }, at = "/LSApplicationQueriesSchemes/0" },
      { platform = "ios", info = { LSApplicationQueriesSchemes = { "two words" } }, at = "/LSApplicationQueriesSchemes/0" },
      { platform = "ios", info = { LSApplicationQueriesSchemes = { "" } }, at = "/LSApplicationQueriesSchemes/0" },
      { platform = "ios", info = { LSApplicationQueriesSchemes = { "1app" } }, at = "/LSApplicationQueriesSchemes/0" },
      { platform = "ios", info = { LSApplicationQueriesSchemes = (function()
        local all = {}
        for index = 1, 51 do all[index] = "s" .. index end
        return all
      end)() }, at = "/LSApplicationQueriesSchemes/50" },
    },
  },
}
