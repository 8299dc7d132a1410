-- The bundle in which the paths of found libraries start: the outermost app around a bundle, or else the outermost bundle.
return function(bundle)
  local app, outer
  while bundle do
    if bundle.kind == "application" then app = bundle end
    outer, bundle = bundle, bundle.parent
  end
  return app or outer
end
