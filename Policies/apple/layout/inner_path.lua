-- The path of a nested bundle in a bundle around it.
return function(inner, bundle) return inner.path:sub(#bundle.path + (bundle.path == "" and 1 or 2)) end
