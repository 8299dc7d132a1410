-- Build variables that were not replaced.

policy "cookbook.unfilled-templates" { summary = "Every build variable is replaced" }

local function each_string(node, visit)
  for key, value in pairs(node) do
    local type = plist.type(value)
    if type == "string" then visit(node, key, value) end
    if type == "dictionary" or type == "array" then each_string(value, visit) end
  end
end

rule "unfilled-templates" {
  summary   = "Values must not contain unresolved build variables",
  rationale = "The build does not replace an undefined setting, and the app is then named $(PRODUCT_NAME).",
  check = function(bundle, report)
    each_string(bundle.info, function(node, key, text)
      local name = text:match("%$%([%a_][%w_:.-]*%)") or text:match("%${[%a_][%w_:.-]*}")
      if name then
        report:at(node, key, "the variable %s was not replaced", name, { fix = "define the build setting, or write the value itself" })
      end
    end)
  end,
  examples  = {
    pass = { {}, { info = { NSHumanReadableCopyright = "$5 (five dollars)" } } },
    fail = {
      { info = { CFBundleName = "$(PRODUCT_NAME)" }, at = "/CFBundleName" },
      {
        info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "${APP_SCHEME:lower}" } } } },
        at = "/CFBundleURLTypes/0/CFBundleURLSchemes/0",
      },
    },
  },
}
