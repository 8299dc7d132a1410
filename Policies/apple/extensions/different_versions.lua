local values = import "apple.values"

-- Reports each version of a bundle that differs from the version of the app around it.
return function(bundle, report)
  local outer = values.host(bundle)
  for _, key in ipairs(outer and { "CFBundleVersion", "CFBundleShortVersionString" } or {}) do
    local own, whole = values.text(bundle.info[key]), values.text(outer.info[key])
    if own and whole and own ~= whole then
      report:at(bundle.info, key, "%s of %s is %s, but that of %s is %s", key, bundle.name, own, outer.name, whole, {
        expected = whole, fix = "set both versions in one place, such as MARKETING_VERSION and CURRENT_PROJECT_VERSION",
      })
    end
  end
end
