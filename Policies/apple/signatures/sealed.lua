-- Whether codesign has signed a bundle; the linker signs only the executable.
return function(bundle)
  return bundles.exists(bundle, "_CodeSignature/CodeResources") or bundles.exists(bundle, "Contents/_CodeSignature/CodeResources")
end
