local values = import "apple.values"

-- Reports an identifier with characters other than letters, digits, hyphens and periods.
return function(bundle, report)
  local identifier = values.text(bundle.info.CFBundleIdentifier)
  if identifier and identifier:find("[^%w.-]") then
    report:at(bundle.info, "CFBundleIdentifier", "the bundle identifier contains '%s'", identifier:match("[^%w.-]+"), {
      expected = "letters A–Z and a–z, digits, '-' and '.'", fix = "replace the other characters with '-' before the first release",
    })
  end
end
