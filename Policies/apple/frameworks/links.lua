-- The names that must be links at the top level of a framework with versions. One without code does not need a link to it.
return function(bundle)
  local path = bundle.executable
  return { "Resources", path and bundle.files[path] and path:match("[^/]*$") or nil }
end
