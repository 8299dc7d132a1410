local values = import "apple.values"

local schemes = {}

-- The URL schemes that an app declares, by their form in lower case. Nil if one contains a variable: it may be any.
function schemes.of(app)
  local result = {}
  for _, entry in ipairs(plist.find(app.info, "/CFBundleURLTypes/*/CFBundleURLSchemes/*")) do
    if type(entry.value) == "string" then
      if values.has_variable(entry.value) then return nil end
      result[entry.value:lower()] = entry.value
    end
  end
  return result
end

-- Reports that an app does not declare a scheme: at a declared one that was meant for it (it starts with `family`), else as missing.
function schemes.report_missing(app, report, wanted, family, message, options)
  for _, entry in ipairs(plist.find(app.info, "/CFBundleURLTypes/*/CFBundleURLSchemes/*")) do
    if type(entry.value) == "string" and entry.value:lower():sub(1, #family) == family then
      return report:at(entry.node, entry.key, "'%s' is not the scheme '%s': %s", entry.value, wanted, message, options)
    end
  end
  report:missing(app.info, "CFBundleURLTypes", ("no URL type has the scheme '%s': %s"):format(wanted, message), options)
end

return schemes
