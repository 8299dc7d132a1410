-- Requirements that several projects share. A project uses them with include = { "{{name}}" }, after 'bundlepolicy pack add'.

policy "{{id}}" {
  summary = "Requirements for every product that uses this pack",
  version = "0.1.0",
}

-- A project can use another value: `bundlepolicy check --param prefix=com.other. APP`.
local prefix = parameter "prefix" {
  default = "com.example.",
  summary = "what the identifiers of our bundles start with",
}

rule "our-identifier" {
  summary   = "Every app must have one of our identifiers",
  rationale = "The store does not accept an update with another identifier.",
  applies   = { kind = "application", nested = false },
  check = function(bundle, report)
    local id = bundle.info.CFBundleIdentifier
    if id == nil then return report:missing(bundle.info, "CFBundleIdentifier") end
    if type(id) ~= "string" or id:sub(1, #prefix) ~= prefix then
      report:at(bundle.info, "CFBundleIdentifier", "'%s' does not start with '%s'", id, prefix)
    end
  end,
  examples = {
    pass = { { info = { CFBundleIdentifier = prefix .. "Hello" } } },
    fail = {
      { info = { CFBundleIdentifier = "org.stranger.Hello" }, at = "/CFBundleIdentifier" },
      { info = { CFBundleIdentifier = 7 }, at = "/CFBundleIdentifier" },
      { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" },
    },
  },
}
