rule "identifier-characters" {
  summary   = "A bundle identifier is made of letters, digits, hyphens and periods",
  rationale = "The system and the store key everything on it; other characters are refused on upload.",
  check = function(bundle, report)
    local identifier = bundle.info.CFBundleIdentifier
    if type(identifier) == "string" and identifier:find("[^%w.-]") then
      report:at(bundle.info, "CFBundleIdentifier", "the bundle identifier holds '%s'", identifier:match("[^%w.-]+"), {
        expected = "letters A–Z and a–z, digits, '-' and '.'", fix = "replace the other characters with '-'",
      })
    end
  end,
  examples = {
    pass = { { info = { CFBundleIdentifier = "com.Example-1.App" } } },
    fail = { { info = { CFBundleIdentifier = "com.example.my_app" } } },
  },
}
