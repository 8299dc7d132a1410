local values = import "apple.values"

-- Bundles with resources only may share an identifier: CocoaPods gives them the identifier of their framework.
local function has_identity(bundle)
  return bundle.kind ~= "plugin" or bundle.executable ~= nil and bundle.files[bundle.executable] ~= nil
end

-- The helpers of an app that Electron makes share an identifier: the app opens each at its path.
local function are_helpers(one, other)
  return one.kind == "application" and other.kind == "application" and other.parent ~= nil and not values.is_mobile(one)
end

-- On the Mac, bundles of different kinds may share an identifier, as Python.framework and the Python.app inside it do.
local function severity(one, other)
  return not values.is_mobile(one) and one.kind ~= other.kind and "note" or nil
end

-- Records the identifiers of a bundle and of those inside it: the first bundle with each, ignoring letter case.
local function gather(bundle, seen, report)
  local identifier = has_identity(bundle) and values.text(bundle.info.CFBundleIdentifier)
  if identifier then
    local first = seen[identifier:lower()]
    if not first then
      seen[identifier:lower()] = bundle
    elseif not are_helpers(bundle, first) then
      local other = first.path == "" and "the outer bundle" or first.path
      local text = first.info.CFBundleIdentifier == identifier and "the bundle identifier '%s' is already used by %s"
        or "the bundle identifier '%s' differs only in letter case from that of %s"
      report:at(bundle.info, "CFBundleIdentifier", text, identifier, other, {
        expected = "a unique identifier", fix = "give one of the two another CFBundleIdentifier",
        severity = severity(bundle, first),
      })
    end
  end
  for _, nested in ipairs(bundle.bundles) do gather(nested, seen, report) end
end

-- Reports the bundles in an app that have the same identifier.
return function(bundle, report) gather(bundle, {}, report) end
