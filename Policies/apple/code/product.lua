-- The outermost bundle around a bundle, to whose files the paths of libraries lead: the app, without the archive or xcframework around it.
return function(bundle)
  while bundle.parent and bundle.parent.kind ~= "archive" and bundle.parent.kind ~= "xcframework" do bundle = bundle.parent end
  return bundle
end
